import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import { type HandoffRow, type HandoffView, sideEntry } from '../../../../contract/admin/handoffs.ts';
import type { ApiError } from '../../../api/api.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole } from '../../../components/console-context.ts';
import { Form } from '../../../components/Form.tsx';
import { useKeptState } from '../../../components/kept-state.ts';
import { Failure, lazyPart, Rows } from '../../../components/Loaded.tsx';
import { SegmentedChoice } from '../../../components/SegmentedChoice.tsx';
import { useInbox, useNow } from '../inbox-context.ts';
import { isMine } from '../live/inbox-cache.ts';
import type { ThreadState } from '../live/thread-store.ts';
import { teammatesQuery } from '../queries.ts';
import type { OutboxView } from '../use-outbox.ts';
import { ReplyForm } from './ReplyForm.tsx';
import { TextBox } from './TextBox.tsx';

// Few conversations outlast their 24 hours.
const TemplateForm = lazyPart(() => import('./TemplateForm.tsx'), 'TemplateForm', <Rows />);

type Mode = 'reply' | 'note';

/** The composer: a reply, a note, or a template once a chat app accepts no text. */
export function Composer(props: {
  readonly conversationId: string;
  readonly row: HandoffRow | null;
  readonly view: HandoffView | null;
  readonly log: ThreadState;
  readonly outbox: OutboxView;
  /** The visitor's. */
  readonly name: string;
}) {
  const { conversationId, row, view, outbox, name } = props;
  const { t } = useTranslation('inbox');
  const { userId } = useInbox();
  const [mode, setMode] = useState<Mode>('reply');
  const isChosen = useRef(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const mayReply = row !== null && isMine(row, userId);
  const endsAt = row?.windowEndsAt;
  const isOver = useNow() >= (endsAt === undefined ? Number.POSITIVE_INFINITY : Date.parse(endsAt));
  const choose = (next: Mode) => {
    isChosen.current = true;
    setMode(next);
    box.current?.focus();
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: the box of the mode that was chosen.
  useEffect(() => {
    if (isChosen.current) box.current?.focus();
  }, [mode]);
  return (
    <div className="inbox-composer" data-mode={mode}>
      <SegmentedChoice
        label={t('mode')}
        names={{ reply: t('reply'), note: t('note') }}
        keys={{ reply: 'r', note: 'n' }}
        chosen={mode}
        onChoose={choose}
      />
      {mode === 'note' && <NoteForm conversationId={conversationId} name={name} box={box} />}
      {mode === 'reply' &&
        (isOver && row ? (
          <TemplateForm row={row} view={view} outbox={outbox} mayReply={mayReply} name={name} />
        ) : (
          <ReplyForm {...props} mayReply={mayReply} box={box} />
        ))}
    </div>
  );
}

/** An internal note; `@` mentions an agent. */
function NoteForm({
  conversationId,
  name,
  box,
}: {
  readonly conversationId: string;
  readonly name: string;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}) {
  const { t } = useTranslation('inbox');
  const [note, keepNote] = useKeptState(`inbox.${conversationId}.note`);
  const notes = useNote(conversationId);
  const teammates = useQuery(teammatesQuery).data?.body.items ?? [];
  const send = async () => {
    const text = note.trim();
    const meant = teammates.filter(({ name: called }) => text.includes(`@${called}`)).map(({ id }) => id);
    if (text === '' || !(await notes.send(text, meant))) return;
    keepNote('');
  };
  return (
    <Form gap={8} onSend={send}>
      {notes.error && <Failure error={notes.error} />}
      <TextBox
        box={box}
        label={t('noteAbout', { name })}
        value={note}
        onChange={keepNote}
        onSend={() => void send()}
        trigger="@"
        insertionsLabel={t('mention')}
        insertions={teammates.map(({ id, name: called, here }) => ({
          ...{ id, name: called, text: `@${called} ` },
          hint: here ? t('presence.here') : t('presence.away'),
        }))}
      >
        <Button type="submit" size="compact-md" loading={notes.isSending}>
          {t('addNote')}
        </Button>
      </TextBox>
    </Form>
  );
}

/** The form of internal notes. */
function useNote(conversationId: string): {
  readonly send: (text: string, mention?: readonly string[]) => Promise<boolean>;
  readonly isSending: boolean;
  readonly error: ApiError | null;
} {
  const { call } = useConsole();
  const { send, isPending, error } = useWrite();
  const last = useRef({ text: '', key: '' });
  return {
    isSending: isPending,
    error,
    send: (text, mention = []) => {
      // The same words again are the same note, sent once more.
      if (last.current.text !== text) last.current = { text, key: randomUuid() };
      const body = { text, ...(mention.length > 0 && { mention }) };
      const header = { 'idempotency-key': last.current.key };
      return send(async () => {
        const options = { path: { conversationId }, header, body };
        await call('POST', '/v1/admin/conversations/{conversationId}/handoff/note', sideEntry, options);
        last.current = { text: '', key: '' };
      });
    },
  };
}
