import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { limits } from '../contract/limits.ts';
import { publishedRecord, releaseRecord, shardsRecord, statusesRecord } from '../contract/queue-records.ts';
import { batchEntry } from '../middleware/partial-batch.ts';
import type { Gateway } from '../operations/gateway.ts';
import { releaseHandoffsOf } from '../operations/handoff/release-handoffs-of.ts';
import { wakeConversations } from '../operations/schedule/enqueue-wake-ups.ts';
import { runDueShards, taskTimeMs } from '../operations/schedule/run-due-shards.ts';
import { runSchedule } from '../operations/schedule/run-schedule.ts';
import { markSettledByEvent } from '../operations/turn/settle-turn.ts';
import { writeStatuses } from '../operations/webhook/take-statuses.ts';
import type { Background } from './create-handler.ts';
import { serveBatch } from './serve-batch.ts';

const choreBody = z.union([shardsRecord, statusesRecord, releaseRecord, publishedRecord]);

/** Serves batches of the background queue. @see doChores */
const serveChores = (gateway: Gateway) =>
  batchEntry((event, context) => doChores(gateway, event, () => context.getRemainingTimeInMillis()));

/**
 * Does a batch of the schedule's tasks and of marks, side by side: they have no order. One that fails comes again, but a
 * mark only until the schedule visits its conversation anyway: in an outage there is one for each turn.
 * @param remainingMs how long the function may still run
 * @returns the records that must come again
 * @see design 5.5
 */
async function doChores(
  gateway: Gateway,
  { Records: records }: SQSEvent,
  remainingMs: () => number,
): Promise<readonly SQSRecord[]> {
  // The marks of one conversation are one write.
  const chores = Map.groupBy(records, ({ body, messageId }) => conversationIn(body) ?? messageId);
  const failed = await Promise.all(
    [...chores.values()].map(async (same) => {
      try {
        await doChore(gateway, same, remainingMs);
        return [];
      } catch (error) {
        gateway.log.error('a chore failed', error, { records: same.length });
        return same.filter((record) => !isLeftToSchedule(gateway, record));
      }
    }),
  );
  return failed.flat();
}

function isLeftToSchedule({ nowMs }: Pick<Gateway, 'nowMs'>, { body, attributes }: SQSRecord): boolean {
  return (
    conversationIn(body) !== undefined && Number(attributes.SentTimestamp) + limits.settleAfterMs <= nowMs()
  );
}

function conversationIn(body: string): string | undefined {
  const published = publishedRecord.safeParse(JSON.parse(body)).data?.detail;
  return published && `${published.tenantId}#${published.conversationId}`;
}

async function doChore(
  gateway: Gateway,
  records: readonly SQSRecord[],
  remainingMs: () => number,
): Promise<void> {
  const chores = records.map(({ body }) => choreBody.parse(JSON.parse(body)));
  const published = chores.flatMap((chore) => ('detail' in chore ? [chore.detail] : []));
  const [first] = published;
  if (first) {
    await markSettledByEvent(
      gateway,
      first,
      published.map(({ endsTurn }) => endsTurn),
    );
  }
  for (const chore of chores) {
    if (!('kind' in chore)) continue;
    if (chore.kind === 'statuses') await writeStatuses(gateway, chore);
    else if (chore.kind === 'give-back') await releaseHandoffsOf(gateway, chore);
    else if (chore.conversations) await wakeConversations(gateway, chore.conversations);
    else await runDueShards(gateway, chore.shards, taskTimeMs(remainingMs()));
  }
}

/** The entries of queues and the schedule. */
export const background: Background = { records: serveBatch, chores: serveChores, schedule: runSchedule };
