import { ActionIcon, Button, Tooltip } from '@mantine/core';
import IconBolt from '@tabler/icons-react/icons/IconBolt';
import IconPaperclip from '@tabler/icons-react/icons/IconPaperclip';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import type { HandoffRow, HandoffView } from '../../../../contract/admin/handoffs.ts';
import { type CannedValues, filled, unfilled } from '../../../../contract/directory.ts';
import { noContent } from '../../../api/api.ts';
import { useConsole } from '../../../components/console-context.ts';
import { Form } from '../../../components/Form.tsx';
import { useKeptState } from '../../../components/kept-state.ts';
import { lazyPart } from '../../../components/Loaded.tsx';
import { notify } from '../../../components/notify.tsx';
import { savedRepliesQuery } from '../../settings/saved-replies/queries.ts';
import type { ThreadState } from '../live/thread-store.ts';
import type { OutboxView } from '../use-outbox.ts';
import { Files, useDroppedFiles, useFiles } from './attachments.tsx';
import { Refusal } from './Refusal.tsx';
import { type Insertion, TextBox } from './TextBox.tsx';

const ReplyDialog = lazyPart(() => import('../../settings/saved-replies/ReplyDialog.tsx'), 'ReplyDialog');

interface Props {
  readonly conversationId: string;
  readonly name: string;
  readonly row: HandoffRow | null;
  readonly view: HandoffView | null;
  readonly log: ThreadState;
  readonly outbox: OutboxView;
  readonly mayReply: boolean;
  readonly box: RefObject<HTMLTextAreaElement | null>;
}

/** A reply to the visitor. What is typed stays with its conversation, and returns when it is refused. */
export function ReplyForm({ conversationId, name, row, view, log, outbox: sending, mayReply, box }: Props) {
  const { outbox, refused, forgetRefused } = sending;
  const { t } = useTranslation('inbox');
  const { session } = useConsole();
  const [reply, keepReply] = useKeptState(`inbox.${conversationId}.reply`);
  const [seenSeq, setSeenSeq] = useState<number | null>(null);
  const [isAsked, setAsked] = useState(false);
  const [isCreating, setCreating] = useState(false);
  const hint = useId();
  const reportTyping = useTyping(conversationId);
  const chosen = useFiles(conversationId);
  useDroppedFiles(box, mayReply, chosen.add);
  const replies = useSavedReplies(row?.visitor.language ?? null, {
    'user.firstName': row?.visitor.name ?? undefined,
    'user.email': view?.contact.email,
    'user.phone': view?.contact.phone,
    'agent.name': session.user.name,
  });
  const lastSeq = log.messages.at(-1)?.seq ?? 0;
  const hasWritten =
    reply !== '' &&
    seenSeq !== null &&
    log.messages.some(({ seq, author }) => seq > seenSeq && author === 'user');
  const open = unfilled(reply);

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each; what was typed since comes behind it.
  useEffect(() => {
    if (!refused) return;
    keepReply([refused.pending.text, reply].filter(Boolean).join('\n'));
    chosen.restore(refused.pending.files ?? []);
  }, [refused]);

  const type = (text: string) => {
    if (reply === '') setSeenSeq(lastSeq);
    setAsked(false);
    keepReply(text);
    reportTyping(text !== '');
  };
  const isUploading = chosen.files.some(({ state }) => state === 'uploading' || state === 'scanning');
  const ready = chosen.files.filter(({ state }) => state === 'available');
  const send = () => {
    const text = reply.trim();
    if (!mayReply || isUploading || (text === '' && ready.length === 0)) return;
    // Unfilled placeholders need one confirmation.
    if (open.length > 0 && !isAsked) return setAsked(true);
    forgetRefused();
    setAsked(false);
    const files = ready.map(({ fileId, name: filename }) => ({ fileId: fileId ?? '', name: filename }));
    outbox.push({ key: randomUuid(), text, files, seenSeq: lastSeq });
    keepReply('');
    chosen.clear();
    reportTyping(false);
  };
  return (
    <Form gap={8} onSend={send}>
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
      <Files files={chosen.files} onRemove={chosen.remove} />
      <TextBox
        box={box}
        label={t('replyTo', { name })}
        value={reply}
        onChange={type}
        onSend={send}
        trigger="/"
        insertions={replies}
        insertionsLabel={t('saved.title')}
        whenEmpty={{ label: t('savedReplies.createFirst'), onPick: () => setCreating(true) }}
        describedBy={row && !mayReply ? hint : undefined}
        isReadOnly={!mayReply}
        onFiles={chosen.add}
      >
        <AttachButton
          isDisabled={!mayReply}
          onFiles={(files) => {
            chosen.add(files);
            box.current?.focus();
          }}
        />
        <Tooltip label={t('saved.insert')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('saved.insert')}
            disabled={!mayReply}
            onClick={() => openList(box.current)}
          >
            <IconBolt size={18} aria-hidden />
          </ActionIcon>
        </Tooltip>
        <Button type="submit" size="compact-md" disabled={!mayReply || isUploading}>
          {isAsked ? t('saved.sendAnyway') : t('send')}
        </Button>
      </TextBox>
      {isCreating && (
        <ReplyDialog
          reply={null}
          onClose={() => setCreating(false)}
          onDone={(done) => {
            setCreating(false);
            notify(done);
          }}
        />
      )}
    </Form>
  );
}

