import { useTranslation } from 'react-i18next';
import { changeLanguage, languages } from '../locales/i18n.ts';
import { useLanguage } from '../locales/use-language.ts';
import { SegmentedChoice } from './SegmentedChoice.tsx';

/** All languages, each named in itself. */
export function LanguageChoice({ onChosen }: { readonly onChosen?: () => void }) {
  const { t } = useTranslation('common');
  const language = useLanguage();
  return (
    <SegmentedChoice
      label={t('language')}
      names={languages}
      chosen={language === 'en-XA' ? null : language}
      onChoose={(one) => {
        void changeLanguage(one);
        onChosen?.();
      }}
    />
  );
}
