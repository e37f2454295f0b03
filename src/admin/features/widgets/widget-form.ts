import { type Widget, widget as widgetSchema } from '../../../contract/directory.ts';
import { ApiError } from '../../api/api.ts';
import { useKeptForm } from '../../components/use-kept-form.ts';

/** Opening hours by weekday, each a list of ranges. */
export type HoursOfDays = Readonly<Record<string, readonly string[]>>;

/** Unsaved input, in the shape of a widget; null removes the field. Lists are kept as typed. */
interface Edits {
  readonly [field: string]: unknown;
  readonly appearance: Readonly<Record<string, unknown>>;
}

const noEdits: Edits = { appearance: {} };

/** A widget's form: its input, what it would save, and the paths that would change. */
export type WidgetForm = ReturnType<typeof useWidgetForm>;

/** Keeps the input of a widget's form over what is stored, so that another user's changes elsewhere stay. */
export function useWidgetForm(stored: Widget) {
  const form = useKeptForm(`widget.${stored.id}.form`, {
    initialValues: noEdits,
    schema: widgetSchema,
    toBody: (edits) => applyEdits(stored, edits),
    isLive: true,
  });
  const edited = applyEdits(stored, form.values);
  /** Shows what the server refused at the fields. */
  const showRefusal = (error: unknown): never => {
    const refused = (error instanceof ApiError && error.problem?.errors) || [];
    form.setErrors(Object.fromEntries(refused.map(({ path, message }) => [path, message])));
    throw error;
  };
  return { ...form, edited, changed: changedPaths(stored, edited), showRefusal };
}

function applyEdits({ appearance, ...stored }: Widget, { appearance: looks, ...fields }: Edits): Widget {
  // An empty list counts as absent, except for a widget's sites.
  const shown = overlay(appearance, looks).filter(([, value]) => !isEmptyList(value));
  const edited = {
    ...Object.fromEntries(overlay(stored, fields)),
    ...(shown.length > 0 && { appearance: Object.fromEntries(shown) }),
  };
  // The schema validates it.
  return edited as Widget;
}

function overlay(stored: object | undefined, edits: object): [string, unknown][] {
  return Object.entries({ ...stored, ...edits })
    .map(([key, value]): [string, unknown] => [key, Array.isArray(value) ? trimmed(value) : value])
    .filter(([, value]) => value !== null && value !== undefined);
}

const trimmed = (lines: readonly string[]) => lines.map((line) => line.trim()).filter(Boolean);

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

/** Off, empty and absent are the same. */
function flatten({ appearance, ...fields }: Widget): Readonly<Record<string, unknown>> {
  const looks = Object.entries(appearance ?? {}).map(([key, value]) => [`appearance.${key}`, value]);
  const all = [...Object.entries(fields), ...looks];
  return Object.fromEntries(
    all.filter(([, value]) => value !== undefined && value !== false && !isEmptyList(value)),
  );
}

const isEmptyList = (value: unknown) => Array.isArray(value) && value.length === 0;

/** Whether a setting is a list of hours. */
export const isHoursOfDays = (value: unknown): value is HoursOfDays =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
