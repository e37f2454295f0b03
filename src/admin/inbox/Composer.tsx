import { Button } from '@mantine/core';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import type { HandoffRow } from '../../contract/admin/handoffs.ts';
import { useKeptState } from '../app/kept-state.ts';
import { SegmentedChoice } from '../app/SegmentedChoice.tsx';
import { Failure } from '../states/Failure.tsx';
import { useTexts } from '../texts/texts.ts';
import { useInbox } from './inbox-context.ts';
import { isMine } from './live/board.ts';
import type { TalkState } from './live/talk.ts';
import { Refusal } from './Refusal.tsx';
import { useNames } from './use-names.ts';
import { useNote } from './use-note.ts';
import type { OutboxView } from './use-outbox.ts';

type Mode = 'reply' | 'note';

/** Where one writes: to the visitor, or for colleagues. What is typed stays with its conversation. */
export function Composer({
  row,
  said,
  outbox,
  conversationId,
}: {
  readonly row: HandoffRow | null;
  readonly said: TalkState;
  readonly outbox: OutboxView;
  readonly conversationId: string;
}) {
  const { inbox } = useTexts();
  const { userId } = useInbox();
  const { visitorOf } = useNames();
  const [mode, setMode] = useState<Mode>('reply');
  const [reply, keepReply] = useKeptState(`inbox.${conversationId}.reply`);
  const [note, keepNote] = useKeptState(`inbox.${conversationId}.note`);
  const [seenSeq, setSeenSeq] = useState<number | null>(null);
  const notes = useNote(conversationId);
  const isReply = mode === 'reply';
  const mayReply = row !== null && isMine(row, userId);
  const name = row ? visitorOf(row.visitor) : '';
  const { refused, forgetRefused } = outbox;
  const lastSeq = said.messages.at(-1)?.seq ?? 0;
  const hasWritten =
    reply !== '' &&
    seenSeq !== null &&
    said.messages.some(({ seq, author }) => seq > seenSeq && author === 'user');
  // What was refused is given back, before what was typed since.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each.
  useEffect(() => {
    if (refused) keepReply([refused.pending.text, reply].filter(Boolean).join('\n'));
  }, [refused]);

  const type = (text: string) => {
    if (reply === '') setSeenSeq(lastSeq);
    keepReply(text);
  };
  const send = async () => {
    if (isReply) {
      if (!mayReply || reply.trim() === '') return;
      forgetRefused();
      outbox.outbox.push({ key: crypto.randomUUID(), text: reply.trim(), fileIds: [], seenSeq: lastSeq });
      keepReply('');
    } else if (note.trim() !== '' && (await notes.send(note.trim()))) keepNote('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    void send();
  };
  const hint = useId();
  return (
    <form
      className="inbox-composer"
      data-mode={mode}
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      <SegmentedChoice
        label={inbox.mode}
        names={{ reply: inbox.reply, note: inbox.note }}
        chosen={mode}
        onChoose={setMode}
      />
      {isReply && refused && <Refusal refused={refused} />}
      {!isReply && notes.error && <Failure error={notes.error} />}
      {isReply && hasWritten && (
        <p className="warn hint" role="status">
          {inbox.wroteMeanwhile(name)}
        </p>
      )}
      {isReply && row && !mayReply && (
        <p className="hint" id={hint}>
          {row.owner ? inbox.has(row.owner.name) : inbox.waits}
        </p>
      )}
      <textarea
        className="inbox-text"
        rows={3}
        dir="auto"
        aria-label={isReply ? inbox.replyTo(name) : inbox.noteAbout(name)}
        aria-describedby={isReply && row && !mayReply ? hint : undefined}
        placeholder={isReply ? inbox.replyTo(name) : inbox.noteAbout(name)}
        value={isReply ? reply : note}
        // What was typed can be read and copied, whoever has it.
        readOnly={isReply && !mayReply}
        onChange={(event) => (isReply ? type : keepNote)(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className="inbox-composer-foot">
        <span className="quiet hint">{inbox.enterSends}</span>
        <Button type="submit" size="compact-md" disabled={isReply && !mayReply} loading={notes.isSending}>
          {isReply ? inbox.send : inbox.addNote}
        </Button>
      </div>
    </form>
  );
}
