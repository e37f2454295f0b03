import { use } from 'react';
import type { Chunk } from '../app/chunk.ts';
import type { Language } from './load-texts.ts';
import { useSpeech } from './texts.ts';

/**
 * Texts beside the language's own chunk, for what most who sign in never open; whoever asks first waits for them.
 * @param chunks one a language
 */
export function lazyTexts<Some>(chunks: Readonly<Record<Language, Chunk<Some>>>): () => Some {
  return () => use(chunks[useSpeech().language].load());
}
