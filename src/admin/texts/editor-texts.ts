import { lazyTexts } from './lazy-texts.ts';
import { pseudoOf } from './pseudo.ts';
import type { EditorTexts } from './shape.ts';

/** The flow editor's texts of the language that is shown. */
export const useEditorTexts = lazyTexts<EditorTexts>({
  en: async () => (await import('./en/editor.ts')).editor,
  de: async () => (await import('./de/editor.ts')).editor,
  fr: async () => (await import('./fr/editor.ts')).editor,
  ar: async () => (await import('./ar/editor.ts')).editor,
  'en-XA': async () => pseudoOf((await import('./en/editor.ts')).editor),
});
