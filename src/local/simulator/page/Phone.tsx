import { ActionIcon, Button, Group, Modal, Stack, Text, Title } from '@mantine/core';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { useShallow } from 'zustand/react/shallow';
import { MessageField } from './MessageField.tsx';
import type { ShownChoice, UserMessage } from './protocol.ts';
import { Transcript } from './Transcript.tsx';
import { isIn, isTypingIn, say, sendText, useSimulator } from './use-simulator.ts';

/** The choices of a list, and the message that offers it. */
interface OpenList {
  readonly title: string;
  readonly rows: readonly ShownChoice[];
  readonly replyTo: string;
}

/** The phone with the chosen chat. */
export function Phone() {
  const { state, account, userId, messages, typing, notice } = useSimulator(
    useShallow(({ state, account, userId, messages, typing, notice }) => {
      return { state, account, userId, messages, typing, notice };
    }),
  );
  const [list, setList] = useState<OpenList | null>(null);
  const chat = { account, userId };
  const known = state?.accounts.find(({ key }) => key === account);
  const user = state?.users.find(({ id }) => id === userId);
  return (
    <section className="phone" aria-label="Phone">
      <Stack component="header" className="chat-head" gap={0}>
        <Title order={2}>{known?.tenantName ?? 'No account'}</Title>
        <Text c="dimmed" size="sm">
          {`${known?.title ?? ''} · ${user?.name ?? ''}`}
        </Text>
      </Stack>
      <Transcript
        key={`${account} ${userId}`}
        messages={[...messages.values()].filter((message) => isIn(chat, message))}
        canChange={known?.channel !== 'contactcenter'}
        openList={(title, rows, replyTo) => setList({ title, rows, replyTo })}
      />
      <p className="typing" id="typing" role="status" hidden={!isTypingIn(typing, chat)}>
        Typing…
      </p>
      <p className="notice" role="status">
        {notice}
      </p>
      <Composer />
      <ListDialog list={list} onClose={() => setList(null)} />
    </section>
  );
}

/** The form for a text and other things to send. */
function Composer() {
  const { text, edited } = useSimulator();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (edited) field.current?.focus();
  }, [edited]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    void sendText();
  };
  return (
    <Group component="form" className="composer" gap="xs" onSubmit={send}>
      <Attachments />
      <MessageField
        ref={field}
        radius="xl"
        value={text}
        onChange={({ currentTarget }) => useSimulator.setState({ text: currentTarget.value })}
      />
      <ActionIcon type="submit" size="lg" radius="xl" aria-label="Send">
        ➤
      </ActionIcon>
    </Group>
  );
}

interface ListDialogProps {
  readonly list: OpenList | null;
  readonly onClose: () => void;
}

/** The choices of a list, opened by its button. */
function ListDialog({ list, onClose }: ListDialogProps) {
  const choose = (row: ShownChoice) => {
    onClose();
    void say({ type: 'list', ...row, ...(list && { replyTo: list.replyTo }) });
  };
  return (
    <Modal
      opened={list !== null}
      onClose={onClose}
      title={list?.title || 'Menu'}
      closeButtonProps={{ 'aria-label': 'Close' }}
    >
      <Stack gap="xs">
        {list?.rows.map((row) => (
          <Button key={row.id} variant="default" h="auto" py="xs" justify="start" onClick={() => choose(row)}>
            <span>
              {row.title}
              {row.description !== undefined && (
                <Text span c="dimmed" size="sm" display="block">
                  {row.description}
                </Text>
              )}
            </span>
          </Button>
        ))}
      </Stack>
    </Modal>
  );
}

/** What can be sent other than text. */
const samples: readonly (readonly [label: string, message: UserMessage])[] = [
  ['Picture', { type: 'image', caption: 'My receipt' }],
  ['Voice', { type: 'audio' }],
  ['Video', { type: 'video', caption: 'Unboxing' }],
  ['Document', { type: 'document', filename: 'contract.pdf', mimeType: 'application/pdf' }],
  ['Sticker', { type: 'sticker' }],
  ['Place', { type: 'location', latitude: 48.858093, longitude: 2.294694, name: 'Eiffel Tower' }],
  ['Contact', { type: 'contacts', names: ['Grace Hopper'] }],
  ['Poll (unsupported)', { type: 'unsupported' }],
  ['Hologram (unknown)', { type: 'unknown' }],
];

/** The menu of other things to send. */
function Attachments() {
  const [isOpen, setOpen] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    opener.current?.focus();
  };
  return (
    <>
      <ActionIcon
        ref={opener}
        variant="default"
        size="lg"
        radius="xl"
        aria-expanded={isOpen}
        aria-label="Send something else"
        onClick={() => setOpen(!isOpen)}
      >
        +
      </ActionIcon>
      {isOpen && (
        <Group
          className="attachments"
          role="group"
          aria-label="Send something else"
          gap="xs"
          onKeyDown={({ key }) => key === 'Escape' && close()}
        >
          {samples.map(([label, message]) => (
            <Button
              key={label}
              variant="default"
              size="compact-sm"
              onClick={() => {
                close();
                void say(message);
              }}
            >
              {label}
            </Button>
          ))}
        </Group>
      )}
    </>
  );
}
