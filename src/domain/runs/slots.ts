/** A quarter of an hour: every zone's hours are four of them. */
export const slotMs = 15 * 60_000;

/** Where the quarter begins that a time lies in. */
export const slotOf = (timeMs: number): number => Math.floor(timeMs / slotMs) * slotMs;

/** The quarters whose counts a run is part of: that of its start, and those in which humans were asked for. */
export function slotsOf({
  startedAtMs,
  handoffs = [],
}: {
  readonly startedAtMs: number;
  readonly handoffs?: readonly { readonly requestedAtMs: number }[] | undefined;
}): readonly number[] {
  const times = [startedAtMs, ...handoffs.map(({ requestedAtMs }) => requestedAtMs)];
  return [...new Set(times.map(slotOf))];
}
