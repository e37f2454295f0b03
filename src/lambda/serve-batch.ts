import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { inOneLine } from '../aws/cloudwatch-log.ts';
import { eventDetail } from '../contract/events.ts';
import { limits } from '../contract/limits.ts';
import {
  agentRecord,
  centerRecord,
  probeRecord,
  replyDueRecord,
  type TurnRecord,
  turnRecord,
  updateRecord,
} from '../contract/queue-records.ts';
import { RetryLaterError } from '../domain/errors.ts';
import { batchEntry } from '../middleware/lambda-entry.ts';
import { answerFromCenter } from '../operations/center/answer-from-center.ts';
import { notifyCenter } from '../operations/center/notify-contact-center.ts';
import { deliverReplies, refuseForeign } from '../operations/delivery/deliver-replies.ts';
import type { Invocation } from '../operations/delivery/reply-task.ts';
import type { Gateway } from '../operations/gateway.ts';
import { noteUpdate } from '../operations/service/note-update.ts';
import { processRecord } from '../operations/turn/process-record.ts';
import type { ConsumedQueue } from '../ports/deliveries.ts';

/** No tenant's id. */
const nobody = '-';
/** The remaining time of the function when it responds. */
const answerTimeMs = 3_000;

/** Serves batches of FIFO queues. @see processBatch */
export const serveBatch = (gateway: Gateway) =>
  batchEntry((event, context) =>
    processBatch(gateway, event, gateway.nowMs() + context.getRemainingTimeInMillis()),
  );

/**
 * Processes a batch of FIFO records: groups concurrently, the records of a group in order. A record that fails by
 * its own fault is given up, and the next of its group continues. For any other failure, the record and all after
 * it in its group are returned, so that nothing overtakes it, while other groups continue. (The batch libraries
 * process one group after the other, so a slow conversation would delay others.)
 * @param untilMs when the function's time is over, epoch milliseconds
 * @returns the records that must be delivered again
 * @see design 5.3
 */
export async function processBatch(
  gateway: Gateway,
  event: SQSEvent,
  untilMs: number,
): Promise<readonly SQSRecord[]> {
  const invocation = { untilMs, done: new Map() };
  const groups = Map.groupBy(
    event.Records,
    ({ attributes, messageId }) => attributes.MessageGroupId ?? messageId,
  );
  const returned = await Promise.all(
    [...groups.values()].map((records) => serveGroup(gateway, records, invocation)),
  );
  return returned.flat();
}

/** The records that are returned: the one that must wait and all behind it, or those that there is no time for. */
async function serveGroup(
  gateway: Gateway,
  records: readonly SQSRecord[],
  invocation: Invocation,
): Promise<readonly SQSRecord[]> {
  for (const [n, record] of records.entries()) {
    const [, ...followers] = records.slice(n);
    if (invocation.untilMs - gateway.nowMs() < limits.queuedTurnMs + answerTimeMs) {
      await showAgain(gateway, records.slice(n).toReversed(), 0);
      return records.slice(n);
    }
    const waitMs = await inOneLine(() => serveRecord(gateway, record, invocation));
    if (waitMs === null) continue;
    // Later records of the group first: the queue holds them back only while this one is hidden.
    await showAgain(gateway, followers, 0);
    await showAgain(gateway, [record], waitMs);
    return records.slice(n);
  }
  return [];
}

