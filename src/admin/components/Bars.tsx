import { useTranslation } from 'react-i18next';
import { useConsole } from './console-context.ts';
import { useGoTo } from './navigation.ts';
import { useOnline } from './use-online.ts';

/** What holds for all pages just now: no line, or another tenant's data. */
export function Bars() {
  const { t } = useTranslation('common');
  const { session, tenantId } = useConsole();
  const isOnline = useOnline();
  const goTo = useGoTo();
  return (
    <>
      {tenantId !== session.tenantId && session.roles.includes('super-admin') && (
        <aside className="bar bar-tenant" aria-label={t('workingIn', { tenant: tenantId })}>
          {t('workingIn', { tenant: tenantId })}
          <button
            type="button"
            className="bar-action"
            onClick={() => goTo('', { tenantId: session.tenantId })}
          >
            {t('backTo', { tenant: session.tenantId })}
          </button>
        </aside>
      )}
      <div role="status">{!isOnline && <p className="bar">{t('offline')}</p>}</div>
    </>
  );
}
