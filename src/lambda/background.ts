import type { SQSEvent, SQSRecord } from 'aws-lambda';
import * as z from 'zod/mini';
import { limits } from '../contract/limits.ts';
import {
  assignRecord,
  publishedRecord,
  releaseRecord,
  shardsRecord,
  statusesRecord,
} from '../contract/queue-records.ts';
import { batchEntry } from '../middleware/lambda-entry.ts';
import type { Gateway } from '../operations/gateway.ts';
import { assignWaiting } from '../operations/handoff/assign-waiting.ts';
import { releaseHandoffsOf } from '../operations/handoff/release-handoffs-of.ts';
import { wakeConversations } from '../operations/schedule/enqueue-wake-ups.ts';
import { runDueShards, taskTimeMs } from '../operations/schedule/run-due-shards.ts';
import { runSchedule } from '../operations/schedule/run-schedule.ts';
import { markSettledByEvent } from '../operations/turn/settle-turn.ts';
import { writeStatuses } from '../operations/webhook/take-statuses.ts';
import type { Background } from './create-handler.ts';
import { serveBatch } from './serve-batch.ts';

const jobBody = z.union([shardsRecord, statusesRecord, releaseRecord, assignRecord, publishedRecord]);

/** Serves batches of the background queue. @see runJobs */
const serveJobs = (gateway: Gateway) =>
  batchEntry((event, context) => runJobs(gateway, event, () => context.getRemainingTimeInMillis()));

/**
 * Does a batch of the schedule's tasks and of marks, side by side: they have no order. One that fails comes again, but a
 * mark only until the schedule visits its conversation anyway: in an outage there is one for each turn.
 * @param remainingMs how long the function may still run
 * @returns the records that must come again
 * @see design 5.5
 */
async function runJobs(
  gateway: Gateway,
  { Records: records }: SQSEvent,
  remainingMs: () => number,
): Promise<readonly SQSRecord[]> {
  // The marks of one conversation are one write.
  const jobs = Map.groupBy(records, ({ body, messageId }) => conversationIn(body) ?? messageId);
  const failed = await Promise.all(
    [...jobs.values()].map(async (same) => {
      try {
        await runJob(gateway, same, remainingMs);
        return [];
      } catch (error) {
        gateway.log.error('a background job failed', error, { records: same.length });
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

async function runJob(
  gateway: Gateway,
  records: readonly SQSRecord[],
  remainingMs: () => number,
): Promise<void> {
  const jobs = records.map(({ body }) => jobBody.parse(JSON.parse(body)));
  const published = jobs.flatMap((job) => ('detail' in job ? [job.detail] : []));
  const [first] = published;
  if (first) {
    await markSettledByEvent(
      gateway,
      first,
      published.map(({ endsTurn }) => endsTurn),
    );
  }
  for (const job of jobs) {
    if (!('kind' in job)) continue;
    if (job.kind === 'statuses') await writeStatuses(gateway, job);
    else if (job.kind === 'give-back') await releaseHandoffsOf(gateway, job);
    else if (job.kind === 'assign') await assignWaiting(gateway, job);
    else if (job.conversations) await wakeConversations(gateway, job.conversations);
    else await runDueShards(gateway, job.shards, taskTimeMs(remainingMs()));
  }
}

/** The entries of queues and the schedule. */
export const background: Background = { records: serveBatch, jobs: serveJobs, schedule: runSchedule };
