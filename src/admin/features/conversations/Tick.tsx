import { useTranslation } from 'react-i18next';
import type { TranscriptMessage } from '../../../contract/admin/conversations.ts';

/** How far a message has come at its provider: sent, delivered, read, or why not; null waits to be sent. */
export function Tick({ tick }: { readonly tick: NonNullable<TranscriptMessage['delivery']> | null }) {
  const { t } = useTranslation('conversations');
  if (tick === null) return <span className="quiet hint">{t('delivery.ticks.waiting')}</span>;
  const { state, reason } = tick;
  return (
    <span className={state === 'failed' ? 'bad hint' : 'quiet hint'}>
      {t(`delivery.ticks.${state as 'sent'}`, { defaultValue: state })}{' '}
      {reason !== undefined && <FailureReason reason={reason} />}
    </span>
  );
}

/** Why a message was not delivered, in words; a reason that has none here is shown as the trace names it. */
function FailureReason({ reason }: { readonly reason: string }) {
  const { t } = useTranslation('conversations');
  const text = t(`delivery.reasons.${reason as 'expired'}`, { defaultValue: '' });
  return text === '' ? <bdi lang="en">{reason}</bdi> : <span>{text}</span>;
}
