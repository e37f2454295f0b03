import { useTranslation } from 'react-i18next';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { useInbox } from './inbox-context.ts';
import { isMine, waitsSince } from './live/board.ts';
import { useNames } from './use-names.ts';
import { timeSince, urgencyOf } from './waiting.ts';

/** One conversation in a list: how long it waits, who it is, what was said last, who has it. */
export function ListRow({ row, nowMs }: { readonly row: HandoffRow; readonly nowMs: number }) {
  const { t } = useTranslation('inbox');
  const { userId } = useInbox();
  const { visitorOf } = useNames();
  const { conversationId, state, owner, offer, visitor, lastText, queue } = row;
  const waits = state === 'requested' || row.waitingSince !== null;
  const sinceMs = Date.parse(waitsSince(row));
  return (
    <PageLink path={`inbox/${encodeURIComponent(conversationId)}${location.search}`} className="inbox-row">
      <span className="inbox-row-top">
        <strong>
          <bdi>{visitorOf(visitor)}</bdi>
        </strong>
        {waits && (
          <span className="inbox-timer" data-urgency={urgencyOf(nowMs - sinceMs)}>
            <span className="only-read">{t('waitsFor')} </span>
            {timeSince(nowMs - sinceMs)}
          </span>
        )}
      </span>
      <span className="inbox-row-text" dir="auto">
        {lastText || row.reason}
      </span>
      <span className="quiet inbox-row-facts">
        {t(`channels.${visitor.channel}`)} · <bdi>{queue}</bdi>
        {state === 'taken' && owner && (
          <> · {isMine(row, userId) ? t('you') : <bdi>{t('with', { name: owner.name })}</bdi>}</>
        )}
        {offer && (
          <> · {offer.userId === userId ? t('keptForYou') : t('keptFor', { name: t('aColleague') })}</>
        )}
      </span>
    </PageLink>
  );
}
