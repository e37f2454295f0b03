import { useTranslation } from 'react-i18next';
import type { Language } from './i18n.ts';

/** The language that is shown, for `Intl` and for a flow's own texts. */
export function useLanguage(): Language {
  return useTranslation().i18n.language as Language;
}

/** Names a language in another; a code that is none is shown as it came. */
export function languageName(code: string, language: string): string {
  try {
    return new Intl.DisplayNames(language, { type: 'language' }).of(code) ?? code;
  } catch {
    return code;
  }
}
