import type { SendOutcome } from '../../channels/channel.ts';
import type { AccountBlock } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';
import { traceOf } from '../turn/settle-turn.ts';
import { blockMs, type ReplyTask, replyWaitMs, type Wait } from './reply-task.ts';

/** What a failed call's consequences use. */
export type FailurePorts = Pick<Gateway, 'pacing' | 'metrics' | 'log' | 'nowMs' | 'random'>;
type Failure = Exclude<SendOutcome, { outcome: 'sent' | 'failed' }>;

/** Marks an attempt that surely had no effect and may be made again. */
export const refusedAtMs = 0;
/** A status that confirms a call whose answer was lost mostly comes at once. */
export const recheckMs = 10_000;
/** How often a held account is tried. */
const holdMs = 60_000;
/** If a provider's `Retry-After` is at most this and it still rejects, the delay grows each time. */
const believedMs = 1_000;
/** Failures in a row that make an account's sends stop. */
const failuresInRow = 4;
/** A reply that waits for its own sake. */
const ownWait = { isAccounts: false, leavesQueue: false } as const;

/**
 * Determines the consequences of a failed call: what must wait, and until when.
 * @param after the block after which this call was the account's only attempt; null if there was none
 */
export async function afterFailure(
  gateway: FailurePorts,
  task: ReplyTask,
  outcome: Failure,
  after: AccountBlock | null,
): Promise<Wait> {
  switch (outcome.outcome) {
    case 'held':
      await noteTrouble(gateway, task, outcome.reason, { surelyNotSent: true, waitMs: holdMs });
      return { ...(await hold(gateway, task, outcome.reason)), isAccounts: false };
    case 'unconfirmed':
      return doubtAccount(gateway, task, { ...outcome, afterMs: null, surelyNotSent: false }, after);
    case 'retry': {
      const { concerns } = outcome;
      const trouble = { ...outcome, surelyNotSent: true };
      if (concerns === 'user') return waitForUser(gateway, task, outcome, after);
      return concerns === 'account'
        ? blockAccount(gateway, task, trouble, after)
        : doubtAccount(gateway, task, trouble, after);
    }
  }
}

/** Holds an account whose settings prevent sending, unless it is already held. */
export async function holdAccount(gateway: FailurePorts, task: ReplyTask, reason: string): Promise<Wait> {
  const block = await gateway.pacing.findBlock(task.account);
  if (!block?.held || block.untilMs <= gateway.nowMs()) return hold(gateway, task, reason);
  return { untilMs: block.untilMs, reason, isAccounts: true, leavesQueue: true };
}

/** Repeated with each attempt, so that the alarm lasts as long as the problem. */
async function hold(gateway: FailurePorts, { account, pending }: ReplyTask, reason: string): Promise<Wait> {
  const untilMs = gateway.nowMs() + holdMs;
  await gateway.pacing.block(account, { untilMs, reason, held: true, failures: 1 });
  gateway.metrics.count('AccountsHeld', { tenantId: account.tenantId, channel: pending.turn.channel });
  gateway.log.error('an account is held until it is mended', undefined, {
    ...traceOf(pending.turn),
    accountId: account.accountId,
    reason,
  });
  return { untilMs, reason, isAccounts: true, leavesQueue: true };
}

interface Trouble {
  readonly reason: string;
  readonly afterMs: number | null;
  readonly surelyNotSent: boolean;
}

/** One failure among sends that fare well is the reply's own; a few in a row are the account's. */
async function doubtAccount(
  gateway: FailurePorts,
  task: ReplyTask,
  trouble: Trouble,
  after: AccountBlock | null,
): Promise<Wait> {
  if (after || (await gateway.pacing.countFailure(task.account)) >= failuresInRow) {
    return blockAccount(gateway, task, trouble, after);
  }
  return waitAlone(gateway, task, trouble);
}

async function waitAlone(
  gateway: FailurePorts,
  task: ReplyTask,
  { reason, surelyNotSent }: Trouble,
): Promise<Wait> {
  const waitMs = replyWaitMs(triesOf(task) + 1, 2, gateway.random);
  await noteTrouble(gateway, task, reason, { surelyNotSent, waitMs, counts: true });
  return { untilMs: tryAgainAtMs(gateway, task, surelyNotSent, waitMs), reason, ...ownWait };
}

/** The account's other replies would fare the same: none is sent until one has tried. */
async function blockAccount(
  gateway: FailurePorts,
  task: ReplyTask,
  { reason, afterMs, surelyNotSent }: Trouble,
  after: AccountBlock | null,
): Promise<Wait> {
  const failures = (after?.failures ?? 0) + 1;
  const asked = afterMs !== null && afterMs > believedMs ? afterMs : blockMs(failures, gateway.random);
  const blockedUntilMs = gateway.nowMs() + asked;
  await gateway.pacing.block(task.account, { untilMs: blockedUntilMs, reason, held: false, failures });
  // While the account's others fare well it is this reply's own trouble, which must not come back every second.
  const ownMs = after ? 0 : replyWaitMs(triesOf(task) + 1, 2, gateway.random);
  const waitMs = Math.max(asked, ownMs);
  await noteTrouble(gateway, task, reason, { surelyNotSent, waitMs, counts: after === null });
  // Others try next: what the provider fails at may be this one message.
  return { untilMs: tryAgainAtMs(gateway, task, surelyNotSent, waitMs), reason, ...ownWait };
}

/** A call whose effect is unknown is checked first. */
function tryAgainAtMs(
  { nowMs }: Pick<Gateway, 'nowMs'>,
  { cursor }: ReplyTask,
  surelyNotSent: boolean,
  waitMs: number,
): number {
  const recheckAtMs = surelyNotSent ? 0 : (cursor.current.attempt?.startedAtMs ?? 0) + recheckMs;
  return Math.max(nowMs() + waitMs, recheckAtMs);
}

/** A limit for one user: replies to others continue. */
async function waitForUser(
  gateway: FailurePorts,
  task: ReplyTask,
  { afterMs, reason }: Extract<Failure, { outcome: 'retry' }>,
  after: AccountBlock | null,
): Promise<Wait> {
  if (after) await gateway.pacing.unblock(task.account);
  const waitMs = afterMs ?? replyWaitMs(triesOf(task) + 1, 4, gateway.random);
  await noteTrouble(gateway, task, reason, { surelyNotSent: true, waitMs, counts: true });
  return { untilMs: gateway.nowMs() + waitMs, reason, ...ownWait };
}

const triesOf = ({ cursor }: ReplyTask): number => cursor.current.trouble?.tries ?? 0;

async function noteTrouble(
  gateway: FailurePorts,
  task: ReplyTask,
  reason: string,
  about: { readonly surelyNotSent: boolean; readonly waitMs: number; readonly counts?: boolean },
): Promise<void> {
  const { cursor } = task;
  const { attempt } = cursor.current;
  await cursor.save({
    trouble: {
      tries: triesOf(task) + (about.counts ? 1 : 0),
      reason,
      nextAtMs: gateway.nowMs() + about.waitMs,
    },
    // Those behind it have not been begun.
    ...(attempt && {
      attempt: {
        replyId: attempt.replyId,
        part: attempt.part,
        startedAtMs: about.surelyNotSent ? refusedAtMs : attempt.startedAtMs,
      },
    }),
  });
}
