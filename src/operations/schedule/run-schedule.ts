import { limits } from '../../contract/limits.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { VersionConflictError } from '../../domain/errors.ts';
import { notOverdue, requeuedTurn } from '../../domain/lost-turns.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { releaseWaiting } from '../delivery/release-waiting.ts';
import type { Gateway } from '../gateway.ts';
import { endRun } from '../turn/end-run.ts';
import { settleTurns } from '../turn/settle-turn.ts';

type Stored = Conversation<FlowState>;

/** Every conversation that was talked to is due a minute later: more than a tenant's usual messages of a minute. */
const conversationsPerTenant = 1_000;
const visitsAtOnce = 10;
/** The function may run for a minute, and the next run begins then. */
const runTimeMs = 45_000;
const minuteMs = 60_000;

interface Due {
  readonly tenantId: string;
  readonly conversationId: string;
  /** Whether the tenant is. */
  readonly active: boolean;
}

/** What one run of the schedule did. */
export interface ScheduleReport {
  visited: number;
  settled: number;
  requeued: number;
  expired: number;
  failed: number;
}

/**
 * Visits the conversations whose appointment has come: settles what is pending, puts acknowledged turns that got lost
 * on the queue again, and closes idle conversations. Bounded per run; what is left is due in the next.
 * @see design 5.5
 */
export async function runSchedule(gateway: Gateway): Promise<ScheduleReport> {
  const report: ScheduleReport = { visited: 0, settled: 0, requeued: 0, expired: 0, failed: 0 };
  const untilMs = gateway.nowMs() + runTimeMs;
  const { released } = await releaseWaiting(gateway, untilMs);
  const tenants = await gateway.directory.listTenants();
  // Another first tenant each time, so that the last one is not left out for ever when time is short.
  const first = Math.floor(gateway.random() * tenants.length);
  for (const { id, status } of [...tenants.slice(first), ...tenants.slice(0, first)]) {
    const due = await gateway.conversations.listDue(id, gateway.nowMs(), conversationsPerTenant);
    for (let at = 0; at < due.length && gateway.nowMs() < untilMs; at += visitsAtOnce) {
      const some = due.slice(at, at + visitsAtOnce);
      await Promise.all(
        some.map((conversationId) =>
          lookAfter(gateway, { tenantId: id, conversationId, active: status === 'active' }, report),
        ),
      );
    }
  }
  gateway.log.info('the schedule has run', { ...report, released });
  return report;
}

async function lookAfter(gateway: Gateway, due: Due, report: ScheduleReport): Promise<void> {
  report.visited += 1;
  try {
    await visit(gateway, due, report);
  } catch (error) {
    // Somebody else has just written it: it is in good hands.
    if (error instanceof VersionConflictError) return;
    report.failed += 1;
    const { tenantId, conversationId } = due;
    gateway.log.error('a conversation could not be looked after', error, { tenantId, conversationId });
  }
}

async function visit(
  gateway: Gateway,
  { tenantId, conversationId, active }: Due,
  report: ScheduleReport,
): Promise<void> {
  const stored = await gateway.conversations.find(tenantId, conversationId);
  if (!stored) return;
  const nowMs = gateway.nowMs();
  const settled = await settlePending(gateway, stored, nowMs, report);
  // A suspended tenant's turn waits: on the queue it would only fail.
  const openTurn = active ? await requeueLost(gateway, stored, nowMs, report) : stored.openTurn;
  const outbox = settled ? [] : stored.outbox;
  const current = { ...stored, outbox, openTurn, waiting: notOverdue(stored.waiting, nowMs) };
  if (isIdle(current, nowMs)) {
    report.expired += 1;
    const end = { turnId: `expired-${stored.lastMessageId}`, correlationId: `expired-${conversationId}` };
    return endRun(gateway, current, current.state, { ...end, outcome: 'expired' });
  }
  await gateway.conversations.save({
    ...current,
    version: stored.version + 1,
    dueAtMs: nextAppointment(current, nowMs, settled && !openTurn?.queued),
  });
}

async function settlePending(
  gateway: Gateway,
  stored: Stored,
  nowMs: number,
  report: ScheduleReport,
): Promise<boolean> {
  const pending = stored.outbox.filter(({ turnId }) => !gateway.settled.has(turnId));
  if (pending.length === 0) return true;
  if (pending.some(({ committedAtMs }) => committedAtMs > nowMs - limits.settleAfterMs)) return false;
  report.settled += 1;
  return settleTurns(gateway, { ...stored, outbox: pending }, null);
}

/** The record may have been lost between the write and the queue; a second one does no harm. */
async function requeueLost(
  gateway: Gateway,
  stored: Stored,
  nowMs: number,
  report: ScheduleReport,
): Promise<Stored['openTurn']> {
  const lost = stored.openTurn && requeuedTurn(stored.openTurn, nowMs);
  if (!lost) return stored.openTurn;
  report.requeued += 1;
  await gateway.continuations.send(lost.record, `${lost.record.turnId}:${lost.requeued.times}`);
  return lost;
}

function isIdle(stored: Stored, nowMs: number): stored is Stored & { state: FlowState } {
  const { state, outbox, openTurn, waiting, lastActivityMs, idleMinutes } = stored;
  const quiet = outbox.length === 0 && openTurn === null && waiting.length === 0;
  return (
    quiet &&
    state !== null &&
    state.status !== 'completed' &&
    lastActivityMs + idleMinutes * minuteMs <= nowMs
  );
}

function nextAppointment(
  { state, lastActivityMs, idleMinutes }: Stored,
  nowMs: number,
  settled: boolean,
): number | null {
  if (!settled) return nowMs + limits.settleAfterMs;
  return state === null || state.status === 'completed' ? null : lastActivityMs + idleMinutes * minuteMs;
}
