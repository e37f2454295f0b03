import { editorTextFiles } from './editor-text-files.ts';
import { lazyTexts } from './lazy-texts.ts';
import type { EditorTexts } from './shape.ts';

/** The flow editor's texts of the language that is shown. */
export const useEditorTexts = lazyTexts<EditorTexts>(editorTextFiles);
