import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import icon from '../icon.svg';
import { ColorSchemeButton } from './ColorSchemeButton.tsx';
import { LanguageButton } from './LanguageButton.tsx';

/** The page around every page: a way past the header, the header, the content. */
export function Frame({
  tenant,
  account,
  navigation,
  bars,
  children,
}: {
  readonly tenant?: ReactNode;
  readonly account?: ReactNode;
  readonly navigation?: ReactNode;
  /** What holds for all pages just now. */
  readonly bars?: ReactNode;
  readonly children: ReactNode;
}) {
  const { t } = useTranslation('common');
  return (
    <div className={navigation ? 'frame frame-with-navigation' : 'frame'}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      <header className="header">
        <span className="brand">
          <img src={icon} alt="" width="28" height="28" />
          <span className="brand-name">{t('product')}</span>
        </span>
        {tenant}
        <span className="header-end">
          {account}
          <LanguageButton />
          <ColorSchemeButton />
        </span>
      </header>
      {navigation}
      <div className="middle">
        {bars}
        <main id="content" tabIndex={-1} className="content">
          {children}
        </main>
      </div>
    </div>
  );
}
