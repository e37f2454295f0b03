import {
  autocompletion,
  type Completion,
  type CompletionContext,
  type CompletionSource,
  completionStatus,
  pickedCompletion,
  startCompletion,
} from '@codemirror/autocomplete';
import { history, historyKeymap, standardKeymap } from '@codemirror/commands';
import {
  Compartment,
  EditorState,
  type Extension,
  type Range,
  StateEffect,
  StateField,
} from '@codemirror/state';
import { Decoration, type DecorationSet, EditorView, keymap } from '@codemirror/view';
import type { Completions, Completion as Offered } from '../../../../engine/complete-text.ts';
import type { TextSort } from '../../../../engine/examine-text.ts';
import type { Mistake } from '../../../../engine/expressions.ts';
import { createField, type Field } from '../create-field.ts';

/** A field for a text that is filled in, or for an expression. */
export interface TextEditor extends Field {
  /** Marks mistakes, and announces them to screen readers. */
  readonly mark: (mistakes: readonly Mistake[], message: string) => void;
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
  const [char] = /\p{L}/u.exec(text) ?? [];
  if (char === undefined) return document.dir || 'ltr';
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(char) ? 'rtl' : 'ltr';
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

/** The colors and sizes of the page's other fields. */
export function textTheme({ sort, rows }: { readonly sort: TextSort; readonly rows: number }): Extension {
  const isCode = sort === 'expression';
  return EditorView.theme({
    '&': { fontSize: isCode ? '0.8125rem' : '0.875rem' },
    '.cm-scroller': {
      fontFamily: isCode ? 'ui-monospace, monospace' : 'inherit',
      lineHeight: '1.55',
      maxHeight: '20em',
      overflow: 'auto',
    },
    '.cm-content': {
      minHeight: `${rows * 1.55 + 0.9}em`,
      padding: '0.45em 0',
    },
    '.cm-line': { padding: '0 0.75em', unicodeBidi: 'plaintext' },
    '.mistake': { textDecoration: 'underline wavy var(--bad)', textUnderlineOffset: '3px' },
    '.cm-tooltip': {
      color: 'var(--mantine-color-text)',
      backgroundColor: 'var(--surface)',
      border: '1px solid var(--control)',
      borderRadius: '6px',
      zIndex: '300',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul': {
      fontFamily: 'ui-monospace, monospace',
      fontSize: '0.8125rem',
      maxHeight: '15em',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li': {
      display: 'flex',
      justifyContent: 'space-between',
      gap: '1em',
      padding: '0.35em 0.75em',
    },
    '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
      color: 'var(--surface)',
      backgroundColor: 'var(--accent)',
    },
    '.cm-completionDetail': { fontStyle: 'normal', fontFamily: 'inherit', margin: '0' },
    '.cm-tooltip.cm-completionInfo': { padding: '0.5em 0.75em', fontSize: '0.8125rem', maxWidth: '22em' },
  });
}

/** Fetches the suggestions at a position. */
export type Complete = (text: string, at: number) => Promise<Completions | null>;

export interface CompletionTexts {
  /** The list's label. */
  readonly offered: string;
  readonly kinds: Readonly<
    Record<'text' | 'number' | 'flag' | 'list' | 'object' | 'unknown' | 'function', string>
  >;
  /** Whether a path leaves the variable unset. */
  readonly maybe: string;
  readonly example: string;
}

interface CompletionSourceOptions {
  readonly texts: CompletionTexts;
  readonly complete: Complete;
}

/** The engine's suggestions for the editor. While a name is being typed, its list stays. */
export function completionSource({ texts, complete }: CompletionSourceOptions): CompletionSource {
  return async ({ state, pos, explicit }: CompletionContext) => {
    const text = state.doc.toString();
    const isAsked = explicit || /(?:\{\{\s*|[A-Za-z_.])$/.test(text.slice(0, pos));
    const found = isAsked ? await complete(text, pos) : null;
    if (!found) return null;
    return {
      from: found.from,
      options: found.options.map((one) => optionOf(one, texts, found.isOpen)),
      validFor: /^\w*$/,
    };
  };
}

function optionOf(one: Offered, texts: CompletionTexts, isOpen: boolean): Completion {
  return {
    label: one.name,
    type: one.kind,
    // Names of the flow's own before functions.
    boost: one.kind === 'function' ? -50 : one.isSure ? 10 : 0,
    detail: one.kind === 'function' ? texts.kinds.function : kindOf(one.type, texts),
    info: () => infoOf(one, texts),
    apply: (view, completion, from, to) =>
      apply(view, completion, { from, to, call: one.kind === 'function', isOpen }),
  };
}

function apply(
  view: EditorView,
  completion: Completion,
  { from, to, call, isOpen }: { from: number; to: number; call: boolean; isOpen: boolean },
): void {
  const isCalled = view.state.sliceDoc(to, to + 1) === '(';
  const name = completion.label + (call && !isCalled ? '()' : '');
  const inside = call && !isCalled ? name.length - 1 : name.length;
  view.dispatch({
    changes: { from, to, insert: name + (isOpen ? ' }}' : '') },
    selection: { anchor: from + inside },
    annotations: pickedCompletion.of(completion),
    userEvent: 'input.complete',
  });
}

function kindOf(type: string, { kinds }: CompletionTexts): string {
  if (type === 'string') return kinds.text;
  if (type === 'double' || type === 'int') return kinds.number;
  if (type === 'bool') return kinds.flag;
  if (type.startsWith('list')) return kinds.list;
  return type.startsWith('map') ? kinds.object : kinds.unknown;
}

/** Beside the one that is chosen: what it gives, and an example. */
function infoOf(one: Offered, texts: CompletionTexts): HTMLElement | null {
  const lines =
    one.kind === 'function'
      ? [one.signature, one.about, one.example]
      : [
          ...(one.example === undefined ? [] : [`${texts.example} ${shorten(JSON.stringify(one.example))}`]),
          ...(one.isSure ? [] : [texts.maybe]),
        ];
  if (lines.length === 0) return null;
  const shown = document.createElement('div');
  for (const line of lines) {
    const row = document.createElement('div');
    row.textContent = line;
    shown.append(row);
  }
  return shown;
}

const shorten = (text: string) => (text.length > 80 ? `${text.slice(0, 79)}…` : text);
