import { use } from 'react';
import { type Language, useSpeech } from './texts.ts';

/**
 * Texts beside the language's own chunk, for what most who sign in never open; whoever asks first waits for them.
 * @param files one chunk a language
 */
export function lazyTexts<Some>(files: Readonly<Record<Language, () => Promise<Some>>>): () => Some {
  const loaded = new Map<Language, Promise<Some>>();
  const load = (language: Language) => {
    const known = loaded.get(language);
    if (known) return known;
    const loading = files[language]();
    loaded.set(language, loading);
    // What could not be loaded is asked for anew.
    loading.catch(() => loaded.delete(language));
    return loading;
  };
  return () => use(load(useSpeech().language));
}
