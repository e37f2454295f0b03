import type { Store } from './store.ts';

/** A conversation that the visitor has left. */
export interface Earlier {
  readonly id: string;
  /** The visitor's last message. */
  readonly text: string;
  readonly timestamp: string;
}

const name = 'earlier';
const most = 5;
const textChars = 80;

/** The last conversations, the latest first. */
export function earlierOnes(store: Store): readonly Earlier[] {
  try {
    const kept: unknown = JSON.parse(store.read(name) ?? '[]');
    return Array.isArray(kept)
      ? kept.filter(({ id, text }) => typeof id === 'string' && typeof text === 'string')
      : [];
  } catch {
    return [];
  }
}

/** Puts one at the top, or takes it out. */
export function keepEarlier(store: Store, id: string, last: Omit<Earlier, 'id'> | null): void {
  const others = earlierOnes(store).filter((other) => other.id !== id);
  const own = last ? [{ id, text: last.text.slice(0, textChars), timestamp: last.timestamp }] : [];
  const all = [...own, ...others].slice(0, most);
  store.write(name, all.length > 0 ? JSON.stringify(all) : null);
}

/** Another visitor's conversations are not shown. */
export const forgetEarlier = (store: Store): void => store.write(name, null);
