import { Button, Checkbox, Group, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import type { FlowScript } from '../../../../engine/flow-script.ts';
import { useTrialTexts } from '../../../texts/trial-texts.ts';
import type { Asked } from './chat-session.ts';

type HttpAnswer = NonNullable<FlowScript['http']>[number];

/** A call of the flow that waits until whoever tries it says what comes back. */
export function AskedCall({ asked: { call, answer } }: { readonly asked: Asked }) {
  const { outside } = useTrialTexts();
  const [isKept, setKept] = useState(false);
  const isHttp = call.kind === 'http';
  return (
    <li>
      <fieldset className="trial-asked" aria-label={outside[call.kind](call.stepId)}>
        <Stack gap="xs">
          <strong>{outside[call.kind](call.stepId)}</strong>
          <bdi className="trial-call" dir={isHttp ? 'ltr' : 'auto'}>
            {isHttp ? `${call.method} ${call.url}` : call.prompt}
          </bdi>
          {isHttp ? (
            <HttpAnswers onAnswer={(http) => answer({ http }, isKept)} />
          ) : (
            <LlmAnswers tools={call.tools} onAnswer={(llm) => answer({ llm }, isKept)} />
          )}
          <Checkbox
            label={outside.keep}
            checked={isKept}
            onChange={(event) => setKept(event.currentTarget.checked)}
          />
        </Stack>
      </fieldset>
    </li>
  );
}

function HttpAnswers({ onAnswer }: { readonly onAnswer: (answer: HttpAnswer) => void }) {
  const { outside } = useTrialTexts();
  const [typed, setTyped] = useState('{}');
  const body = parsed(typed);
  const others: readonly [string, HttpAnswer][] = [
    [outside.statuses.missing, { status: 404, body: null }],
    [outside.statuses.down, { status: 503, body: null }],
    [outside.statuses.slow, { status: 200, body: null, fails: true }],
  ];
  return (
    <>
      <Textarea
        label={outside.body}
        error={body === undefined && outside.badJson}
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
          {outside.statuses.ok}
        </Button>
        {others.map(([name, answer]) => (
          <Button key={name} size="compact-md" variant="default" onClick={() => onAnswer(answer)}>
            {name}
          </Button>
        ))}
      </Group>
    </>
  );
}

function LlmAnswers({
  tools,
  onAnswer,
}: {
  readonly tools: readonly string[];
  readonly onAnswer: (answer: NonNullable<FlowScript['llm']>[number]) => void;
}) {
  const { outside } = useTrialTexts();
  const [typed, setTyped] = useState('');
  return (
    <>
      <Textarea
        label={outside.text}
        value={typed}
        rows={3}
        dir="auto"
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Group gap="xs">
        <Button size="compact-md" onClick={() => onAnswer(typed)}>
          {outside.answer}
        </Button>
        {tools.map((tool) => (
          <Button
            key={tool}
            size="compact-md"
            variant="default"
            onClick={() => {
              const given = parsed(typed);
              const isGiven = typeof given === 'object' && given !== null && !Array.isArray(given);
              onAnswer({ calls: [{ tool, ...(isGiven && { with: given as Record<string, never> }) }] });
            }}
          >
            {outside.tool(tool)}
          </Button>
        ))}
      </Group>
    </>
  );
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
