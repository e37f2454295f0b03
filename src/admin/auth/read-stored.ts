import type * as z from 'zod/mini';
import type { Surroundings } from './surroundings.ts';

/** What is stored under the key; null when it is missing or was written by something else. */
export function readStored<T>(
  storage: Surroundings['storage'],
  key: string,
  schema: z.ZodMiniType<T>,
): T | null {
  try {
    return schema.parse(JSON.parse(storage.getItem(key) ?? 'null'));
  } catch {
    return null;
  }
}
