import { useTranslation } from 'react-i18next';
import type { Language } from './i18n.ts';

/** The language that is shown, for `Intl` and for a flow's own texts. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}
