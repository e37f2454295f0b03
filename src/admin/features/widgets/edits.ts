import type { Widget } from '../../../contract/directory.ts';

/** Opening hours by weekday, each a list of ranges. */
export type HoursOfDays = Readonly<Record<string, readonly string[]>>;

/** Unsaved input by path; null removes the field. Lists are kept as typed. */
export type Edits = Readonly<
  Record<string, string | number | boolean | readonly string[] | HoursOfDays | null>
>;

/** Whether a setting is a list of hours. */
export const isHoursOfDays = (value: unknown): value is HoursOfDays =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A widget as the form shows it: what is stored, with what was typed over it. */
export function applyEdits({ appearance, ...stored }: Widget, edits: Edits): Widget {
  const fields: Record<string, unknown> = { ...stored };
  const looks: Record<string, unknown> = { ...appearance };
  for (const [path, value] of Object.entries(edits)) {
    const [first = '', second] = path.split('.');
    const [target, key] = second === undefined ? [fields, first] : [looks, second];
    const typed = Array.isArray(value) ? value.map((line) => line.trim()).filter(Boolean) : value;
    // An empty list counts as absent, except for a widget's sites.
    const isUnsaid = typed === null || (Array.isArray(typed) && typed.length === 0 && target === looks);
    if (isUnsaid) delete target[key];
    else target[key] = typed;
  }
  if (Object.keys(looks).length > 0) fields.appearance = looks;
  // The schema validates it; see `faultyPaths`.
  return fields as Widget;
}

/** Returns a widget's value at a path; undefined if there is none. */
export function valueAt(widget: Widget, path: string): unknown {
  return flatten(widget)[path];
}

/** The paths at which two widgets differ. */
export function changedPaths(a: Widget, b: Widget): readonly string[] {
  const [left, right] = [flatten(a), flatten(b)];
  const paths = new Set([...Object.keys(left), ...Object.keys(right)]);
  return [...paths].filter((path) => JSON.stringify(left[path]) !== JSON.stringify(right[path])).sort();
}

/** Off and absent are the same. */
function flatten({ appearance, ...fields }: Widget): Readonly<Record<string, unknown>> {
  const looks = Object.entries(appearance ?? {}).map(([key, value]) => [`appearance.${key}`, value]);
  const all = [...Object.entries(fields), ...looks];
  return Object.fromEntries(all.filter(([, value]) => value !== undefined && value !== false));
}