/** Returns how long to delay a record that failed for external reasons; null if it is done. */
async function serveRecord(
  gateway: Gateway,
  record: SQSRecord,
  invocation: Invocation,
): Promise<number | null> {
  const receives = Number(record.attributes.ApproximateReceiveCount);
  // Nothing gives up on it: a person should look.
  if (receives > limits.stuckReceives) gateway.metrics.count('RecordsStuck', {});
  let body: RecordBody | null = null;
  try {
    body = readRecord(record.body);
    const place = record.attributes.SequenceNumber ?? null;
    if (!body && asksStrangely(record.body)) refuseForeign(gateway, { record: record.messageId });
    else if (!body) await storeMalformedRecord(gateway, record);
    else await serveBody(gateway, body, { receives, place, invocation });
    return null;
  } catch (error) {
    const waitMs = retryAfterMs(gateway, { body, receives, error });
    gateway.log.warn('a queued record failed', {
      group: record.attributes.MessageGroupId,
      receives,
      record: record.messageId,
      correlationId: body && correlationIdIn(body),
      reason: error instanceof Error ? `${error.name}: ${error.message}` : 'unknown',
      waitMs,
    });
    if (body && isTurn(body)) await noteTrouble(gateway, body, { receives, error, waitMs });
    return waitMs;
  }
}

const named = z.object({
  tenantId: z.optional(z.string().check(z.minLength(1))),
  conversationId: z.optional(z.string().check(z.minLength(1))),
});
const ofRecord = z.object({ message: z.optional(named), detail: z.optional(named) });

/**
 * Stores an unreadable record as a dead letter of the tenant that it or its group names.
 * @throws when that can't be stored: the record must be delivered again
 * @see design 5.3
 */
async function storeMalformedRecord(
  gateway: Pick<Gateway, 'deadLetters' | 'log' | 'metrics' | 'nowMs'>,
  record: SQSRecord,
): Promise<void> {
  const { messageId, body, attributes, eventSourceARN } = record;
  const [ofGroup = '', ...rest] = (attributes.MessageGroupId ?? '').split(':');
  const { tenantId, conversationId } = namedIn(body);
  const deadLetter = {
    tenantId: tenantId ?? (ofGroup || nobody),
    conversationId: conversationId ?? (rest.join(':') || nobody),
    id: messageId,
    queue: queueOf(eventSourceARN),
    kind: 'unreadable',
    reason: 'the record can not be read',
    attempts: Number(attributes.ApproximateReceiveCount),
    deadAtMs: gateway.nowMs(),
    correlationId: null,
    body,
  } as const;
  await gateway.deadLetters.keep(deadLetter);
  const { queue } = deadLetter;
  gateway.metrics.count('MessagesGivenUp', { tenantId: deadLetter.tenantId, channel: 'unreadable' });
  gateway.log.error('a record is given up', new Error(deadLetter.reason), { record: messageId, queue });
}

function namedIn(body: string): z.infer<typeof named> {
  try {
    const { message, detail } = ofRecord.parse(JSON.parse(body));
    return { ...detail, ...message };
  } catch {
    return {};
  }
}

function queueOf(arn: string): ConsumedQueue {
  const name = arn.split(':').at(-1) ?? '';
  if (name.includes('continuations')) return 'continuations';
  return name.includes('outbound') ? 'outbound' : 'turns';
}

const firstMs = 1_000;
const longestMs = 2 * 60_000;
/** Visitors of a web chat wait for a limited time, and SQS counts only 1,000 receives. */
const visitorsMs = 20_000;
const visitorsDeadlineMs = 30 * 60_000;

interface Failed {
  readonly body: RecordBody | null;
  /** How often the queue has delivered it. */
  readonly receives: number;
  readonly error: unknown;
}

/**
 * Returns the delay of a record whose failure is external: from 1 s growing to 2 min, with jitter, or as long as
 * the error says. A day of such delays stays below the queue's thousand receives.
 * @see design 5.3
 */
function retryAfterMs(
  { nowMs, random }: Pick<Gateway, 'nowMs' | 'random'>,
  { body, receives, error }: Failed,
): number {
  if (error instanceof RetryLaterError) return error.afterMs;
  const isWatched =
    body !== null &&
    isTurn(body) &&
    body.message.channel === 'webchat' &&
    nowMs() - Date.parse(body.message.receivedAt) < visitorsDeadlineMs;
  const grown = firstMs * 2 ** Math.min(receives - 1, 10);
  return Math.min(isWatched ? visitorsMs : longestMs, grown) * (0.75 + random() / 4);
}

