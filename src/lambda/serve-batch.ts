import type { SQSEvent, SQSRecord } from 'aws-lambda';
import { limits } from '../contract/limits.ts';
import type { TurnRecord } from '../contract/turn-record.ts';
import { inOneLine } from '../middleware/log-line.ts';
import { batchEntry } from '../middleware/partial-batch.ts';
import { answerFromCenter } from '../operations/center/answer-from-center.ts';
import { tellCenter } from '../operations/center/tell-center.ts';
import { deliverReplies } from '../operations/delivery/deliver-replies.ts';
import type { Invocation } from '../operations/delivery/delivery-ports.ts';
import { refuseForeign } from '../operations/delivery/refuse-foreign.ts';
import { createSeats } from '../operations/delivery/seats.ts';
import type { Gateway } from '../operations/gateway.ts';
import { noteUpdate } from '../operations/service/note-update.ts';
import { processRecord } from '../operations/turn/process-record.ts';
import { keepUnreadable } from './keep-unreadable.ts';
import { asksStrangely, correlationIdIn, isTurn, type RecordBody, readRecord } from './read-record.ts';
import { retryAfterMs } from './retry-after.ts';

/** No tenant's id. */
const nobody = '-';
/** What is left of the function's time when it answers. */
const answerTimeMs = 3_000;

/** Serves batches of FIFO queues. @see processBatch */
export const serveBatch = (gateway: Gateway) =>
  batchEntry((event, context) => processBatch(gateway, event, () => context.getRemainingTimeInMillis()));

/**
 * Processes a batch of FIFO records: groups side by side, the records of a group in order. What a record has caused
 * itself is given up on the way, and the next of its group is taken; what others have caused returns it and all behind
 * it, so that nothing overtakes it, while other groups go on. (The batch libraries for FIFO run one group after the
 * other, which lets a slow conversation hold up its neighbours.)
 * @param remainingMs how long the function may still run
 * @returns the records that must come again
 * @see design 5.3
 */
export async function processBatch(
  gateway: Gateway,
  event: SQSEvent,
  remainingMs: () => number,
): Promise<readonly SQSRecord[]> {
  const invocation = { remainingMs, seat: createSeats(), done: new Map() };
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
    if (invocation.remainingMs() < limits.queuedTurnMs + answerTimeMs) {
      await showAgain(gateway, records.slice(n).toReversed(), 0);
      return records.slice(n);
    }
    const waitMs = await inOneLine(() => serveRecord(gateway, record, invocation));
    if (waitMs === null) continue;
    // Its followers first: the queue keeps them back for as long as it is hidden, and no longer.
    await showAgain(gateway, followers, 0);
    await showAgain(gateway, [record], waitMs);
    return records.slice(n);
  }
  return [];
}

/** How long a record must wait that failed through no fault of its own; null when it is done. */
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
    else if (!body) await keepUnreadable(gateway, record);
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

async function serveBody(
  gateway: Gateway,
  body: RecordBody,
  {
    receives,
    place,
    invocation,
  }: { readonly receives: number; readonly place: string | null; readonly invocation: Invocation },
): Promise<void> {
  if (isTurn(body)) {
    const untilMs = gateway.nowMs() + invocation.remainingMs();
    return processRecord(gateway, body, { receives, place, untilMs });
  }
  if ('kind' in body && body.kind === 'update') return noteUpdate(gateway, body);
  if ('kind' in body && body.kind === 'probe') return answerProbe(gateway);
  if ('kind' in body && body.kind === 'agent') return answerFromCenter(gateway, body);
  if ('kind' in body && body.kind === 'center') return tellCenter(gateway, body, invocation);
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

/** Reads what every function reads: settings, bundle, role and table are as they should be. */
async function answerProbe({ directory }: Pick<Gateway, 'directory'>): Promise<void> {
  await directory.findTenant(nobody);
}

/** For whoever asks what becomes of a provider's message; never throws. */
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
