import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FlowState } from '../../../../engine/interfaces.ts';
import { SmallButton } from '../../../components/RowMenu.tsx';
import type { ChatAction } from './play-turn.ts';

const agentActions = ['returns', 'closes', 'times out'] as const;

interface Props {
  readonly standing: FlowState | null;
  readonly isBusy: boolean;
  readonly onDo: (action: ChatAction) => void;
}

/** Sends as the visitor, advances the clock, or acts as the agent who has the conversation. */
export function ChatComposer({ standing, isBusy, onDo }: Props) {
  const { t } = useTranslation('tests');
  const [typed, setTyped] = useState('');
  /** Sent while the flow was still replying: queued until it is done. */
  const [isHeld, setHeld] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const mayGo = isHeld && !isBusy;
  const go = useRef<() => void>(undefined);
  go.current = () => {
    onDo({ user: typed });
    setTyped('');
    setHeld(false);
  };
  useEffect(() => {
    if (mayGo) go.current?.();
  }, [mayGo]);
  const say = (event: FormEvent) => {
    event.preventDefault();
    if (typed.trim() === '') return;
    setHeld(true);
    input.current?.focus();
  };
  return (
    <Stack gap="xs" className="trial-pinned">
      {standing && (
        <Text className="quiet" role="status">
          {standing.status === 'active' && t('chat.at', { step: standing.flow.stepId })}
          {standing.status === 'handoff' && t('chat.handoff')}
          {standing.status === 'completed' && t('chat.completed')}
        </Text>
      )}
      {standing?.status === 'handoff' && (
        <Group gap="xs" role="group" aria-label={t('chat.human.title')}>
          {agentActions.map((action) => (
            <SmallButton key={action} disabled={isBusy} onClick={() => onDo({ human: action })}>
              {t(`chat.human.${action}`)}
            </SmallButton>
          ))}
        </Group>
      )}
      <Group component="form" gap="xs" wrap="nowrap" onSubmit={say}>
        <TextInput
          flex={1}
          ref={input}
          aria-label={t('chat.say')}
          placeholder={t('chat.say')}
          value={typed}
          dir="auto"
          autoComplete="off"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setHeld(false);
          }}
        />
        <Button type="submit" disabled={typed.trim() === ''}>
          {t('chat.send')}
        </Button>
      </Group>
      {standing !== null && (
        <Group gap="xs" role="group" aria-label={t('chat.pass')}>
          {([60, 1_440] as const).map((minutes) => (
            <SmallButton
              key={minutes}
              title={t('chat.pass')}
              disabled={isBusy}
              onClick={() => onDo({ minutes })}
            >
              {minutes === 60 ? t('chat.hour') : t('chat.day')}
            </SmallButton>
          ))}
        </Group>
      )}
    </Stack>
  );
}
