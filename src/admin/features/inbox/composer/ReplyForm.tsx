import { Button } from '@mantine/core';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import type { HandoffRow, HandoffView } from '../../../../contract/admin/handoffs.ts';
import { type SavedReply, savedRepliesPage } from '../../../../contract/admin/texts.ts';
import { type CannedValues, filled, unfilled } from '../../../../contract/directory.ts';
import { noContent } from '../../../api/api.ts';
import { listPages } from '../../../api/list-pages.ts';
import { useConsole } from '../../../components/console-context.ts';
import { useKeptState } from '../../../components/kept-state.ts';
import type { TalkState } from '../live/talk.ts';
import type { OutboxView } from '../use-outbox.ts';
import { Files } from './Files.tsx';
import { Refusal } from './Refusal.tsx';
import { type Insertion, TextBox } from './TextBox.tsx';
import { useFiles } from './use-files.ts';

/** An answer to the visitor. What is typed stays with its conversation, and is given back when it is refused. */
export function ReplyForm({
  conversationId,
  name,
  row,
  view,
  said,
  outbox: { outbox, refused, forgetRefused },
  mayReply,
  box,
}: {
  readonly conversationId: string;
  readonly name: string;
  readonly row: HandoffRow | null;
  readonly view: HandoffView | null;
  readonly said: TalkState;
  readonly outbox: OutboxView;
  readonly mayReply: boolean;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}) {
  const { t } = useTranslation('inbox');
  const { session } = useConsole();
  const [reply, keepReply] = useKeptState(`inbox.${conversationId}.reply`);
  const [seenSeq, setSeenSeq] = useState<number | null>(null);
  const [isAsked, setAsked] = useState(false);
  const hint = useId();
  const picker = useRef<HTMLInputElement>(null);
  const tellTyping = useTyping(conversationId);
  const chosen = useFiles(conversationId);
  const replies = useSavedReplies(row?.visitor.language ?? null, {
    'user.firstName': row?.visitor.name ?? undefined,
    'user.email': view?.contact.email,
    'user.phone': view?.contact.phone,
    'agent.name': session.user.name,
  });
  const lastSeq = said.messages.at(-1)?.seq ?? 0;
  const hasWritten =
    reply !== '' &&
    seenSeq !== null &&
    said.messages.some(({ seq, author }) => seq > seenSeq && author === 'user');
  const open = unfilled(reply);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each; what was typed since comes behind it.
  useEffect(() => {
    if (refused) keepReply([refused.pending.text, reply].filter(Boolean).join('\n'));
  }, [refused]);

  const type = (text: string) => {
    if (reply === '') setSeenSeq(lastSeq);
    setAsked(false);
    keepReply(text);
    tellTyping(text !== '');
  };
  const isUploading = chosen.files.some(({ state }) => state === 'uploading');
  const fileIds = chosen.files.flatMap(({ fileId, state }) => (state === 'available' && fileId) || []);
  const send = () => {
    const text = reply.trim();
    if (!mayReply || isUploading || (text === '' && fileIds.length === 0)) return;
    // What nothing has filled is asked about once.
    if (open.length > 0 && !isAsked) return setAsked(true);
    forgetRefused();
    setAsked(false);
    outbox.push({ key: randomUuid(), text, fileIds, seenSeq: lastSeq });
    keepReply('');
    chosen.clear();
    tellTyping(false);
  };
  return (
    <form
      className="inbox-form"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      onDragOver={(event) => mayReply && event.preventDefault()}
      onDrop={(event) => {
        event.preventDefault();
        if (mayReply) chosen.add([...event.dataTransfer.files]);
      }}
    >
      {refused && <Refusal refused={refused} />}
      <div role="status">
        {hasWritten && <p className="warn hint">{t('wroteMeanwhile', { name })}</p>}
        {isAsked && <p className="warn hint">{t('saved.open', { names: open.join(', ') })}</p>}
      </div>
      {row && !mayReply && (
        <p className="hint" id={hint}>
          {row.owner ? t('has', { name: row.owner.name }) : t('waits')}
        </p>
      )}
      <TextBox
        box={box}
        label={t('replyTo', { name })}
        value={reply}
        onChange={type}
        onSend={send}
        trigger="/"
        insertions={replies}
        insertionsLabel={t('saved.title')}
        describedBy={row && !mayReply ? hint : undefined}
        isReadOnly={!mayReply}
        onFiles={chosen.add}
      />
      <Files files={chosen.files} onRemove={chosen.remove} />
      <div className="inbox-composer-foot">
        <span className="quiet hint">{t('saved.hint')}</span>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          onChange={({ currentTarget }) => {
            chosen.add([...(currentTarget.files ?? [])]);
            currentTarget.value = '';
          }}
        />
        <Button
          variant="default"
          size="compact-md"
          disabled={!mayReply}
          onClick={() => picker.current?.click()}
        >
          {t('files.attach')}
        </Button>
        <Button type="submit" size="compact-md" disabled={!mayReply || isUploading}>
          {isAsked ? t('saved.sendAnyway') : t('send')}
        </Button>
      </div>
    </form>
  );
}

const mostPages = 5;

/** The tenant's saved replies, those in the visitor's language first; filled with what is known of the visitor. */
function useSavedReplies(language: string | null, values: CannedValues): readonly Insertion[] {
  const { call } = useConsole();
  const [replies, setReplies] = useState<readonly SavedReply[]>([]);
  useEffect(() => {
    let isOver = false;
    const read = async () => {
      const found = await listPages(mostPages, (cursor) =>
        call('GET', '/v1/admin/texts', savedRepliesPage, { query: { limit: 100, cursor } }),
      );
      if (!isOver) setReplies(found);
    };
    // Without them one writes by hand.
    void read().catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [call]);
  const rank = (reply: SavedReply) => (reply.language === language ? 0 : reply.language === null ? 1 : 2);
  return replies
    .toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))
    .map(({ id, name, text, language: of }) => ({
      ...{ id, name, text: filled(text, values) },
      hint: of ?? '',
    }));
}

/** As often as the gateway tells it. */
const everyMs = 3_000;

/** Tells the visitor that somebody writes, at most every three seconds, and that they have stopped. */
function useTyping(conversationId: string): (isOn: boolean) => void {
  const { call } = useConsole();
  const told = useRef({ atMs: 0, isOn: false });
  const tell = (isOn: boolean) => {
    const nowMs = Date.now();
    const isNews = isOn ? nowMs - told.current.atMs >= everyMs || !told.current.isOn : told.current.isOn;
    if (!isNews) return;
    told.current = { atMs: nowMs, isOn };
    const options = { path: { conversationId }, body: { on: isOn } };
    const asked = call('POST', '/v1/admin/conversations/{conversationId}/handoff/typing', noContent, options);
    // A hint that is lost is none of anybody's trouble.
    void asked.catch(() => undefined);
  };
  const last = useRef(tell);
  useEffect(() => {
    last.current = tell;
  });
  useEffect(() => () => last.current(false), []);
  return tell;
}
