import type { editor } from './en/editor.ts';
import type { editorDialogs } from './en/editor-dialogs.ts';
import type { editorForms } from './en/editor-forms.ts';
import type { inbox } from './en/inbox.ts';
import type { people } from './en/people.ts';
import type { reports } from './en/reports.ts';
import type { trial } from './en/trial.ts';
import type { en } from './en.ts';

/** Every sentence of the console in one language. */
export type Texts = typeof en;

/** Every sentence of the inbox in one language. */
export type InboxTexts = typeof inbox;

/** Every sentence of what is kept about a person in one language. */
export type PeopleTexts = typeof people;

/** Every sentence of the test chat and of scripted conversations in one language. */
export type TrialTexts = typeof trial;

/** Every sentence of the flow editor in one language. */
export type EditorTexts = typeof editor;

/** What of it is asked for above the flow. */
export type EditorDialogTexts = typeof editorDialogs;

/** What of it is filled in beside the flow. */
export type EditorFormTexts = typeof editorForms;

/** Every sentence of overview and reports in one language. */
export type ReportTexts = typeof reports;
