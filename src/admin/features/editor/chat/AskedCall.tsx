import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowScript } from '../../../../engine/flow-script.ts';
import { SmallButton } from '../../../components/RowMenu.tsx';
import { isObject } from '../document/document.ts';
import type { Asked } from './chat-session.ts';

type HttpAnswer = NonNullable<FlowScript['http']>[number];

/** A call to an external service that waits for the author's simulated response. */
export function AskedCall({ asked: { call, answer } }: { readonly asked: Asked }) {
  const { t } = useTranslation('tests');
  const [isKept, setKept] = useState(false);
  const isHttp = call.kind === 'http';
  return (
    <li>
      <fieldset className="trial-asked" aria-label={t(`outside.${call.kind}`, { step: call.stepId })}>
        <Stack gap="xs">
          <strong>{t(`outside.${call.kind}`, { step: call.stepId })}</strong>
          <bdi className="trial-value" dir={isHttp ? 'ltr' : 'auto'}>
            {isHttp ? `${call.method} ${call.url}` : call.prompt}
          </bdi>
          {isHttp ? (
            <HttpAnswers onAnswer={(http) => answer({ http }, isKept)} />
          ) : (
            <LlmAnswers tools={call.tools} onAnswer={(llm) => answer({ llm }, isKept)} />
          )}
          <Checkbox
            label={t('outside.keep')}
            checked={isKept}
            onChange={(event) => setKept(event.currentTarget.checked)}
          />
        </Stack>
      </fieldset>
    </li>
  );
}

function HttpAnswers({ onAnswer }: { readonly onAnswer: (answer: HttpAnswer) => void }) {
  const { t } = useTranslation('tests');
  const [typed, setTyped] = useState('{}');
  const body = parsed(typed);
  const others: readonly [string, HttpAnswer][] = [
    [t('outside.statuses.missing'), { status: 404, body: null }],
    [t('outside.statuses.down'), { status: 503, body: null }],
    [t('outside.statuses.slow'), { status: 200, body: null, fails: true }],
  ];
  return (
    <>
      <Textarea
        label={t('outside.body')}
        error={body === undefined && t('outside.badJson')}
        value={typed}
        rows={3}
        dir="ltr"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button
          size="compact-md"
          disabled={body === undefined}
          onClick={() => onAnswer({ status: 200, body: body as HttpAnswer['body'] })}
        >
          {t('outside.statuses.ok')}
        </Button>
        {others.map(([name, answer]) => (
          <SmallButton key={name} onClick={() => onAnswer(answer)}>
            {name}
          </SmallButton>
        ))}
      </Group>
    </>
  );
}

interface LlmAnswersProps {
  readonly tools: readonly string[];
  readonly onAnswer: (answer: NonNullable<FlowScript['llm']>[number]) => void;
}

function LlmAnswers({ tools, onAnswer }: LlmAnswersProps) {
  const { t } = useTranslation('tests');
  const [typed, setTyped] = useState('');
  return (
    <>
      <Textarea
        label={t('outside.text')}
        value={typed}
        rows={3}
        dir="auto"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button size="compact-md" onClick={() => onAnswer(typed)}>
          {t('outside.answer')}
        </Button>
        {tools.map((tool) => (
          <SmallButton
            key={tool}
            onClick={() => {
              const given = parsed(typed);
              onAnswer({
                calls: [{ tool, ...(isObject(given) && { with: given as Record<string, never> }) }],
              });
            }}
          >
            {t('outside.tool', { name: tool })}
          </SmallButton>
        ))}
      </Group>
    </>
  );
}

/** Returns the value of a JSON text; undefined if it is none. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
