import { Group } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import icon from '../icon.svg';
import { ColorSchemeButton } from './ColorSchemeButton.tsx';
import { LanguageSelect } from './LanguageSelect.tsx';

interface Props {
  /** The rail; without one the page stands alone, as before the sign-in. */
  readonly navigation?: ReactNode;
  /** What holds for all pages just now. */
  readonly bars?: ReactNode;
  readonly children: ReactNode;
}

/** What is around every page: a way past the rail, the rail, the content. */
export function Frame({ navigation, bars, children }: Props) {
  const { t } = useTranslation('common');
  return (
    <div className={navigation ? 'frame frame-with-navigation' : 'frame'}>
      <a className="skip-link" href="#content">
        {t('skip')}
      </a>
      {navigation}
      <div className="middle">
        {bars}
        <main id="content" tabIndex={-1} className="content">
          {!navigation && (
            <p className="brand">
              <img src={icon} alt="" width="28" height="28" />
              {t('product')}
            </p>
          )}
          {children}
          {!navigation && (
            <Group justify="center">
              <LanguageSelect />
              <ColorSchemeButton />
            </Group>
          )}
        </main>
      </div>
    </div>
  );
}
