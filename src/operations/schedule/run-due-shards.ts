import { limits } from '../../contract/limits.ts';
import { VersionConflictError } from '../../domain/errors.ts';
import type { ConversationName, DuePage } from '../../ports/conversation-store.ts';
import type { Gateway } from '../gateway.ts';
import { enqueueWakeUps } from './enqueue-wake-ups.ts';
import { type VisitPorts, visitConversation } from './visit-conversation.ts';

const visitsAtOnce = 10;

/** The result of a task of the schedule. */
export interface ScheduleReport {
  visited: number;
  settled: number;
  requeued: number;
  woken: number;
  expired: number;
  reclaimed: number;
  unsnoozed: number;
  failed: number;
  /** Found due and left to the next minute. */
  backlog: number;
}

/**
 * Visits the due conversations of these shards, longest due first, page by page, until the time is up; the rest is
 * due in the next minute's task. A repeated visit is harmless. Wake-ups of the coming minute are enqueued for
 * their exact second.
 * @see design 5.5, docs/decisions/schedule.md
 */
export async function runDueShards(
  gateway: VisitPorts & Pick<Gateway, 'backgroundJobs'>,
  shards: readonly number[],
  forMs: number,
): Promise<ScheduleReport> {
  const report = {
    visited: 0,
    settled: 0,
    requeued: 0,
    woken: 0,
    expired: 0,
    reclaimed: 0,
    unsnoozed: 0,
    failed: 0,
    backlog: 0,
  };
  const nowMs = gateway.nowMs();
  const untilMs = nowMs + forMs;
  let latestMs = 0;
  await Promise.all(
    shards.map(async (shard) => {
      for await (const page of pagesOf(
        gateway,
        shard,
        nowMs + limits.scheduleIntervalMs + limits.scheduleAheadMs,
      )) {
        const due = page.filter(({ dueAtMs }) => dueAtMs <= nowMs);
        latestMs = Math.max(latestMs, ...due.map(({ dueAtMs }) => nowMs - dueAtMs));
        for (let at = 0; at < due.length; at += visitsAtOnce) {
          if (gateway.nowMs() >= untilMs) report.backlog += due.length - at;
          if (gateway.nowMs() >= untilMs) return;
          await Promise.all(due.slice(at, at + visitsAtOnce).map((one) => visitDue(gateway, one, report)));
        }
        if (gateway.nowMs() >= untilMs) return;
        await enqueueWakeUps(gateway, page.slice(due.length)).catch((error: unknown) =>
          gateway.log.error('wakes could not be handed out ahead', error, { shard }),
        );
      }
    }),
  );
  gateway.metrics.count('ScheduleBacklog', {}, report.backlog);
  gateway.metrics.time('ScheduleLagMs', {}, latestMs);
  gateway.log.info('shards are looked after', { shards: shards.join(' '), ...report, latestMs });
  return report;
}

async function* pagesOf(gateway: Pick<Gateway, 'conversations'>, shard: number, untilMs: number) {
  let next: DuePage['next'] = null;
  do {
    const page: DuePage = await gateway.conversations.listDue(shard, untilMs, { next });
    if (page.due.length > 0) yield page.due;
    next = page.next;
  } while (next !== null);
}

async function visitDue(gateway: VisitPorts, due: ConversationName, report: ScheduleReport): Promise<void> {
  report.visited += 1;
  try {
    const did = await visitConversation(gateway, due);
    for (const one of did) report[one] += 1;
  } catch (error) {
    // A concurrent writer has taken care of it.
    if (error instanceof VersionConflictError) return;
    report.failed += 1;
    const { tenantId, conversationId } = due;
    gateway.log.error('a conversation could not be looked after', error, { tenantId, conversationId });
  }
}

/** Returns how long a task may take in a function with this much time left. */
export function taskTimeMs(remainingMs: number): number {
  return Math.min(limits.scheduleTaskMs, remainingMs - limits.scheduleSpareMs);
}
