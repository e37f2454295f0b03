import { useMutation } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';

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
