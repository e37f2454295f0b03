import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Done } from '../../components/notify.tsx';
import { Failure } from '../../components/Failure.tsx';
import { Rows } from '../../components/Rows.tsx';
import { Actions } from './Actions.tsx';
import { Composer } from './composer/Composer.tsx';
import { Details } from './Details.tsx';
import { Heading } from './Heading.tsx';
import { rowOf, useInbox } from './inbox-context.ts';
import { Messages } from './Messages.tsx';
import { handoffQuery } from './queries.ts';
import { useOutbox } from './use-outbox.ts';
import { useSeen } from './use-seen.ts';
import { useTalk } from './use-talk.ts';

/** The conversation that is open: what was said, what one answers, and who writes. */
export function Conversation({
  conversationId,
  onDone,
}: {
  readonly conversationId: string;
  readonly onDone: (done: Done) => void;
}) {
  const { t } = useTranslation(['inbox', 'common']);
  const { state } = useInbox();
  const { talk, said } = useTalk(conversationId);
  const row = rowOf(state, conversationId);
  useSeen(row, said);
  const outbox = useOutbox(conversationId, row, talk);
  const viewed = useQuery(handoffQuery(conversationId));
  const [isDetailed, setDetailed] = useState(false);
  const view = viewed.data?.body.handoff ?? null;
  const isKnown = state.isListed || row !== null;
  return (
    <>
      <section className="inbox-talk" aria-label={t('messages')}>
        <Heading
          row={row}
          conversationId={conversationId}
          isDetailed={isDetailed}
          onDetails={() => setDetailed(!isDetailed)}
        />
        {row && <Actions key={row.handoffId} row={row} view={view} onDone={onDone} />}
        {isKnown && !row && (
          <p className="quiet inbox-over">
            {viewed.error?.failure === 'gone' ? t('common:causes.gone') : t('gone')}
          </p>
        )}
        {said.error && <Failure error={said.error} onRetry={() => talk.catchUp()} />}
        {said.isRead || said.messages.length > 0 ? (
          <Messages said={said} row={row} outbox={outbox} conversationId={conversationId} />
        ) : (
          !said.error && <Rows />
        )}
        <Composer row={row} view={view} said={said} outbox={outbox} conversationId={conversationId} />
      </section>
      <Details row={row} view={view} said={said} isOpen={isDetailed} conversationId={conversationId} />
    </>
  );
}
