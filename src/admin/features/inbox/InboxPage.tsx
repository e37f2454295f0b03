import { useEffect, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { sitDown } from '../../components/at-desk.ts';
import { useConsole } from '../../components/console-context.ts';
import { notify } from '../../components/notify.tsx';
import { PageTitle } from '../../components/PageTitle.tsx';
import { EmptyState } from '../../components/EmptyState.tsx';
import { Conversation } from './Conversation.tsx';
import { Desk } from './Desk.tsx';
import { InboxList } from './InboxList.tsx';
import { InboxContext, useLiveInbox } from './inbox-context.ts';
import { useKeys } from './use-keys.ts';
import { usePendingClose } from './use-pending-close.ts';
import './inbox.css';

/** Who waits for a human, the conversation that one has opened, and what is known of its visitor. @see console.md 5 */
export function InboxPage({ conversationId }: { readonly conversationId?: string }) {
  const { tenantId } = useConsole();
  const { t } = useTranslation('inbox');
  const live = useLiveInbox();
  const beginClose = usePendingClose(live.live, notify);
  const content = useMemo(() => ({ ...live, beginClose }), [live, beginClose]);
  useKeys();
  useEffect(() => sitDown(tenantId), [tenantId]);
  return (
    <InboxContext value={content}>
      <div className={conversationId === undefined ? 'inbox' : 'inbox inbox-open'}>
        <section className="inbox-lists" aria-label={t('lists')}>
          <PageTitle>{t('title')}</PageTitle>
          <Desk />
          <InboxList />
        </section>
        {conversationId === undefined ? (
          <div className="inbox-none">
            <EmptyState>{t('choose')}</EmptyState>
          </div>
        ) : (
          <Conversation key={conversationId} conversationId={conversationId} onDone={notify} />
        )}
      </div>
    </InboxContext>
  );
}
