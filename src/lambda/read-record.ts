import * as z from 'zod/mini';
import { agentRecord, centerRecord } from '../contract/center-records.ts';
import { eventDetail } from '../contract/events.ts';
import { probeRecord } from '../contract/probe-record.ts';
import { replyDueRecord } from '../contract/reply-due-record.ts';
import { type TurnRecord, turnRecord, updateRecord } from '../contract/turn-record.ts';

/**
 * A turn to be run; what is said of an earlier message; what a contact center does, or is to be told; a reply's event as the bus's rule puts it on the outbound
 * queue; replies that have waited; a probe.
 */
const recordBody = z.union([
  turnRecord,
  updateRecord,
  agentRecord,
  centerRecord,
  replyDueRecord,
  probeRecord,
  z.object({
    'detail-type': z.literal('Channel.OutboundRequested'),
    detail: eventDetail('Channel.OutboundRequested'),
  }),
]);

/** What lies on the queues. */
export type RecordBody = z.infer<typeof recordBody>;

/** The body of a record; null when nobody will ever be able to read it. */
export function readRecord(body: string): RecordBody | null {
  try {
    return recordBody.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

/** What each release says of a reply, whatever else it says. */
const askedFor = z.object({
  schemaVersion: z.int(),
  eventId: z.string(),
  tenantId: z.string(),
  conversationId: z.string(),
  data: z.object({ sequence: z.int(), reply: z.object({ id: z.string() }) }),
});
const asking = z.object({
  'detail-type': z.literal('Channel.OutboundRequested'),
  detail: z.optional(z.unknown()),
});

/** Whether a record that can't be read is an event for a reply that no release of the gateway has written. */
export function asksStrangely(body: string): boolean {
  try {
    const { data } = asking.safeParse(JSON.parse(body));
    return data !== undefined && !askedFor.safeParse(data.detail).success;
  } catch {
    return false;
  }
}

/** Whether it is a turn. */
export function isTurn(body: RecordBody): body is TurnRecord {
  return 'kind' in body && (body.kind === 'turn' || body.kind === 'wake');
}

/** The correlation id that finds the lines of a record. */
export function correlationIdIn(body: RecordBody): string | undefined {
  if (isTurn(body)) return body.message.correlationId;
  if ('kind' in body && body.kind === 'update') return body.message.correlationId;
  if ('kind' in body) return body.kind === 'agent' ? body.correlationId : undefined;
  return body.detail.correlationId;
}
