import { ApiError } from './api-error.ts';

/**
 * What was to be new and is there already was not changed by somebody else: its name is taken.
 * @throws ApiError
 */
export function notYetTaken(error: unknown): never {
  if (error instanceof ApiError && error.failure === 'changed' && error.problem)
    throw new ApiError('refused', { ...error.problem, code: 'already_exists' });
  throw error;
}
