import { ActionIcon, Button, Group, Modal, Stack, Text, TextInput, Title } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import type { ChatMessage, ShownChoice, UserMessage } from './protocol.ts';
import { Transcript } from './Transcript.tsx';
import { isIn, isTypingIn, notify, say, useSimulator } from './use-simulator.ts';

/** The choices of a list, and the message that offers it. */
interface OpenList {
  readonly title: string;
  readonly rows: readonly ShownChoice[];
  readonly replyTo: string;
}

/** The phone with the chosen chat. */
export function Phone() {
  const { state, account, userId, messages, typing, notice } = useSimulator();
  const [text, setText] = useState('');
  /** The message that is edited in the field; null while a new one is written. */
  const [edited, setEdited] = useState<ChatMessage | null>(null);
  const [list, setList] = useState<OpenList | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const chat = { account, userId };
  const known = state?.accounts.find(({ key }) => key === account);
  const user = state?.users.find(({ id }) => id === userId);
  const send = async (event: FormEvent) => {
    event.preventDefault();
    const words = text.trim();
    setText('');
    setEdited(null);
    if (words === '') return;
    if (edited && isIn(chat, edited)) {
      await say({ type: 'edit', messageId: edited.id, text: words });
      return;
    }
    // Text typed in the meantime goes after a message that was not taken.
    if (!(await say({ type: 'text', text: words })))
      setText((now) => [words, now].filter((part) => part !== '').join(' '));
  };
  const edit = (message: ChatMessage) => {
    setEdited(message);
    setText(message.content.text ?? '');
    notify('Change the message, then send it.');
    field.current?.focus();
  };
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
        say={say}
        openList={(title, rows, replyTo) => setList({ title, rows, replyTo })}
        edit={edit}
      />
      <p className="typing" id="typing" role="status" hidden={!isTypingIn(typing, chat)}>
        writes …
      </p>
      <p className="notice" role="status">
        {notice}
      </p>
      <Group component="form" className="composer" gap="xs" onSubmit={send}>
        <Attachments />
        <TextInput
          ref={field}
          aria-label="Message"
          placeholder="Message"
          autoComplete="off"
          maxLength={4096}
          required
          flex={1}
          radius="xl"
          value={text}
          onChange={({ currentTarget }) => setText(currentTarget.value)}
        />
        <ActionIcon type="submit" size="lg" radius="xl" aria-label="Send">
          ➤
        </ActionIcon>
      </Group>
      <Modal
        opened={list !== null}
        onClose={() => setList(null)}
        title={list?.title || 'Menu'}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        <Stack gap="xs">
          {list?.rows.map(({ id, title, description }) => (
            <Button
              key={id}
              variant="default"
              h="auto"
              py="xs"
              justify="start"
              onClick={() => {
                setList(null);
                void say({
                  ...{ type: 'list', id, title, replyTo: list.replyTo },
                  ...(description !== undefined && { description }),
                });
              }}
            >
              <span>
                {title}
                {description !== undefined && (
                  <Text span c="dimmed" size="sm" display="block">
                    {description}
                  </Text>
                )}
              </span>
            </Button>
          ))}
        </Stack>
      </Modal>
    </section>
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
