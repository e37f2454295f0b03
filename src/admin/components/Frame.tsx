import { Button, Group, Select, useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import icon from '../icon.svg';
import { changeLanguage, type Language, languages } from '../locales/i18n.ts';
import { useLanguage } from '../locales/use-language.ts';

interface Props {
  /** The rail; without one the page stands alone, as before the sign-in. */
  readonly navigation?: ReactNode;
  /** Notices for all pages. */
  readonly bars?: ReactNode;
  readonly children: ReactNode;
}

/** The frame of every page: skip link, rail, content. */
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
            <Group component="p" gap="sm" m={0} fw={600}>
              <img src={icon} alt="" width="28" height="28" />
              {t('product')}
            </Group>
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

/** The language of the page, each named in itself. */
function LanguageSelect() {
  const { t } = useTranslation('common');
  return (
    <Select
      size="xs"
      w={120}
      aria-label={t('language')}
      value={useLanguage()}
      allowDeselect={false}
      onChange={(language) => void changeLanguage(language as Language)}
      data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
    />
  );
}

/** Switches between light and dark; until it is used, the system's choice holds. */
function ColorSchemeButton() {
  const { t } = useTranslation('common');
  const { setColorScheme } = useMantineColorScheme();
  const other = useComputedColorScheme('light') === 'light' ? 'dark' : 'light';
  return (
    <Button variant="default" size="compact-sm" onClick={() => setColorScheme(other)}>
      {other === 'dark' ? t('toDark') : t('toLight')}
    </Button>
  );
}
