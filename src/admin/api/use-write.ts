import { useMutation } from '@tanstack/react-query';
import type { ApiError } from './api-error.ts';

/** A change that is sent on a click. */
export interface Write {
  readonly isPending: boolean;
  /** The error of the last rejected change. */
  readonly error: ApiError | null;
  /** @returns whether it succeeded; while one request is pending, no other is sent */
  readonly send: (change: () => Promise<unknown>) => Promise<boolean>;
  readonly reset: () => void;
}

/**
 * Sends changes one at a time. What the page shows is read again after each: the next change stands on it.
 * @param isGone after a success there is nothing to be read again
 */
export function useWrite({ isGone = false } = {}): Write {
  const { mutateAsync, isPending, error, reset } = useMutation({
    mutationFn: (change: () => Promise<unknown>) => change(),
    meta: { isGone },
  });
  const send = async (change: () => Promise<unknown>) => {
    if (isPending) return false;
    return mutateAsync(change).then(
      () => true,
      () => false,
    );
  };
  return { isPending, error, send, reset };
}
