import { chunkOf } from '../app/chunk.ts';
import { lazyTexts } from './lazy-texts.ts';
import type { InboxTexts } from './shape.ts';

/** The inbox's texts of the language that is shown. */
export const useInboxTexts = lazyTexts<InboxTexts>({
  en: chunkOf(async () => (await import('./en/inbox.ts')).inbox),
  de: chunkOf(async () => (await import('./de/inbox.ts')).inbox),
  fr: chunkOf(async () => (await import('./fr/inbox.ts')).inbox),
  ar: chunkOf(async () => (await import('./ar/inbox.ts')).inbox),
  'en-XA': chunkOf(async () => (await import('./pseudo.ts')).pseudoOf((await import('./en/inbox.ts')).inbox)),
});
