import { limits } from '../contract/limits.ts';
import type { FlowState, Wake } from './interfaces.ts';
import type { StepContext } from './steps/step.ts';

const minuteMs = 60_000;

/** So long from now; none when the run has gone on by itself so often that only the visitor may. */
export function wakeAfter(
  minutes: number,
  kind: Wake['kind'],
  { deps, state }: Pick<StepContext, 'deps' | 'state'>,
): { readonly wake?: Wake } {
  if ((state.woken ?? 0) >= limits.wakesInARow) return {};
  return { wake: { atMs: deps.clock.nowMs() + minutes * minuteMs, kind } };
}

/** The state once a message has come: nothing happens by itself any more. */
export function withoutWake(state: FlowState): FlowState {
  if (state.wake === undefined && state.woken === undefined) return state;
  const { wake: _, woken: __, ...rest } = state;
  return rest;
}

/** The state once its time has come. */
export function asWoken({ wake: _, woken = 0, ...state }: FlowState): FlowState {
  return { ...state, woken: woken + 1 };
}
