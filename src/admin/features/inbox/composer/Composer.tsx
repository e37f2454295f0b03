import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { HandoffRow, HandoffView } from '../../../../contract/admin/handoffs.ts';
import { SegmentedChoice } from '../../../components/SegmentedChoice.tsx';
import { Rows } from '../../../components/Rows.tsx';
import { useInbox, useNow } from '../inbox-context.ts';
import { isMine } from '../live/board.ts';
import type { TalkState } from '../live/talk.ts';
import { useNames } from '../use-names.ts';
import type { OutboxView } from '../use-outbox.ts';
import { NoteForm } from './NoteForm.tsx';
import { ReplyForm } from './ReplyForm.tsx';

// Few conversations outlast their 24 hours.
const TemplateForm = lazy(async () => ({ default: (await import('./TemplateForm.tsx')).TemplateForm }));

type Mode = 'reply' | 'note';

/** Where one writes: to the visitor, or for colleagues; by a template once a chat app takes no text any more. */
export function Composer(props: {
  readonly conversationId: string;
  readonly row: HandoffRow | null;
  readonly view: HandoffView | null;
  readonly said: TalkState;
  readonly outbox: OutboxView;
}) {
  const { conversationId, row, view, outbox } = props;
  const { t } = useTranslation('inbox');
  const { userId } = useInbox();
  const { visitorOf } = useNames();
  const [mode, setMode] = useState<Mode>('reply');
  const isChosen = useRef(false);
  const box = useRef<HTMLTextAreaElement>(null);
  const mayReply = row !== null && isMine(row, userId);
  const name = row ? visitorOf(row.visitor) : '';
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
          <Suspense fallback={<Rows />}>
            <TemplateForm row={row} view={view} outbox={outbox} mayReply={mayReply} name={name} />
          </Suspense>
        ) : (
          <ReplyForm {...props} name={name} mayReply={mayReply} box={box} />
        ))}
    </div>
  );
}
