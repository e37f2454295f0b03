import { useState } from 'react';
import { type ApiError, asApiError } from './api-error.ts';

/** A change that is sent on a click. */
export interface Write {
  readonly isSending: boolean;
  readonly error: ApiError | null;
  /** @returns whether it went well; while one is under way nothing else is sent */
  readonly send: (change: () => Promise<unknown>) => Promise<boolean>;
  readonly forget: () => void;
}

/**
 * Makes a change; refused, it reads what is there now before anybody can try again: another's change may be the reason,
 * and one's own may have moved the revision although it was not made.
 */
export async function orReread<T>(change: () => Promise<T>, reread: () => Promise<unknown>): Promise<T> {
  try {
    return await change();
  } catch (error) {
    await reread();
    throw error;
  }
}

/** Makes a change and reads what is there now, however it went: the next change stands on that. */
export async function andReread<T>(change: () => Promise<T>, reread: () => Promise<unknown>): Promise<T> {
  try {
    return await change();
  } finally {
    await reread();
  }
}

/** Sends changes one at a time and keeps the last refusal. */
export function useWrite(): Write {
  const [state, setState] = useState<{ isSending: boolean; error: ApiError | null }>({
    isSending: false,
    error: null,
  });
  return {
    ...state,
    forget: () => setState({ isSending: false, error: null }),
    async send(change) {
      if (state.isSending) return false;
      setState({ isSending: true, error: null });
      try {
        await change();
        setState({ isSending: false, error: null });
        return true;
      } catch (error) {
        setState({ isSending: false, error: asApiError(error) });
        return false;
      }
    },
  };
}
