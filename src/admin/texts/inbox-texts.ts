import { use } from 'react';
import { pseudoOf } from './pseudo.ts';
import type { InboxTexts } from './shape.ts';
import { type Language, useSpeech } from './texts.ts';

/** Beside the language's own chunk: most who sign in never open the inbox. */
const files: Readonly<Record<Language, () => Promise<InboxTexts>>> = {
  en: async () => (await import('./en/inbox.ts')).inbox,
  de: async () => (await import('./de/inbox.ts')).inbox,
  fr: async () => (await import('./fr/inbox.ts')).inbox,
  ar: async () => (await import('./ar/inbox.ts')).inbox,
  'en-XA': async () => pseudoOf((await import('./en/inbox.ts')).inbox),
};

const loaded = new Map<Language, Promise<InboxTexts>>();

/** The inbox's texts of the language that is shown; whoever asks first waits for them. */
export function useInboxTexts(): InboxTexts {
  return use(load(useSpeech().language));
}

/** What could not be loaded is asked for anew. */
function load(language: Language): Promise<InboxTexts> {
  const known = loaded.get(language);
  if (known) return known;
  const loading = files[language]();
  loaded.set(language, loading);
  loading.catch(() => loaded.delete(language));
  return loading;
}
