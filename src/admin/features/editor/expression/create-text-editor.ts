import { autocompletion, completionStatus, startCompletion } from '@codemirror/autocomplete';
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import { Compartment, EditorState, type Range, StateEffect, StateField } from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import type { TextSort } from '../../../../engine/examine-text.ts';
import type { Mistake } from '../../../../engine/expressions.ts';
import { createField, type Field } from '../create-field.ts';
import { type Complete, type CompletionTexts, completionSource } from './completion-source.ts';
import { textTheme } from './text-theme.ts';

/** A field for a text that is filled in, or for an expression. */
export interface TextEditor extends Field {
  /** Marks mistakes, and announces them to screen readers. */
  readonly mark: (mistakes: readonly Mistake[], said: string) => void;
  readonly focus: (selection?: number) => void;
  /** Begins to write an expression at the caret, and offers what it may say. */
  readonly insert: () => void;
}

export interface TextEditorOptions {
  readonly text: string;
  readonly label: string;
  readonly sort: TextSort;
  readonly rows: number;
  readonly language: string | undefined;
  readonly texts: CompletionTexts;
  readonly complete: Complete;
  readonly onChange: (text: string) => void;
  readonly onLeave: () => void;
}

export function createTextEditor(host: HTMLElement, options: TextEditorOptions): TextEditor {
  const state = new Compartment();
  const attributesOf = (wrong: string) =>
    EditorView.contentAttributes.of({
      'aria-label': options.label,
      'aria-invalid': String(wrong !== ''),
      'aria-description': wrong,
      dir: options.sort === 'expression' ? 'ltr' : directionOf(options.text),
      lang: options.sort === 'expression' ? 'en' : (options.language ?? ''),
      spellcheck: String(options.sort === 'template'),
      tabindex: '0',
    });
  const { view, field } = createField(host, {
    text: options.text,
    onChange: options.onChange,
    extensions: [
      history(),
      autocompletion({
        override: [completionSource(options)],
        icons: false,
        // Suggestions open at once, so that Enter accepts one even when typing fast.
        interactionDelay: 0,
        optionClass: ({ type = '' }) => `is-${type}`,
      }),
      // Tab moves to the next field.
      keymap.of([...standardKeymap, ...historyKeymap]),
      EditorView.lineWrapping,
      EditorState.phrases.of({ Completions: options.texts.offered }),
      marks,
      state.of(attributesOf('')),
      EditorView.domEventHandlers({ blur: () => void options.onLeave() }),
      textTheme(options),
    ],
  });
  return {
    ...field,
    mark: (mistakes, words) => {
      const { length } = view.state.doc;
      view.dispatch({
        effects: [
          setMarks.of(mistakes.flatMap((mistake) => markOf(mistake, length))),
          state.reconfigure(attributesOf(words)),
        ],
      });
    },
    focus: (at) => {
      view.focus();
      if (at !== undefined) view.dispatch({ selection: { anchor: Math.min(at, view.state.doc.length) } });
    },
    insert: () => {
      const { from, to } = view.state.selection.main;
      const [open, close] = options.sort === 'template' ? ['{{ ', ' }}'] : ['', ''];
      if (!view.state.readOnly)
        view.dispatch({
          changes: { from, to, insert: open + close },
          selection: { anchor: from + open.length },
        });
      view.focus();
      if (completionStatus(view.state) === null) startCompletion(view);
    },
  };
}

/** The direction of the first letter; an empty field has the page's. */
function directionOf(text: string): string {
  const [letter] = /\p{L}/u.exec(text) ?? [];
  if (letter === undefined) return document.dir || 'ltr';
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letter) ? 'rtl' : 'ltr';
}

const setMarks = StateEffect.define<readonly Range<Decoration>[]>();
const mistaken = Decoration.mark({ class: 'mistake' });

/** A place without letters marks the one before it. */
function markOf({ from, to }: Mistake, length: number): Range<Decoration>[] {
  const end = Math.min(Math.max(to, from), length);
  const start = Math.max(0, from < end ? from : end - 1);
  return start < end ? [mistaken.range(start, end)] : [];
}

const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update: (shown, transaction) =>
    transaction.effects.reduce(
      (before, effect) => (effect.is(setMarks) ? Decoration.set([...effect.value], true) : before),
      shown.map(transaction.changes),
    ),
  provide: (field) => EditorView.decorations.from(field),
});
