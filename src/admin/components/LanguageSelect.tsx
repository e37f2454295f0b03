import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { changeLanguage, type Language, languages } from '../locales/i18n.ts';
import { useLanguage } from '../locales/use-language.ts';

/** The language of the page, each named in itself. */
export function LanguageSelect() {
  const { t } = useTranslation('common');
  return (
    <NativeSelect
      size="xs"
      aria-label={t('language')}
      value={useLanguage()}
      onChange={(event) => void changeLanguage(event.currentTarget.value as Language)}
      data={Object.entries(languages).map(([value, label]) => ({ value, label }))}
    />
  );
}
