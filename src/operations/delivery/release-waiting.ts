import { limits } from '../../contract/limits.ts';
import type { AccountRef, WaitingConversation, WaitingLane } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';

/** What releasing uses. */
export type ReleasePorts = Pick<
  Gateway,
  'directory' | 'log' | 'nowMs' | 'pacing' | 'random' | 'replyQueue' | 'waiting'
>;

const lanesAtOnce = 10;
/** The schedule comes by every minute: as many as an account may send until then. */
const paceS = 60;
const conversationsPerLane = 2_000;
const expiredPerLook = 100;
/** Sooner than the next run, which begins by the clock. */
const lookAgainMs = 30_000;

/** The result of a run. */
export interface ReleaseReport {
  lanes: number;
  released: number;
}

/**
 * Puts waiting conversations back on the queue, longest waiting first: as many as their account may send until the
 * next run, or only one while its block may not be over. A conversation leaves the list with its next send. The
 * rest is due in the next run.
 * @see design 5.3
 */
export async function releaseWaiting(gateway: ReleasePorts, untilMs: number): Promise<ReleaseReport> {
  const report: ReleaseReport = { lanes: 0, released: 0 };
  const first = Math.floor(gateway.random() * gateway.waiting.shards);
  const shards = Array.from(
    { length: gateway.waiting.shards },
    (_, n) => (first + n) % gateway.waiting.shards,
  );
  const next = lanesOf(gateway, shards, untilMs);
  await Promise.all(
    Array.from({ length: lanesAtOnce }, async () => {
      for (;;) {
        const { value: lane, done } = await next.next();
        if (done) return;
        await releaseAccount(gateway, lane, report);
      }
    }),
  );
  return report;
}

async function* lanesOf(
  { waiting, nowMs }: ReleasePorts,
  shards: readonly number[],
  untilMs: number,
): AsyncGenerator<WaitingLane, undefined> {
  for (const shard of shards) {
    for await (const lane of waiting.listLanes(shard, nowMs())) {
      if (nowMs() >= untilMs) return;
      yield lane;
    }
  }
}

/** An account that fails doesn't delay the others. */
async function releaseAccount(
  gateway: ReleasePorts,
  lane: WaitingLane,
  report: ReleaseReport,
): Promise<void> {
  report.lanes += 1;
  try {
    report.released += await release(gateway, lane);
  } catch (error) {
    gateway.log.error('waiting replies of an account are not released', error, { ...lane.account });
  }
}

async function release(gateway: ReleasePorts, lane: WaitingLane): Promise<number> {
  const { account } = lane;
  const nowMs = gateway.nowMs();
  const block = await gateway.pacing.findBlock(account);
  if (block && block.untilMs > nowMs) {
    const expired = await releaseDue(gateway, account, expiredPerLook, nowMs - limits.replyLifeMs);
    await gateway.waiting.postpone(account, block.untilMs);
    return expired.released;
  }
  const most = block ? 1 : await paceOf(gateway, account);
  const { released, left } = await releaseDue(gateway, account, most, nowMs);
  if (left > 0 || !(await gateway.waiting.close(lane))) {
    await gateway.waiting.postpone(account, nowMs + lookAgainMs);
  }
  return released;
}

async function releaseDue(
  { waiting, replyQueue }: ReleasePorts,
  account: AccountRef,
  limit: number,
  dueBeforeMs: number,
): Promise<{ released: number; left: number }> {
  const listed: readonly WaitingConversation[] = await waiting.list(account, limit);
  const due = listed.filter(({ dueAtMs }) => dueAtMs <= dueBeforeMs);
  if (due.length > 0) await replyQueue.release(due);
  return { released: due.length, left: listed.length };
}

async function paceOf(
  { directory }: ReleasePorts,
  { tenantId, channel, accountId }: AccountRef,
): Promise<number> {
  const settings = await directory.findAccount(tenantId, channel, accountId);
  return Math.min(conversationsPerLane, paceS * (settings?.sends_per_second ?? limits.sendsPerSecond));
}
