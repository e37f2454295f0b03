import type { InboundItem } from '../../channels/channel.ts';
import type { CanonicalMessage } from '../../contract/canonical-message.ts';
import type { Outcome } from '../in-lanes.ts';

/** A message as a channel tells it. */
export type MessageItem = Extract<InboundItem, { kind: 'message' }>;

/** A message on its way in; `failure` is why it, or one of its conversation before it, could not be taken. */
export interface Arrival {
  key: string;
  /** What it is known by if it was taken under another key of ids. */
  readonly otherKeys: readonly string[];
  readonly item: MessageItem;
  kept: CanonicalMessage;
  /** Since when earlier deliveries were tried, one of which may have put it on the queue. */
  triedSinceMs?: number;
  failure?: { readonly error: unknown };
}

/** Those that nothing has failed yet. */
export const alive = (arrivals: readonly Arrival[]) => arrivals.filter(({ failure }) => !failure);
/** Whose conversation it is. */
export const conversationOf = ({ kept }: Arrival) => kept.conversationId;

/** Marks arrivals with the error of what was done for them, if there was one. */
export function fail(arrivals: readonly Arrival[], outcome: Outcome<unknown>): void {
  if (!('error' in outcome)) return;
  for (const arrival of arrivals) arrival.failure = outcome;
}

/** What stands behind a message of its conversation that could not be taken must not overtake it. */
export function blockFollowers(arrivals: readonly Arrival[]): void {
  const blocked = new Map<string, Arrival['failure']>();
  for (const arrival of arrivals) {
    const failure = arrival.failure ?? blocked.get(conversationOf(arrival));
    if (!failure) continue;
    arrival.failure = failure;
    blocked.set(conversationOf(arrival), failure);
  }
}
