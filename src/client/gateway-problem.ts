import type { components } from './generated/api.ts';

/** What a refusal says. @see RFC 9457 */
export type Problem = components['schemas']['Problem'];

/** A request that the gateway refused, with what it said. */
export class GatewayProblem extends Error {
  readonly status: number;
  /** Null where it was not the gateway itself that answered. */
  readonly problem: Problem | null;
  /** Finds the request in the logs. */
  readonly correlationId: string | null;

  constructor(response: Response, said: unknown) {
    const problem = isProblem(said) ? said : null;
    super(problem?.detail ?? `the gateway answered ${response.status}`);
    this.name = 'GatewayProblem';
    this.status = response.status;
    this.problem = problem;
    this.correlationId = response.headers.get('x-correlation-id');
  }

  /** The stable word to go by: `unauthorized` where API Gateway refused the token; null where something else answered. */
  get code(): Problem['code'] | 'unauthorized' | null {
    return this.problem?.code ?? (this.status === 401 ? 'unauthorized' : null);
  }
}

function isProblem(said: unknown): said is Problem {
  return typeof said === 'object' && said !== null && 'code' in said && 'detail' in said;
}

/**
 * What was answered.
 * @throws GatewayProblem for a refusal
 */
export function answerOf<Body>(result: { data?: Body; error?: unknown; response: Response }): Body {
  if (!result.response.ok) throw new GatewayProblem(result.response, result.error);
  return result.data as Body;
}
