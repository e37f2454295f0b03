import { useCallback, useEffect, useState } from 'react';
import { type DraftValidation, draftValidation } from '../../../../contract/admin/flows.ts';
import type { Answered } from '../../../api/api.ts';
import { type ApiError, asApiError } from '../../../api/api-error.ts';
import { useConsole } from '../../../components/console-context.ts';

export interface CheckedGate {
  /** The result, with the ETag of the checked draft. */
  readonly checked: Answered<DraftValidation> | null;
  readonly isChecking: boolean;
  readonly error: ApiError | null;
  readonly check: () => Promise<void>;
}

/** Has the service check a draft as publishing it would. */
export function useGate(flowId: string): CheckedGate {
  const { call } = useConsole();
  const [state, setState] = useState<Omit<CheckedGate, 'check'>>({
    checked: null,
    isChecking: true,
    error: null,
  });
  const check = useCallback(async () => {
    setState({ checked: null, isChecking: true, error: null });
    const path = { flowId };
    setState(
      await call('POST', '/v1/admin/flows/{flowId}/draft/validate', draftValidation, { path }).then(
        (checked) => ({ checked, isChecking: false, error: null }),
        (error: unknown) => ({ checked: null, isChecking: false, error: asApiError(error) }),
      ),
    );
  }, [call, flowId]);
  useEffect(() => {
    void check();
  }, [check]);
  return { ...state, check };
}
