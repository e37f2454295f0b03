import { useTranslation } from 'react-i18next';
import { copyText } from '../../components/copy-text.ts';
import type { Pending } from './live/outbox.ts';
import type { OutboxView } from './use-outbox.ts';

/** A message on its way: shown at once; one that has failed stays, with what can be done about it. */
export function PendingMessage({
  pending: { key, text, hasFailed },
  outbox: { outbox, error },
}: {
  readonly pending: Pending;
  readonly outbox: OutboxView;
}) {
  const { t } = useTranslation(['common', 'inbox']);
  return (
    <li className="inbox-line" data-author="agent" data-pending={hasFailed ? 'failed' : 'sending'}>
      <p className="said" dir="auto">
        {text}
      </p>
      {hasFailed ? (
        <span className="inbox-failed">
          <span className="bad" role="alert">
            {t('inbox:notSent')}{' '}
            {error &&
              (error.failure === 'refused' || error.failure === 'role' ? '' : t(`causes.${error.failure}`))}
          </span>
          <button type="button" className="text-button" onClick={() => outbox.retry(key)}>
            {t('inbox:retry')}
          </button>
          <button type="button" className="text-button" onClick={() => void copyText(text)}>
            {t('inbox:copyText')}
          </button>
          <button type="button" className="text-button" onClick={() => outbox.discard(key)}>
            {t('inbox:discard')}
          </button>
        </span>
      ) : (
        <span className="quiet">{t('inbox:sending')}</span>
      )}
    </li>
  );
}
