import type { DraftContent } from '../../../../contract/admin/flows.ts';

/** The edited draft, complete or not. Immutable; unchanged parts are shared. */
export type FlowDocument = DraftContent;

/** Any value in it. */
export type Json = DraftContent['definition'][string];
export type JsonObject = { readonly [key: string]: Json };

/** A path in a document from its root: `['definition', 'steps', 'menu', 'choices', 0, 'label']`. */
export type Path = readonly (string | number)[];

/** A place on the canvas, in pixels, as read from the left. */
export type Point = { readonly x: number; readonly y: number };

export type Layout = DraftContent['layout'];
export type Group = NonNullable<Layout['groups']>[number];
export type Note = NonNullable<Layout['notes']>[number];

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Returns an object's own property: a step named `toString` is no function. */
export function ownValue(of: Readonly<Record<string, unknown>>, key: string | number): unknown {
  return Object.hasOwn(of, key) ? of[key] : undefined;
}

const noSteps: Readonly<Record<string, JsonObject>> = {};

/** The steps that can be worked on, in order of creation: what is no object is left alone. */
export function stepsOf({
  definition,
}: Pick<FlowDocument, 'definition'>): Readonly<Record<string, JsonObject>> {
  const { steps } = definition;
  if (!isObject(steps)) return noSteps;
  if (Object.values(steps).every(isObject)) return steps as Readonly<Record<string, JsonObject>>;
  return Object.fromEntries(
    Object.entries(steps).flatMap(([id, step]) => (isObject(step) ? [[id, step] as const] : [])),
  );
}

/** A step, or null when there is none of this id. */
export function stepOf(document: Pick<FlowDocument, 'definition'>, id: string): JsonObject | null {
  const { steps } = document.definition;
  const step = isObject(steps) && Object.hasOwn(steps, id) ? steps[id] : undefined;
  return isObject(step) ? step : null;
}

/** The path of something in a step: `stepPath('menu', 'text')`. */
export function stepPath(id: string, ...rest: Path): Path {
  return ['definition', 'steps', id, ...rest];
}
