import { useTranslation } from 'react-i18next';
import type { HandoffRow } from '../../../contract/admin/handoffs.ts';
import { PageLink } from '../../components/PageLink.tsx';
import { useNow } from './inbox-context.ts';
import { useNames } from './use-names.ts';
import { timeSince } from './waiting.ts';

const soonMs = 2 * 60 * 60_000;

/** Who it is, on which channel, and how long a chat app still takes answers. */
export function Heading({
  row,
  conversationId,
  isDetailed,
  onDetails,
}: {
  readonly row: HandoffRow | null;
  readonly conversationId: string;
  readonly isDetailed: boolean;
  readonly onDetails: () => void;
}) {
  const { t } = useTranslation('inbox');
  const { visitorOf } = useNames();
  return (
    <div className="inbox-heading">
      <span className="inbox-back">
        <PageLink path={`inbox${location.search}`}>{t('back')}</PageLink>
      </span>
      <h2 className="inbox-name">
        <bdi>{row ? visitorOf(row.visitor) : conversationId}</bdi>
      </h2>
      {row && <span className="quiet">{t(`channels.${row.visitor.channel}`)}</span>}
      {row?.windowEndsAt !== undefined && <Window endsAt={row.windowEndsAt} name={visitorOf(row.visitor)} />}
      <button
        type="button"
        className="text-button inbox-details-button"
        aria-expanded={isDetailed}
        onClick={onDetails}
      >
        {t('details')}
      </button>
    </div>
  );
}

function Window({ endsAt, name }: { readonly endsAt: string; readonly name: string }) {
  const { t } = useTranslation('inbox');
  const leftMs = Date.parse(endsAt) - useNow();
  if (leftMs <= 0) return <span className="bad">{t('windowOver', { name })}</span>;
  return (
    <span className={leftMs < soonMs ? 'warn' : 'quiet'}>{t('windowLeft', { time: timeSince(leftMs) })}</span>
  );
}
