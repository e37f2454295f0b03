import { chunkOf } from '../app/chunk.ts';
import type { EditorTexts } from './shape.ts';

/** The flow editor's texts, one chunk a language. */
export const editorTextFiles = {
  en: chunkOf<EditorTexts>(async () => (await import('./en/editor.ts')).editor),
  de: chunkOf<EditorTexts>(async () => (await import('./de/editor.ts')).editor),
  fr: chunkOf<EditorTexts>(async () => (await import('./fr/editor.ts')).editor),
  ar: chunkOf<EditorTexts>(async () => (await import('./ar/editor.ts')).editor),
  'en-XA': chunkOf<EditorTexts>(async () =>
    (await import('./pseudo.ts')).pseudoOf((await import('./en/editor.ts')).editor),
  ),
};
