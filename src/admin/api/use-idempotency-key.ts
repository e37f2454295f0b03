import { useMemo } from 'react';
import { randomUuid } from '../../browser/random-uuid.ts';

/** A key for each content of a form: the same one sent again is the same request, another one is another. */
export function useIdempotencyKey(body: unknown): string {
  const content = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new content is what makes a new key.
  return useMemo(() => randomUuid(), [content]);
}
