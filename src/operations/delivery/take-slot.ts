import type { ChannelAccount } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import type { AccountBlock, SendPermit } from '../../ports/send-pacing.ts';
import type { DeliveryPorts, ReplyTask } from './delivery-ports.ts';
import type { Wait } from './waits.ts';

/** What is further away is waited for in the queue: a sender that sleeps is paid for, and its time runs out. */
const longestPauseMs = 2_000;
/** A reserved moment that was missed by more is somebody else's by now. */
const slotGraceMs = 5_000;
const askAgainMs = 1_000;
const longestFurtherMs = 1_000;

/** Leave to make the next call. `after` is the block that has just run out: the call tries whether it is over. */
export interface Slot {
  readonly after: AccountBlock | null;
}

/**
 * Waits for the account's next free moment, if it is near.
 * @returns why the call must wait instead: the account is blocked or busy
 */
export async function takeSlot(
  gateway: DeliveryPorts,
  task: ReplyTask,
  settings: ChannelAccount,
): Promise<Slot | Wait> {
  const { cursor, account, moments } = task;
  const further = moments.shift();
  if (further !== undefined && isNow(further, gateway.nowMs())) {
    gateway.pacing.noteBegun(account);
    return awaitSlot(gateway, task, further, null);
  }
  const reservedMs = cursor.current.slotAtMs ?? null;
  if (reservedMs !== null && isNow(reservedMs, gateway.nowMs()) && !(await gateway.pacing.findBlock(account)))
    return awaitSlot(gateway, task, reservedMs, null);
  const perSecond = settings.sends_per_second ?? limits.sendsPerSecond;
  const pace = { perSecond, withinMs: limits.queuedReplyWaitMs };
  const permit = await gateway.pacing.reserve(account, pace, sendsAtOnce(task, perSecond));
  if (permit.permit !== 'granted') return waitFor(permit, gateway.nowMs());
  moments.splice(0, moments.length, ...permit.furtherAtMs);
  return awaitSlot(gateway, task, permit.atMs, permit.after);
}

/** With the one behind it, if its moment is near: what isn't used is lost to the account. */
function sendsAtOnce({ behind }: ReplyTask, perSecond: number): number {
  return behind.length > 0 && 1000 / perSecond <= longestFurtherMs ? 2 : 1;
}

function isNow(atMs: number, nowMs: number): boolean {
  return atMs <= nowMs + longestPauseMs && atMs >= nowMs - slotGraceMs;
}

async function awaitSlot(
  gateway: DeliveryPorts,
  { cursor }: ReplyTask,
  atMs: number,
  after: AccountBlock | null,
): Promise<Slot | Wait> {
  const waitMs = atMs - gateway.nowMs();
  if (waitMs > longestPauseMs) {
    await cursor.save({ slotAtMs: atMs });
    return { untilMs: atMs, reason: 'pace', isAccounts: true, leavesQueue: false };
  }
  if (waitMs > 0) await gateway.pause(waitMs);
  return { after };
}

function waitFor(permit: Exclude<SendPermit, { permit: 'granted' }>, nowMs: number): Wait {
  if (permit.permit === 'crowded') {
    const untilMs = nowMs + limits.queuedReplyWaitMs;
    return { untilMs, reason: 'pace', isAccounts: true, leavesQueue: true };
  }
  const { block, isProbed } = permit;
  // Whoever tries for all may be back in a moment, long before its time is up.
  const untilMs = isProbed ? nowMs + askAgainMs : block.untilMs;
  return { untilMs, reason: block.reason, isAccounts: true, leavesQueue: block.held };
}
