import { type Chunk, chunkOf } from '../app/chunk.ts';
import type { Language, languages } from './load-texts.ts';

/** Texts of one chunk a language; the pseudo-locale's are made of the English ones. */
export function textChunks<Some extends object>(
  files: Readonly<Record<keyof typeof languages, () => Promise<Some>>>,
): Readonly<Record<Language, Chunk<Some>>> {
  const pseudo = async () => (await import('./pseudo.ts')).pseudoOf(await files.en());
  return {
    ...{ en: chunkOf(files.en), de: chunkOf(files.de), fr: chunkOf(files.fr), ar: chunkOf(files.ar) },
    'en-XA': chunkOf(pseudo),
  };
}
