import type { RunHandoff } from '../../contract/runs.ts';
import type { ChannelName } from '../../contract/vocabulary.ts';
import type { Cell } from './cells.ts';
import { histogramOfOne } from './histogram.ts';

/** A handoff as it is counted. */
export interface CountedHandoff {
  readonly channel: ChannelName;
  readonly place: string | null;
  readonly flow: { readonly id: string; readonly version: number };
  readonly handoff: RunHandoff;
}

/** Whoever gives up sooner has not waited. */
const waitedAtLeastMs = 5_000;
/** Seconds within which a handoff may be to be taken: how many were is counted for each of them. */
export const serviceSeconds = [20, 30, 60, 120, 300] as const;

type Counted = readonly [string, boolean | number];

/** What one handoff counts. @see handoff.md 6.4 */
export function countHandoff({ channel, place, flow, handoff }: CountedHandoff): Cell {
  const { queue, owner, requestedAtMs, takenAtMs, firstAgentAtMs, endedAtMs, insideMs, outcome } = handoff;
  const waitedMs = (takenAtMs ?? endedAtMs ?? requestedAtMs) - requestedAtMs;
  const isTaken = takenAtMs !== undefined;
  const gaveUp = !isTaken && (outcome === 'visitor' || outcome === 'expired');
  const isAbandoned = gaveUp && waitedMs >= waitedAtLeastMs;
  const within = serviceSeconds.flatMap((seconds): Counted[] => [
    [`takenWithin.${seconds}`, isTaken && waitedMs <= seconds * 1000],
    [`abandonedAfter.${seconds}`, isAbandoned && waitedMs > seconds * 1000],
  ]);
  const counts: readonly Counted[] = [
    ['requested', true],
    ['taken', isTaken],
    ['notTaken', !isTaken && outcome !== undefined],
    ['abandonedQueue', isAbandoned],
    ['abandonedEarly', gaveUp && !isAbandoned],
    ['neverAnswered', outcome !== undefined && firstAgentAtMs === undefined],
    ...within,
    ...(outcome ? [[`ended.${outcome}`, true] as const] : []),
    ['heldMs', handoff.heldMs ?? 0],
    ['attendedMs', handoff.attendedMs ?? 0],
  ];
  const waits = !isTaken && outcome === undefined;
  return {
    of: {
      ...{ kind: 'handoff' as const, channel, place, flow: flow.id, version: flow.version, queue },
      ...(owner && { owner: `${owner.kind}:${owner.id}`, ownerName: owner.name }),
    },
    n: Object.fromEntries(counts.map(([name, count]) => [name, Number(count)]).filter(([, count]) => count)),
    h: {
      ...(isTaken && { waited: histogramOfOne(waitedMs) }),
      ...(isTaken && insideMs !== undefined && { waitedInside: histogramOfOne(insideMs) }),
      ...(firstAgentAtMs !== undefined && { firstResponse: histogramOfOne(firstAgentAtMs - requestedAtMs) }),
      ...(handoff.responses && { responses: handoff.responses }),
    },
    ...(waits && { waiting: [requestedAtMs] }),
  };
}
