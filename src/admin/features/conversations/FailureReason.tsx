import { useTranslation } from 'react-i18next';

/** Why a message was not delivered, in words; a reason that has none here is shown as the trace names it. */
export function FailureReason({ reason }: { readonly reason: string }) {
  const { t } = useTranslation('conversations');
  const text = t(`delivery.reasons.${reason as 'expired'}`, { defaultValue: '' });
  return text === '' ? <bdi lang="en">{reason}</bdi> : <span>{text}</span>;
}
