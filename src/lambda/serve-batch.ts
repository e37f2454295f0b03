import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { eventDetail } from '../contract/events.ts';
import { limits } from '../contract/limits.ts';
import { replyDueRecord } from '../contract/reply-due-record.ts';
import { turnRecord } from '../contract/turn-record.ts';
import { RetryLaterError } from '../domain/errors.ts';
import { deliverReplies } from '../operations/delivery/deliver-replies.ts';
import type { Invocation } from '../operations/delivery/delivery-ports.ts';
import { createSeats } from '../operations/delivery/seats.ts';
import type { Gateway } from '../operations/gateway.ts';
import { processRecord } from '../operations/turn/process-record.ts';

const firstRetryS = 1;
const longestRetryS = 60;

/** A turn to be run; a reply's event as the bus's rule puts it on the outbound queue; replies that have waited. */
const recordBody = z.union([
  turnRecord,
  replyDueRecord,
  z.object({
    'detail-type': z.literal('Channel.OutboundRequested'),
    detail: eventDetail('Channel.OutboundRequested'),
  }),
]);

type RecordBody = z.infer<typeof recordBody>;

/**
 * Processes a batch of FIFO records: groups side by side, the records of a group in order. After a failure the rest of
 * its group is returned too, so that nothing overtakes it; other groups go on. (The batch libraries for FIFO run one
 * group after the other, which lets a slow conversation hold up its neighbours.)
 * @param remainingMs how long the function may still run
 * @see design 5.3
 */
export async function serveBatch(
  gateway: Gateway,
  event: SQSEvent,
  remainingMs: () => number,
): Promise<SQSBatchResponse> {
  const invocation = { remainingMs, seat: createSeats() };
  const groups = Map.groupBy(
    event.Records,
    ({ attributes, messageId }) => attributes.MessageGroupId ?? messageId,
  );
  const failures = await Promise.all(
    [...groups.values()].map((records) => firstFailure(gateway, records, invocation)),
  );
  return { batchItemFailures: failures.flat().map(({ messageId }) => ({ itemIdentifier: messageId })) };
}

/** The record that failed and all behind it; empty when the whole group is done. */
async function firstFailure(
  gateway: Gateway,
  records: readonly SQSRecord[],
  invocation: Invocation,
): Promise<readonly SQSRecord[]> {
  for (const [n, record] of records.entries()) {
    // Nothing gives up on it: a person should look.
    if (Number(record.attributes.ApproximateReceiveCount) > limits.stuckReceives)
      gateway.metrics.count('RecordsStuck', {});
    let body: RecordBody | undefined;
    try {
      body = recordBody.parse(JSON.parse(record.body));
      await processBody(gateway, body, Number(record.attributes.ApproximateReceiveCount), invocation);
    } catch (error) {
      const { ApproximateReceiveCount: receives, MessageGroupId: group } = record.attributes;
      gateway.log.warn('a queued record failed', {
        group,
        receives,
        record: record.messageId,
        correlationId: body && correlationIdIn(body),
        reason: reasonOf(error),
      });
      await hide(gateway, records.slice(n), error);
      return records.slice(n);
    }
  }
  return [];
}

async function processBody(
  gateway: Gateway,
  body: RecordBody,
  receives: number,
  invocation: Invocation,
): Promise<void> {
  if (!('kind' in body)) {
    const { tenantId, conversationId, occurredAt, data } = body.detail;
    const request = { tenantId, conversationId, sequence: data.sequence, sinceMs: Date.parse(occurredAt) };
    await deliverReplies(gateway, request, invocation);
  } else if (body.kind === 'reply-due') {
    await deliverReplies(gateway, { ...body, sequence: null, sinceMs: body.dueAtMs }, invocation);
  } else await processRecord(gateway, body, receives >= limits.queueReceives);
}

function correlationIdIn(body: RecordBody): string | undefined {
  if (!('kind' in body)) return body.detail.correlationId;
  return body.kind === 'turn' ? body.message.correlationId : undefined;
}

/** What JSON.parse says quotes the text. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return error instanceof SyntaxError ? error.name : `${error.name}: ${error.message}`;
}

/**
 * Without this a failed record would stay away for the queue's whole visibility timeout. Those behind it are hidden no
 * longer than it is, however often they were received: the group goes on when the last of them is visible.
 */
async function hide(gateway: Gateway, records: readonly SQSRecord[], error: unknown): Promise<void> {
  const receives = Number(records[0]?.attributes.ApproximateReceiveCount ?? 1);
  const seconds =
    error instanceof RetryLaterError
      ? Math.ceil(error.afterMs / 1000)
      : Math.min(longestRetryS, firstRetryS * 2 ** (receives - 1));
  await Promise.all(
    records.map(async ({ eventSourceARN, receiptHandle }) => {
      try {
        await gateway.visibility.hideFor(eventSourceARN, receiptHandle, seconds);
      } catch (failure) {
        gateway.log.error('a failed record waits for its visibility timeout', failure);
      }
    }),
  );
}
