import { type FlowDocument, isObject, type JsonObject, ownValue, type Path } from '../document/document.ts';

/** A field that two have changed, each otherwise; `undefined` stands for a field that is not there. */
export interface Overlap {
  readonly path: Path;
  readonly before: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

export interface MergedDrafts {
  readonly merged: FlowDocument;
  /** In these, `merged` holds mine. */
  readonly overlaps: readonly Overlap[];
  /** Steps that someone else has changed, added or removed. */
  readonly theirSteps: readonly string[];
}

/**
 * Whether a path is merged by its parts: the flow's fields, its steps, their fields, its variables. All others are
 * merged as a whole.
 */
function isLookedInto(path: Path): boolean {
  const [part, list, ...rest] = path;
  if (part === undefined) return true;
  if (part === 'definition')
    return (
      list === undefined ||
      (list === 'steps' && rest.length < 2) ||
      (list === 'variables' && rest.length === 0)
    );
  return part === 'layout' && (list === undefined || (list === 'positions' && rest.length === 0));
}

/**
 * Joins what two have made of the same draft, by step and then by key. What only one has changed is taken from them; where
 * cards stand is no dispute, and stays as it is here.
 * @param base the last that both have seen
 */
export function mergeDrafts(base: FlowDocument, mine: FlowDocument, theirs: FlowDocument): MergedDrafts {
  const overlaps: Overlap[] = [];
  const merged = merge([], { base, mine, theirs }, overlaps) as FlowDocument;
  const [before, after] = [base.definition.steps, theirs.definition.steps].map((steps) =>
    isObject(steps) ? steps : {},
  ) as [JsonObject, JsonObject];
  const theirSteps = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (id) => !isSame(before[id], after[id]),
  );
  return { merged, overlaps: overlaps.filter(({ path }) => path[0] !== 'layout'), theirSteps };
}

interface Three {
  readonly base: unknown;
  readonly mine: unknown;
  readonly theirs: unknown;
}

function merge(path: Path, { base, mine, theirs }: Three, overlaps: Overlap[]): unknown {
  if (isSame(mine, theirs) || isSame(theirs, base)) return mine;
  if (isSame(mine, base)) return theirs;
  if (isObject(mine) && isObject(theirs) && isLookedInto(path)) {
    const before = isObject(base) ? base : {};
    const keys = [...Object.keys(mine), ...Object.keys(theirs).filter((key) => !Object.hasOwn(mine, key))];
    return Object.fromEntries(
      keys.flatMap((key) => {
        const three = {
          base: ownValue(before, key),
          mine: ownValue(mine, key),
          theirs: ownValue(theirs, key),
        };
        const value = merge([...path, key], three, overlaps);
        return value === undefined ? [] : [[key, value]];
      }),
    );
  }
  overlaps.push({ path, before: base, mine, theirs });
  return mine;
}

/** Whether two values are equal, regardless of key order. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (Array.isArray(a) && Array.isArray(b))
    return a.length === b.length && a.every((entry, n) => isSame(entry, b[n]));
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => Object.hasOwn(b, key) && isSame(a[key], b[key]))
  );
}
