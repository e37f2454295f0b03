import type { Step, StepOf } from '../contract/flow.ts';
import { limits } from '../contract/limits.ts';
import { HttpClientError } from '../domain/errors.ts';
import type { TurnDeps } from './interfaces.ts';
import type { Suspended } from './steps/step.ts';

/** The outcome of an external call. */
export type Called<T> =
  | { readonly kind: 'answered'; readonly answer: T }
  | { readonly kind: 'failed'; readonly error: StepError }
  | Suspended;

/** The variable `error` of a step that takes `onError`. */
export interface StepError {
  readonly code: 'failed' | 'deadline' | 'status' | 'bad_request' | 'bad_response';
  readonly message: string;
  readonly status: number | null;
}

type CallingStep = StepOf<'http'> | StepOf<'llm'>;

interface CallLimits {
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
}

/**
 * Calls a service for at most 5 s and never past the turn's deadline, and stops waiting when the caller does.
 * @see design 4, 5.4
 */
export async function callOutside<T>(
  deps: TurnDeps,
  step: CallingStep,
  call: (limits: CallLimits) => Promise<T>,
): Promise<Called<T>> {
  const { signal, deadlineMs, clock } = deps;
  if (signal?.aborted) return { kind: 'suspended' };
  if (isLeftToWorker(deps, step)) return { kind: 'suspended', isChosen: step.background === true };
  const timeoutMs = Math.min(timeoutOf(step), deadlineMs - clock.nowMs());
  if (timeoutMs <= 0) return failed('deadline', 'the turn has no time left');
  const run = () =>
    call({ timeoutMs, ...(signal && { signal }) }).then(
      (answer): Called<T> => ({ kind: 'answered', answer }),
      (error): Called<T> => (signal?.aborted ? { kind: 'suspended' } : failure(error)),
    );
  return signal ? await orSuspended(run, signal) : await run();
}

function failure(error: unknown) {
  const message = error instanceof Error ? error.message : '';
  if (!(error instanceof HttpClientError)) return failed('failed', message);
  if (error.isTimeout) return failed('deadline', message);
  return error.status === null ? failed('failed', message) : failed('status', message, error.status);
}

/** So that a call that runs into its timeout has ended before the request stops waiting. */
const marginMs = 100;

/** A background step; or one that may outlast the request, which would cut its call off and have it made again. */
function isLeftToWorker({ handOverBackground, callsEndByMs, clock }: TurnDeps, step: CallingStep): boolean {
  if (!handOverBackground) return false;
  if (runsInBackground(step)) return true;
  if (callsEndByMs === undefined) return false;
  // A model may call its tools any number of times, and a retry would repeat all of them.
  const takesMs = step.kind === 'llm' && step.tools ? Number.POSITIVE_INFINITY : timeoutOf(step);
  return clock.nowMs() + takesMs + marginMs > callsEndByMs;
}

/**
 * Whether a step runs from the queue, where it runs once: by default if it may be slow. The request waits for its
 * result for up to 3 s.
 * @see design 5.4
 */
function runsInBackground(step: Step): boolean {
  if (step.kind !== 'http' && step.kind !== 'llm') return false;
  if (step.background !== undefined) return step.background;
  return step.kind === 'llm' || (step.timeoutMs ?? limits.stepTimeoutMs) > limits.backgroundStepMs;
}

const timeoutOf = ({ timeoutMs = limits.stepTimeoutMs }: CallingStep) =>
  Math.min(timeoutMs, limits.stepTimeoutMs);

/** The failure of a step that has `onError`. */
export function failed(code: StepError['code'], message: string, status: number | null = null) {
  return { kind: 'failed', error: { code, message, status } } as const;
}

/** Doesn't rely on the client to obey the signal. */
async function orSuspended<T>(run: () => Promise<Called<T>>, signal: AbortSignal): Promise<Called<T>> {
  const { promise, resolve } = Promise.withResolvers<Called<T>>();
  const stop = () => resolve({ kind: 'suspended' });
  signal.addEventListener('abort', stop);
  try {
    return await Promise.race([run(), promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
