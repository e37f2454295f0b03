import type { RunHandoff, RunState } from '../../contract/runs.ts';
import type { ChannelName } from '../../contract/vocabulary.ts';
import type { CountedHandoff } from './count-handoff.ts';
import { type CountedRun, recontactMs } from './count-run.ts';
import { slotOf } from './slots.ts';

/** What is counted of a run whose visitor is erased: that it was the same one, and not who. */
export interface ErasedRun {
  readonly channel: ChannelName;
  readonly run: Omit<RunState, 'userId'> & { readonly userId: '' };
  readonly recontactedAtMs: number | null;
  readonly visitor: string | null;
}

/**
 * A run without its visitor: neither who, nor when to the minute, nor in which language. Every figure is as it was, so
 * times keep their distances.
 * @see handoff.md 6.5
 */
export function erasedRun({ channel, run, recontactedAtMs, visitor }: CountedRun): ErasedRun {
  const { language: _, previous: __, handoffs, ...rest } = run;
  const startedAtMs = slotOf(run.startedAtMs);
  const moved = (timeMs: number) => timeMs - run.startedAtMs + startedAtMs;
  const endedAtMs = run.endedAtMs === undefined ? undefined : moved(run.endedAtMs);
  const cameBack = recontactedAtMs !== null && recontactedAtMs - (run.endedAtMs ?? 0) <= recontactMs;
  return {
    channel,
    run: {
      ...rest,
      startedAtMs,
      lastActivityMs: moved(run.lastActivityMs),
      ...(endedAtMs !== undefined && { endedAtMs }),
      ...(handoffs && { handoffs: handoffs.map(erasedTimes) }),
      userId: '',
    },
    recontactedAtMs: cameBack ? (endedAtMs ?? startedAtMs) : null,
    visitor,
  };
}

/** A handoff without its visitor: one that they waited in has ended with them. */
export function erasedHandoff<Counted extends CountedHandoff>(counted: Counted, nowMs: number): Counted {
  const { handoff } = counted;
  const { waits: _, ...going } = handoff;
  const ended: RunHandoff =
    handoff.outcome === undefined ? { ...going, outcome: 'erased', endedAtMs: nowMs } : handoff;
  return { ...counted, handoff: erasedTimes(ended) };
}

function erasedTimes(handoff: RunHandoff): RunHandoff {
  const { requestedAtMs, takenAtMs, firstAgentAtMs, endedAtMs } = handoff;
  const moved = (timeMs: number) => timeMs - requestedAtMs + slotOf(requestedAtMs);
  return {
    ...handoff,
    requestedAtMs: slotOf(requestedAtMs),
    ...(takenAtMs !== undefined && { takenAtMs: moved(takenAtMs) }),
    ...(firstAgentAtMs !== undefined && { firstAgentAtMs: moved(firstAgentAtMs) }),
    ...(endedAtMs !== undefined && { endedAtMs: moved(endedAtMs) }),
  };
}
