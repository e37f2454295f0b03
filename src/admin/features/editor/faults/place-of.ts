import type { Path } from '../document/document.ts';

/** Where a fault is shown: at a card, and in it at a field. */
export interface FaultPlace {
  /** As the canvas names it: a step, `$start`, `$words.0`, `$failure`; `$flow` for what belongs to none. */
  readonly card: string;
  /** From the document's root. */
  readonly path: Path;
}

/**
 * Finds what a fault's path means in a flow.
 * @param path as the engine writes it: keys joined by dots, of which a key itself may have some
 */
export function placeOf(definition: unknown, path: string): FaultPlace {
  const keys = keysOf(definition, path);
  const at = ['definition', ...keys];
  const [field, key] = keys;
  if (field === 'steps' && key !== undefined) return { card: String(key), path: at };
  if (field === 'start') return { card: '$start', path: at };
  if (field === 'onError') return { card: '$failure', path: at };
  if (field === 'triggers' && key !== undefined) return { card: `$words.${key}`, path: at };
  return { card: '$flow', path: at };
}

/** Takes a path apart along the value itself: the longest key that is there is the one meant. */
function keysOf(value: unknown, path: string): (string | number)[] {
  if (path === '') return [];
  if (Array.isArray(value)) {
    const [head = '', ...rest] = path.split('.');
    return [Number(head), ...keysOf(value[Number(head)], rest.join('.'))];
  }
  const isNested = typeof value === 'object' && value !== null;
  const own = isNested ? Object.keys(value).filter((key) => path === key || path.startsWith(`${key}.`)) : [];
  const key = own.sort((a, b) => b.length - a.length)[0] ?? path.split('.')[0] ?? '';
  const next = isNested && Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
  return [key, ...keysOf(next, path.slice(key.length + 1))];
}