async function serveBody(
  gateway: Gateway,
  body: RecordBody,
  {
    receives,
    place,
    invocation,
  }: { readonly receives: number; readonly place: string | null; readonly invocation: Invocation },
): Promise<void> {
  if (isTurn(body)) return processRecord(gateway, body, { receives, place, untilMs: invocation.untilMs });
  if ('kind' in body && body.kind === 'update') return noteUpdate(gateway, body);
  if ('kind' in body && body.kind === 'probe') return answerProbe(gateway);
  if ('kind' in body && body.kind === 'agent') return answerFromCenter(gateway, body);
  if ('kind' in body && body.kind === 'center') return notifyCenter(gateway, body, invocation);
  if ('kind' in body)
    return deliverReplies(
      gateway,
      { ...body, sequence: null, replyId: null, sinceMs: body.dueAtMs },
      invocation,
    );
  const { tenantId, conversationId, occurredAt, data } = body.detail;
  const { sequence, reply } = data;
  const request = {
    ...{ tenantId, conversationId, sequence, replyId: reply.id },
    sinceMs: Date.parse(occurredAt),
  };
  return deliverReplies(gateway, request, invocation);
}

/**
 * A turn to run, an update of an earlier message, an action of or a notification for a contact center, a reply
 * event from the bus rule, released replies, or a probe.
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

/** A record of the queues. */
type RecordBody = z.infer<typeof recordBody>;

/** The parsed body of a record; null if it is unreadable. */
function readRecord(body: string): RecordBody | null {
  try {
    return recordBody.parse(JSON.parse(body));
  } catch {
    return null;
  }
}

/** The fields of a reply event that every release writes. */
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

/** Whether an unreadable record is a reply event that no release of the gateway has written. */
function asksStrangely(body: string): boolean {
  try {
    const { data } = asking.safeParse(JSON.parse(body));
    return data !== undefined && !askedFor.safeParse(data.detail).success;
  } catch {
    return false;
  }
}

/** Whether it is a turn. */
function isTurn(body: RecordBody): body is TurnRecord {
  return 'kind' in body && (body.kind === 'turn' || body.kind === 'wake');
}

/** The correlation id that finds the lines of a record. */
function correlationIdIn(body: RecordBody): string | undefined {
  if (isTurn(body)) return body.message.correlationId;
  if ('kind' in body && body.kind === 'update') return body.message.correlationId;
  if ('kind' in body) return body.kind === 'agent' ? body.correlationId : undefined;
  return body.detail.correlationId;
}

/** Reads what every function reads: settings, bundle, role and table are as they should be. */
async function answerProbe({ directory }: Pick<Gateway, 'directory'>): Promise<void> {
  await directory.findTenant(nobody);
}

/** Logs what happens to a provider's message; never throws. */
async function noteTrouble(
  gateway: Pick<Gateway, 'received' | 'nowMs'>,
  { message, turnId }: TurnRecord,
  { receives, error, waitMs }: { receives: number; error: unknown; waitMs: number },
): Promise<void> {
  if (message.channel === 'webchat') return;
  const reason = error instanceof Error ? error.name : 'unknown';
  const nextTryAtMs = gateway.nowMs() + waitMs;
  await gateway.received
    .noteTrouble(message.tenantId, turnId, { reason, attempts: receives, nextTryAtMs })
    .catch(() => undefined);
}

/** Without this a returned record would stay away for the queue's whole visibility timeout. */
async function showAgain(
  gateway: Pick<Gateway, 'visibility' | 'log'>,
  records: readonly SQSRecord[],
  afterMs: number,
): Promise<void> {
  await Promise.all(
    records.map(async ({ eventSourceARN, receiptHandle }) => {
      try {
        await gateway.visibility.hideFor(eventSourceARN, receiptHandle, Math.ceil(afterMs / 1000));
      } catch (failure) {
        gateway.log.error('a returned record waits for its visibility timeout', failure);
      }
    }),
  );
}
