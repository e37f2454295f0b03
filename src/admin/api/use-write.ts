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