/** Types the trigger of the list, as the agent would. */
function openList(box: HTMLTextAreaElement | null): void {
  if (!box) return;
  box.focus();
  const before = box.value.slice(0, box.selectionStart);
  box.setRangeText(/^$|\s$/.test(before) ? '/' : ' /', box.selectionStart, box.selectionEnd, 'end');
  box.dispatchEvent(new Event('input', { bubbles: true }));
}

interface AttachProps {
  readonly isDisabled: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

function AttachButton({ isDisabled, onFiles }: AttachProps) {
  const { t } = useTranslation('inbox');
  const picker = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={picker}
        type="file"
        multiple
        hidden
        onChange={({ currentTarget }) => {
          onFiles([...(currentTarget.files ?? [])]);
          currentTarget.value = '';
        }}
      />
      <Tooltip label={t('files.attach')}>
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('files.attach')}
          disabled={isDisabled}
          onClick={() => picker.current?.click()}
        >
          <IconPaperclip size={18} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </>
  );
}

/** The tenant's saved replies, those in the visitor's language first; filled with what is known of the visitor. */
function useSavedReplies(language: string | null, values: CannedValues): readonly Insertion[] {
  const { data = [], hasNextPage, isFetchingNextPage, fetchNextPage } = useInfiniteQuery(savedRepliesQuery);
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, fetchNextPage]);
  const rank = (reply: { readonly language: string | null }) =>
    reply.language === language ? 0 : reply.language === null ? 1 : 2;
  return data
    .toSorted((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name))
    .map(({ id, name, text, language: of }) => ({
      ...{ id, name, text: filled(text, values) },
      hint: of ?? '',
    }));
}

/** The interval at which the gateway records typing. */
const everyMs = 3_000;

/** Shows the visitor that the agent is typing, at most every three seconds, and when it ends. */
function useTyping(conversationId: string): (isOn: boolean) => void {
  const { call } = useConsole();
  const sent = useRef({ atMs: 0, isOn: false });
  const notifyTyping = (isOn: boolean) => {
    const nowMs = Date.now();
    const isNews = isOn ? nowMs - sent.current.atMs >= everyMs || !sent.current.isOn : sent.current.isOn;
    if (!isNews) return;
    sent.current = { atMs: nowMs, isOn };
    const options = { path: { conversationId }, body: { on: isOn } };
    const asked = call('POST', '/v1/admin/conversations/{conversationId}/handoff/typing', noContent, options);
    // A lost typing event does not matter.
    void asked.catch(() => undefined);
  };
  const last = useRef(notifyTyping);
  useEffect(() => {
    last.current = notifyTyping;
  });
  useEffect(() => () => last.current(false), []);
  return notifyTyping;
}
