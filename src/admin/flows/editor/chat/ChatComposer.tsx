import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { FlowState } from '../../../../engine/interfaces.ts';
import { useTrialTexts } from '../../../texts/trial-texts.ts';
import type { ChatAction } from './play-turn.ts';

const humanDoes = ['returns', 'closes', 'times out'] as const;

/** What can be done next: to say something, to let time go by, and for the human who has the conversation. */
export function ChatComposer({
  standing,
  isBusy,
  onDo,
}: {
  readonly standing: FlowState | null;
  readonly isBusy: boolean;
  readonly onDo: (action: ChatAction) => void;
}) {
  const { chat } = useTrialTexts();
  const [typed, setTyped] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const say = (event: FormEvent) => {
    event.preventDefault();
    if (isBusy || typed.trim() === '') return;
    onDo({ user: typed });
    setTyped('');
    input.current?.focus();
  };
  return (
    <Stack gap="xs">
      {standing && (
        <Text className="quiet" role="status">
          {standing.status === 'active' && chat.at(standing.flow.stepId)}
          {standing.status === 'handoff' && chat.handoff}
          {standing.status === 'completed' && chat.completed}
        </Text>
      )}
      {standing?.status === 'handoff' && (
        <Group gap="xs" role="group" aria-label={chat.human.title}>
          {humanDoes.map((human) => (
            <Button
              key={human}
              size="compact-md"
              variant="default"
              disabled={isBusy}
              onClick={() => onDo({ human })}
            >
              {chat.human[human]}
            </Button>
          ))}
        </Group>
      )}
      <form onSubmit={say} className="trial-composer">
        <TextInput
          ref={input}
          aria-label={chat.say}
          placeholder={chat.say}
          value={typed}
          dir="auto"
          autoComplete="off"
          onChange={(event) => setTyped(event.currentTarget.value)}
        />
        <Button type="submit" disabled={isBusy || typed.trim() === ''}>
          {chat.send}
        </Button>
      </form>
      <Group gap="xs" role="group" aria-label={chat.pass}>
        {([60, 1_440] as const).map((minutes) => (
          <Button
            key={minutes}
            size="compact-md"
            variant="default"
            title={chat.pass}
            disabled={isBusy || standing === null}
            onClick={() => onDo({ minutes })}
          >
            {minutes === 60 ? chat.hour : chat.day}
          </Button>
        ))}
      </Group>
    </Stack>
  );
}
