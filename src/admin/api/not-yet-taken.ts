import { ApiError } from './api-error.ts';

/**
 * Creating what exists already is no conflict with someone else: the name is taken.
 * @throws ApiError
 */
export function notYetTaken(error: unknown): never {
  if (error instanceof ApiError && error.failure === 'changed' && error.problem)
    throw new ApiError('refused', { ...error.problem, code: 'already_exists' });
  throw error;
}
