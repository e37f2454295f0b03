import { limits } from '../../contract/limits.ts';
import type { AccountRef, WaitingAccount, WaitingConversation } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';

/** What releasing uses. */
export type ReleasePorts = Pick<
  Gateway,
  'directory' | 'log' | 'nowMs' | 'pacing' | 'random' | 'replyQueue' | 'waiting'
>;

const accountsAtOnce = 10;
/** The schedule comes by every minute: as many as an account may send until then. */
const paceS = 60;
const conversationsPerAccount = 2_000;
const expiredPerLook = 100;
/** Sooner than the next run, which begins by the clock. */
const lookAgainMs = 30_000;

/**
 * Puts waiting conversations back on the queue, longest waiting first: as many as their account may send until the
 * next run, or only one while its block may not be over. A conversation leaves the list once
 * all that waited is sent. The rest is due in the next run.
 * @see design 5.3
 * @returns how many
 */
export async function releaseWaiting(gateway: ReleasePorts, untilMs: number): Promise<number> {
  const { shards } = gateway.waiting;
  const first = Math.floor(gateway.random() * shards);
  const order = Array.from({ length: shards }, (_, n) => (first + n) % shards);
  const accounts = dueAccounts(gateway, order, untilMs);
  const released = await Promise.all(
    Array.from({ length: accountsAtOnce }, async () => {
      for (let count = 0; ; ) {
        const { value: due, done } = await accounts.next();
        if (done) return count;
        count += await release(gateway, due).catch((error: unknown) => {
          // An account that fails doesn't delay the others.
          gateway.log.error('waiting replies of an account are not released', error, { ...due.account });
          return 0;
        });
      }
    }),
  );
  return released.reduce((sum, count) => sum + count, 0);
}

async function* dueAccounts(
  { waiting, nowMs }: ReleasePorts,
  shards: readonly number[],
  untilMs: number,
): AsyncGenerator<WaitingAccount, undefined> {
  for (const shard of shards) {
    for await (const due of waiting.listAccounts(shard, nowMs())) {
      if (nowMs() >= untilMs) return;
      yield due;
    }
  }
}

async function release(gateway: ReleasePorts, due: WaitingAccount): Promise<number> {
  const { account } = due;
  const nowMs = gateway.nowMs();
  const block = await gateway.pacing.findBlock(account);
  if (block && block.untilMs > nowMs) {
    const expired = await releaseDue(gateway, account, expiredPerLook, nowMs - limits.replyLifeMs);
    await gateway.waiting.postpone(account, block.untilMs);
    return expired.released;
  }
  const most = block ? 1 : await paceOf(gateway, account);
  const { released, left } = await releaseDue(gateway, account, most, nowMs);
  if (left > 0 || !(await gateway.waiting.close(due))) {
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
  return Math.min(conversationsPerAccount, paceS * (settings?.sends_per_second ?? limits.sendsPerSecond));
}
