import { useMutation } from '@tanstack/react-query';
import { useMemo } from 'react';
import { randomUuid } from '../../browser/random-uuid.ts';
import { ApiError } from './api.ts';

/** A change that is sent on a click. */
export interface Write {
  readonly isPending: boolean;
  /** The error of the last rejected change. */
  readonly error: ApiError | null;
  /** @returns whether it succeeded; while one request is pending, no other is sent, unless it is queued */
  readonly send: (change: () => Promise<unknown>) => Promise<boolean>;
  readonly reset: () => void;
}

interface Options {
  readonly isGone?: boolean;
  readonly queue?: string;
}

/**
 * Sends changes one at a time. What the page shows is read again after each: the next change stands on it.
 * @param isGone after a success there is nothing to be read again
 * @param queue changes of the same queue wait for one another instead of being dropped
 */
export function useWrite({ isGone = false, queue }: Options = {}): Write {
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    meta: { isGone },
    ...(queue !== undefined && { scope: { id: queue } }),
  });
  const send = async (change: () => Promise<unknown>) => {
    if (isPending && queue === undefined) return false;
    return mutateAsync(change).then(
      () => true,
      () => false,
    );
  };
  return { isPending, error, send, reset };
}

/** A key for each content of a form: the same one sent again is the same request, another one is another. */
export function useIdempotencyKey(body: unknown): string {
  const content = JSON.stringify(body);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new content is what makes a new key.
  return useMemo(() => randomUuid(), [content]);
}

/**
 * Creating what exists already is no conflict with someone else: the name is taken.
 * @throws ApiError
 */
export function notYetTaken(error: unknown): never {
  if (error instanceof ApiError && error.failure === 'changed' && error.problem)
    throw new ApiError('refused', { ...error.problem, code: 'already_exists' });
  throw error;
}
