import { ActionIcon, Button, Group, Stack, TextInput, Title } from '@mantine/core';
import IconRefresh from '@tabler/icons-react/icons/IconRefresh';
import IconSend from '@tabler/icons-react/icons/IconSend';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import { useLanguage } from '../../../locales/use-language.ts';
import { AskedCall } from '../../editor/chat/AskedCall.tsx';
import { ChatSession, type ChatState } from '../../editor/chat/chat-session.ts';
import { ChatWorker } from '../../editor/chat/chat-worker.ts';
import type { ChatAction, ChatTurn } from '../../editor/chat/play-turn.ts';
import { DoneLine, ReplyBubble } from '../../editor/chat/TurnLines.tsx';
import { settingOf } from '../../editor/chat/use-setting.ts';
import '../../editor/chat/trial.css';

interface Props {
  readonly title: string;
  readonly definition: Readonly<Record<string, unknown>>;
}

/** A chat with a template, run by the very engine in the page; nothing is stored or sent. */
export function TryOut({ title, definition }: Props) {
  const { t } = useTranslation(['flows', 'tests']);
  const language = useLanguage();
  const [session] = useState(() => new ChatSession(() => new ChatWorker()));
  const chat = useStore(session.state);
  useEffect(() => () => session.close(), [session]);
  const { turns, doing } = chat;
  const last = turns.at(-1);
  const play = (action: ChatAction) => {
    const visitor = { firstName: '', email: '', language, isVerified: false, channel: 'webchat', clock: '' };
    const setting =
      turns.length === 0
        ? settingOf({ ...visitor, channel: 'webchat' }, null, { definition, country: undefined })
        : undefined;
    const flow = { definition: { ...definition, id: 'template', version: 1 }, others: [] };
    void session.play(flow, action, setting);
  };
  const isOpen = last === undefined || last.standing.state?.status === 'active';
  return (
    <Stack
      component="section"
      gap={8}
      p="sm"
      bd="1px solid var(--line)"
      bdrs="md"
      aria-label={t('create.tryOut', { title })}
    >
      <Group justify="space-between" wrap="nowrap">
        <Title order={3}>{t('create.try')}</Title>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t('tests:chat.restart')}
          disabled={turns.length === 0}
          onClick={() => session.restart()}
        >
          <IconRefresh size={16} />
        </ActionIcon>
      </Group>
      <Lines chat={chat} isOpen={isOpen} onPlay={play} />
      <Composer isOpen={isOpen && !doing} onSend={(user) => play({ user })} />
    </Stack>
  );
}

interface LinesProps {
  readonly chat: ChatState;
  readonly isOpen: boolean;
  readonly onPlay: (action: ChatAction) => void;
}

function Lines({ chat: { turns, doing, asked, failure }, isOpen, onPlay }: LinesProps) {
  const { t } = useTranslation('flows');
  const end = useRef<HTMLDivElement>(null);
  const last = turns.at(-1);
  useEffect(() => {
    if (last || doing || asked) end.current?.scrollIntoView({ block: 'nearest' });
  }, [last, doing, asked]);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard. */}
      <div className="try-out-lines" tabIndex={0} role="log" aria-label={t('create.try')}>
        {turns.length === 0 && !doing ? (
          <Button variant="default" size="compact-md" onClick={() => onPlay({ user: t('create.hi') })}>
            {t('create.sayHi')}
          </Button>
        ) : (
          <Stack component="ul" gap="xs">
            {turns.map((turn, n) => (
              <Turn
                // biome-ignore lint/suspicious/noArrayIndexKey: turns only follow each other.
                key={n}
                turn={turn}
                before={turns[n - 1]}
                onChoose={turn === last && !doing && isOpen ? (user: string) => onPlay({ user }) : undefined}
              />
            ))}
            {doing && <DoneLine action={doing} before={last} />}
            {asked && <AskedCall key={turns.length} asked={asked} />}
          </Stack>
        )}
        {failure !== null && (
          <p role="alert" className="bad">
            <bdi>{failure}</bdi>
          </p>
        )}
        <div ref={end} />
      </div>
    </>
  );
}

interface ComposerProps {
  readonly isOpen: boolean;
  readonly onSend: (text: string) => void;
}

function Composer({ isOpen, onSend }: ComposerProps) {
  const { t } = useTranslation('flows');
  const [text, setText] = useState('');
  const send = () => {
    if (text.trim() === '') return;
    onSend(text.trim());
    setText('');
  };
  return (
    <TextInput
      size="xs"
      aria-label={t('create.message')}
      placeholder={t('create.message')}
      value={text}
      disabled={!isOpen}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter') return;
        // The dialog around it is a form, which Enter would send.
        event.preventDefault();
        send();
      }}
      rightSection={
        <ActionIcon
          onClick={send}
          variant="subtle"
          size="sm"
          aria-label={t('create.send')}
          disabled={!isOpen}
        >
          <IconSend size={16} />
        </ActionIcon>
      }
    />
  );
}

interface TurnProps {
  readonly turn: ChatTurn;
  readonly before: ChatTurn | undefined;
  /** Left out where the answer has been given. */
  readonly onChoose: ((value: string) => void) | undefined;
}

function Turn({ turn, before, onChoose }: TurnProps) {
  return (
    <>
      <DoneLine action={turn.action} before={before} />
      {turn.replies.map(({ reply }) => (
        <ReplyBubble key={reply.id} reply={reply} stepId={null} channel="webchat" onChoose={onChoose} />
      ))}
    </>
  );
}
