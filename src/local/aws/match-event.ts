type Value = string | number | boolean | null;
type Comparison = '<' | '<=' | '=' | '>=' | '>';

/** One way to match a value, by the name that EventBridge gives it. */
type Matcher =
  | { readonly prefix: string }
  | { readonly suffix: string }
  | { readonly 'equals-ignore-case': string }
  | { readonly exists: boolean }
  | { readonly numeric: readonly (Comparison | number)[] }
  | { readonly 'anything-but': readonly Value[] | Matcher };

/** What a rule wants: for each member the values that it takes, or a pattern of its own members. */
export interface EventPattern {
  readonly [member: string]: readonly (Value | Matcher)[] | EventPattern;
}

/**
 * Whether an event fits a rule's pattern; a list in the event fits when any of its values does.
 * @see https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-event-patterns.html
 */
export function matchesEvent(event: object, pattern: EventPattern): boolean {
  return Object.entries(pattern).every(([member, wanted]) => {
    const actual: unknown = Object.hasOwn(event, member) ? Reflect.get(event, member) : undefined;
    if (isList(wanted)) return wanted.some((one) => fits(actual, one));
    return typeof actual === 'object' && actual !== null && matchesEvent(actual, wanted);
  });
}

function fits(actual: unknown, wanted: Value | Matcher): boolean {
  if (typeof wanted === 'object' && wanted !== null && 'exists' in wanted)
    return wanted.exists === (actual !== undefined);
  return [actual].flat().some((value) => value !== undefined && matchesValue(value, wanted));
}

function matchesValue(value: unknown, wanted: Value | Matcher): boolean {
  if (typeof wanted !== 'object' || wanted === null) return value === wanted;
  if ('prefix' in wanted) return typeof value === 'string' && value.startsWith(wanted.prefix);
  if ('suffix' in wanted) return typeof value === 'string' && value.endsWith(wanted.suffix);
  if ('numeric' in wanted) return typeof value === 'number' && inRange(value, wanted.numeric);
  if ('anything-but' in wanted) {
    const refused = wanted['anything-but'];
    return !(isValues(refused) ? refused.some((one) => one === value) : matchesValue(value, refused));
  }
  if ('equals-ignore-case' in wanted)
    return typeof value === 'string' && value.toLowerCase() === wanted['equals-ignore-case'].toLowerCase();
  return wanted.exists;
}

const comparisons: Readonly<Record<Comparison, (value: number, bound: number) => boolean>> = {
  '<': (value, bound) => value < bound,
  '<=': (value, bound) => value <= bound,
  '=': (value, bound) => value === bound,
  '>=': (value, bound) => value >= bound,
  '>': (value, bound) => value > bound,
};

/** `['>', 0, '<=', 5]` */
function inRange(value: number, range: readonly (Comparison | number)[]): boolean {
  return range.every((sign, n) => typeof sign === 'number' || comparisons[sign](value, Number(range[n + 1])));
}

function isList(wanted: EventPattern[string]): wanted is readonly (Value | Matcher)[] {
  return Array.isArray(wanted);
}

function isValues(refused: readonly Value[] | Matcher): refused is readonly Value[] {
  return Array.isArray(refused);
}
