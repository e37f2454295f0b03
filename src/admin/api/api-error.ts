import type { Problem } from '../../contract/problem-body.ts';

/** The kinds of failure that pages distinguish. */
export type ApiFailure =
  /** No line. */
  | 'offline'
  /** No answer, or none that can be read. */
  | 'outage'
  /** The session has expired. */
  | 'over'
  /** 403 */
  | 'role'
  /** 404 */
  | 'gone'
  /** 412: someone else has changed it. */
  | 'changed'
  /** 429 */
  | 'tooMany'
  /** Any other refusal; the service's own words say why. */
  | 'refused';

/** A call of the admin API that did not come to its end. */
export class ApiError extends Error {
  readonly failure: ApiFailure;
  /** The response's problem; null if it can't be parsed. */
  readonly problem: Problem | null;
  /** The reference by which support finds the request. */
  readonly correlationId: string | null;

  constructor(failure: ApiFailure, problem: Problem | null = null, correlationId: string | null = null) {
    super(problem?.detail ?? failure);
    this.name = 'ApiError';
    this.failure = failure;
    this.problem = problem;
    this.correlationId = problem?.correlationId ?? correlationId;
  }
}

/** Any error as one that a page can speak of. */
export function asApiError(error: unknown): ApiError {
  return error instanceof ApiError ? error : new ApiError('outage');
}
