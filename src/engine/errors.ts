import type { ProblemText } from './problems.ts';

/** Why a flow raised. @see design 4 */
export type FlowEngineErrorCode =
  /** The flow, or the version that a conversation is pinned to, is not known. */
  | 'flow_not_found'
  | 'unknown_step'
  /** More than 100 steps in one turn. */
  | 'too_many_steps'
  /** A flow that is called by a flow that is called …, more than 5 deep. */
  | 'calls_too_deep'
  /** An expression or template can't be parsed, or not evaluated with the values at hand. */
  | 'expression_failed'
  /** Variables, or the replies of one turn, grew past what a conversation may hold. */
  | 'state_too_large'
  /** Anything else that a step raised; see `cause`. */
  | 'step_failed';

/** The flow raised; the state at its step has been saved. @see spec "States and transitions" */
export class FlowEngineError extends Error {
  override readonly name = 'FlowEngineError';
  readonly code: FlowEngineErrorCode;
  readonly stepId: string | undefined;

  constructor(
    code: FlowEngineErrorCode,
    message: string,
    options: { readonly stepId?: string; readonly cause?: unknown } = {},
  ) {
    super(options.stepId === undefined ? message : `step ${options.stepId}: ${message}`, {
      cause: options.cause,
    });
    this.code = code;
    this.stepId = options.stepId;
  }
}

/** An expression or template that can't be parsed or evaluated; becomes a `FlowEngineError` in a step. */
export class ExpressionError extends Error {
  override readonly name = 'ExpressionError';
  /** The problem's code and parameters for translation, if it has one. */
  readonly wording: Pick<ProblemText, 'code' | 'params'>;

  constructor(message: string, { code, params }: Pick<ProblemText, 'code' | 'params'> = {}) {
    super(message);
    this.wording = { ...(code !== undefined && { code }), ...(params && { params }) };
  }
}
