import {
  type Completion,
  type CompletionContext,
  type CompletionSource,
  pickedCompletion,
} from '@codemirror/autocomplete';
import type { EditorView } from '@codemirror/view';
import type { Completions, Completion as Offered } from '../../../../engine/complete-text.ts';

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
