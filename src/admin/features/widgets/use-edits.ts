import * as z from 'zod/mini';
import type { Widget } from '../../../contract/directory.ts';
import { widget as widgetSchema } from '../../../contract/directory.ts';
import { useKeptState } from '../../components/kept-state.ts';
import { applyEdits, changedPaths, type Edits } from './edits.ts';

/** A widget's form: what it shows, what of it is changed or wrong, and how to change it. */
export interface WidgetForm {
  readonly edited: Widget;
  readonly changed: readonly string[];
  /** Paths of fields that can't be saved as they are. */
  readonly wrong: ReadonlySet<string>;
  /** Returns the input at a path; undefined if there is none. */
  readonly typed: (path: string) => Edits[string] | undefined;
  readonly set: (path: string, value: Edits[string]) => void;
  readonly forget: () => void;
}

const kept = z.record(
  z.string(),
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.string()),
    z.record(z.string(), z.array(z.string())),
  ]),
);

/** Keeps what is typed into a widget's form in the tab until it is saved or given up. */
export function useEdits(stored: Widget): WidgetForm {
  const [text, keep, forget] = useKeptState(`widget.${stored.id}`);
  const edits = readEdits(text);
  const edited = applyEdits(stored, edits);
  return {
    edited,
    changed: changedPaths(stored, edited),
    wrong: faultyPaths(edited),
    typed: (path) => edits[path],
    set: (path, value) => keep(JSON.stringify({ ...edits, [path]: value })),
    forget,
  };
}

function readEdits(text: string): Edits {
  if (text === '') return {};
  const read = z.safeParse(kept, JSON.parse(text));
  return read.success ? read.data : {};
}

function faultyPaths(widget: Widget): ReadonlySet<string> {
  const { error } = z.safeParse(widgetSchema, widget);
  return new Set(
    (error?.issues ?? []).map(({ path }) =>
      path[0] === 'appearance'
        ? path.slice(0, path[1] === 'opening_hours' ? 3 : 2).join('.')
        : String(path[0]),
    ),
  );
}
