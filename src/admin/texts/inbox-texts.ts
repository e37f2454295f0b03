import { lazyTexts } from './lazy-texts.ts';
import type { InboxTexts } from './shape.ts';
import { textChunks } from './text-chunks.ts';

/** The inbox's texts of the language that is shown. */
export const useInboxTexts = lazyTexts(
  textChunks<InboxTexts>({
    en: async () => (await import('./en/inbox.ts')).inbox,
    de: async () => (await import('./de/inbox.ts')).inbox,
    fr: async () => (await import('./fr/inbox.ts')).inbox,
    ar: async () => (await import('./ar/inbox.ts')).inbox,
  }),
);
