import { useTranslation } from 'react-i18next';
import type { FlowSummary } from '../../../contract/admin/flows.ts';
import { RelativeTime } from '../../components/RelativeTime.tsx';
import { StatusBadge } from '../../components/StatusBadge.tsx';

/** The live version of a flow. */
export function Live({ flow: { live, canaryEnded } }: { readonly flow: FlowSummary }) {
  const { t } = useTranslation('flows');
  return (
    <>
      {live.version === null ? (
        <StatusBadge tone="quiet">{t('notLive')}</StatusBadge>
      ) : (
        <StatusBadge tone="good">{t('liveVersion', { version: live.version })}</StatusBadge>
      )}{' '}
      {live.canary && (
        <StatusBadge tone="warn">
          {t('canary', { version: live.canary.version, percent: live.canary.percent })}
        </StatusBadge>
      )}
      {canaryEnded?.action === 'cancel' && (
        <StatusBadge tone="bad">{t('rolloutStopped', { version: canaryEnded.version })}</StatusBadge>
      )}
    </>
  );
}

/** Who changed the draft, and whether it has problems. */
export function DraftState({ flow: { draft } }: { readonly flow: FlowSummary }) {
  const { t } = useTranslation('flows');
  if (draft === null) return <span className="quiet">{t('noChanges')}</span>;
  const who = draft.by?.email ?? draft.by?.id ?? t('someone');
  return (
    <>
      {draft.faults > 0 && <StatusBadge tone="bad">{t('faults', { count: draft.faults })}</StatusBadge>}{' '}
      <span className="quiet">
        {t('editedBy', { who })} {draft.at && <RelativeTime at={draft.at} />}
      </span>
    </>
  );
}
