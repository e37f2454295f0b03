import * as z from 'zod/mini';
import { flowLayout } from '../../../../contract/admin/flows.ts';
import {
  type FlowDocument,
  freeId,
  isObject,
  type JsonObject,
  type Point,
  setAt,
  stepOf,
  stepsOf,
} from './document.ts';
import { withLayout } from './layout.ts';
import { portsOf } from './outline.ts';
import { namesOf } from './variables.ts';

const steps = z.record(z.string(), z.record(z.string(), z.json()));

/**
 * Copied steps, as text that people can read and send:
 * `{ "kind": "flow-steps", "version": 1, "steps": { "menu": { "kind": "question", … } }, "layout": { "menu": { "x": 0, "y": 0 } } }`
 */
const clipSchema = z.object({
  kind: z.literal('flow-steps'),
  version: z.literal(1),
  steps,
  layout: z._default(z.record(z.string(), z.object({ x: z.number(), y: z.number() })), {}),
  variables: z._default(z.record(z.string(), z.json()), {}),
  notes: z._default(flowLayout.shape.notes, []),
});
export type Clip = z.infer<typeof clipSchema>;

/** The clipboard's content: steps, a whole flow, or neither. */
export type Clipboard =
  | { readonly kind: 'steps'; readonly clip: Clip }
  | { readonly kind: 'flow'; readonly clip: Clip; readonly definition: JsonObject }
  | null;

/** Reads pasted text. */
export function readClip(text: string): Clipboard {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  const clip = clipSchema.safeParse(value);
  if (clip.success) return { kind: 'steps', clip: clip.data };
  if (!isObject(value)) return null;
  const found = steps.safeParse(value.steps);
  if (!found.success) return null;
  const variables = isObject(value.variables) ? value.variables : {};
  const made = clipSchema.safeParse({ kind: 'flow-steps', version: 1, steps: found.data, variables });
  return made.success ? { kind: 'flow', clip: made.data, definition: value } : null;
}

/** Returns a copy of steps, with the variables they use and the notes attached to them. */
export function clipOf(document: FlowDocument, ids: readonly string[]): Clip {
  const wanted = new Set(ids);
  const { positions = {}, notes = [] } = document.layout;
  const copied = Object.entries(stepsOf(document)).filter(([id]) => wanted.has(id));
  const { variables } = document.definition;
  const known = isObject(variables) ? variables : {};
  const named = new Set(copied.flatMap(([, step]) => [...namesOf(step)]));
  return {
    kind: 'flow-steps',
    version: 1,
    steps: Object.fromEntries(copied) as Clip['steps'],
    layout: Object.fromEntries(Object.entries(positions).filter(([id]) => wanted.has(id))),
    variables: Object.fromEntries(
      Object.entries(known).filter(([name]) => named.has(name)),
    ) as Clip['variables'],
    notes: notes.filter(({ step }) => step !== undefined && wanted.has(step)),
  };
}

/** The ids that pasted steps get here, where theirs are taken. */
export function pastedIds(document: FlowDocument, clip: Clip): ReadonlyMap<string, string> {
  const taken = new Set(Object.keys(stepsOf(document)));
  return new Map(
    Object.keys(clip.steps).map((id) => {
      const free = freeId(id, taken);
      taken.add(free);
      return [id, free] as const;
    }),
  );
}

/**
 * Adds copied steps. Connections among them are kept, and those to a step that exists; all others are disconnected.
 * @param at where the first of those that have a place goes
 */
export function paste(document: FlowDocument, clip: Clip, at?: Point): FlowDocument {
  const ids = pastedIds(document, clip);
  let next = document;
  for (const [id, step] of Object.entries(clip.steps)) {
    const pasted = portsOf(id, step).reduce((before, { path, to }) => {
      if (to === null) return before;
      const target = ids.get(to) ?? (stepOf(document, to) ? to : undefined);
      return setAt(before, path.slice(3), target);
    }, step);
    next = setAt(next, ['definition', 'steps', ids.get(id) ?? id], pasted);
  }
  const { variables } = next.definition;
  const missing = Object.entries(clip.variables).filter(
    ([name]) => !(isObject(variables) && Object.hasOwn(variables, name)),
  );
  for (const [name, value] of missing) next = setAt(next, ['definition', 'variables', name], value);
  const first = Object.keys(clip.steps)[0];
  if (typeof next.definition.start !== 'string' && first !== undefined)
    next = setAt(next, ['definition', 'start'], ids.get(first));
  return withLayout(next, laidOut(next, clip, ids, at));
}

function laidOut(document: FlowDocument, clip: Clip, ids: ReadonlyMap<string, string>, at?: Point) {
  const places = Object.entries(clip.layout);
  const origin = at && {
    x: Math.min(...places.map(([, { x }]) => x)),
    y: Math.min(...places.map(([, { y }]) => y)),
  };
  const shift =
    at && origin && places.length > 0 ? { x: at.x - origin.x, y: at.y - origin.y } : { x: 32, y: 32 };
  const moved = ({ x, y }: Point) => ({ x: Math.round(x + shift.x), y: Math.round(y + shift.y) });
  const { layout } = document;
  const taken = new Set(layout.notes?.map(({ id }) => id));
  const notes = (clip.notes ?? []).map(({ step, ...note }) => {
    const id = freeId(note.id, taken);
    taken.add(id);
    const hangsOn = step === undefined ? undefined : ids.get(step);
    return { ...note, id, ...moved(note), ...(hangsOn !== undefined && { step: hangsOn }) };
  });
  return {
    ...layout,
    ...(places.length > 0 && {
      positions: {
        ...layout.positions,
        ...Object.fromEntries(places.map(([id, point]) => [ids.get(id) ?? id, moved(point)])),
      },
    }),
    ...(notes.length > 0 && { notes: [...(layout.notes ?? []), ...notes] }),
  };
}

/** Returns the variables that pasting adds to the flow. */
export function addedVariables(document: FlowDocument, clip: Clip): readonly string[] {
  const { variables } = document.definition;
  return Object.keys(clip.variables).filter(
    (name) => !(isObject(variables) && Object.hasOwn(variables, name)),
  );
}
