import type { ReactNode } from 'react';
import icon from '../icon.svg';
import { ColorSchemeButton } from './ColorSchemeButton.tsx';

/** The page around every page: a way past the header, the header, the content. */
export function Frame({
  account,
  navigation,
  children,
}: {
  readonly account?: ReactNode;
  readonly navigation?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className={navigation ? 'frame frame-with-navigation' : 'frame'}>
      <a className="skip-link" href="#content">
        Skip to the content
      </a>
      <header className="header">
        <span className="brand">
          <img src={icon} alt="" width="28" height="28" />
          Messaging gateway
        </span>
        <span className="header-end">
          {account}
          <ColorSchemeButton />
        </span>
      </header>
      {navigation}
      <main id="content" tabIndex={-1} className="content">
        {children}
      </main>
    </div>
  );
}
