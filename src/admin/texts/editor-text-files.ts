import type { EditorTexts } from './shape.ts';
import { textChunks } from './text-chunks.ts';

/** The flow editor's texts, one chunk a language. */
export const editorTextFiles = textChunks<EditorTexts>({
  en: async () => (await import('./en/editor.ts')).editor,
  de: async () => (await import('./de/editor.ts')).editor,
  fr: async () => (await import('./fr/editor.ts')).editor,
  ar: async () => (await import('./ar/editor.ts')).editor,
});
