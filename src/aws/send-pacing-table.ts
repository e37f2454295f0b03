import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { AccountBlock, AccountRef, SendPacing, SendPermit } from '../ports/deliveries.ts';
import { DynamoTable, type Item, type Update, type Updated } from './items.ts';

const attempts = 10;
const accountsMost = 5_000;
/** The timeout of a probe after a block: a send's timeout and a little more. */
const probeMs = limits.sendTimeoutMs + 2_000;
/** Failures with no more sends than this begun between them are of one row. */
const sendsBetween = 3;
const rememberedMs = 48 * 60 * 60 * 1000;

/** An account's next free send and its block, one item of the rate-limits table. @see design 5.3 */
export class SendPacingTable extends DynamoTable implements SendPacing {
  protected readonly table = tables.rateLimits;

  /** Sends of each account that are begun and not counted yet. */
  readonly #begun = new Map<string, number>();

  /** One write for an account that is neither busy nor blocked; the loser of a race reads again. */
  async reserve(
    account: AccountRef,
    { perSecond, withinMs }: { readonly perSecond: number; readonly withinMs: number },
    sends = 1,
  ): Promise<SendPermit> {
    const intervalMs = Math.ceil(1000 / perSecond);
    const granted = (atMs: number) => {
      const furtherAtMs = Array.from({ length: sends - 1 }, (_, n) => atMs + (n + 1) * intervalMs);
      return { permit: 'granted', atMs, furtherAtMs, after: null } as const;
    };
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const nowMs = this.nowMs();
      const begun = 1 + this.#takeBegun(account);
      const { done, item: seen } = await this.#reserveIdle(account, sends * intervalMs, begun);
      if (done) return granted(nowMs);
      const block = blockIn(seen);
      if (block) {
        if (block.untilMs > nowMs) return { permit: 'blocked', block, isProbed: seen.probing === true };
        if (await this.#beginProbe(account, block))
          return { permit: 'granted', atMs: nowMs, furtherAtMs: [], after: block };
      } else {
        if (Number(seen.freeAtMs) > nowMs + withinMs) return { permit: 'crowded' };
        const next = await this.#reserveNext(account, sends * intervalMs, begun);
        if (next.done) return granted(Number(next.item.freeAtMs) - sends * intervalMs);
      }
    }
    return { permit: 'crowded' };
  }

  async reserveAside(
    account: AccountRef,
    { perSecond, withinMs }: { readonly perSecond: number; readonly withinMs: number },
  ): Promise<number | null> {
    const intervalMs = Math.ceil(1000 / perSecond);
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const nowMs = this.nowMs();
      // Not counted as a started send: between failures it says nothing about the account's state.
      const { done, item: seen } = await this.#reserveIdle(account, intervalMs, 0);
      if (done) return nowMs;
      if (blockIn(seen) || Number(seen.freeAtMs) > nowMs + withinMs) return null;
      const next = await this.#reserveNext(account, intervalMs, 0);
      if (next.done) return Number(next.item.freeAtMs) - intervalMs;
    }
    return null;
  }

  async findBlock(account: AccountRef): Promise<AccountBlock | null> {
    return blockIn((await this.getItem(keyOf(account))) ?? {});
  }

  async block(account: AccountRef, { untilMs, reason, held, failures }: AccountBlock): Promise<void> {
    await this.#update(account, {
      UpdateExpression:
        'SET blockedUntilMs = :until, reason = :reason, held = :held, failures = :failures, expiresAt = :expires REMOVE probing',
      ConditionExpression:
        'attribute_not_exists(blockedUntilMs) OR blockedUntilMs < :until OR attribute_exists(probing)',
      ExpressionAttributeValues: {
        ':until': untilMs,
        ':reason': reason,
        ':held': held,
        ':failures': failures,
      },
    });
  }

  async unblock(account: AccountRef): Promise<void> {
    await this.#update(account, {
      UpdateExpression:
        'SET expiresAt = :expires REMOVE blockedUntilMs, reason, held, failures, probing, inRow',
    });
  }

  async countFailure(account: AccountRef): Promise<number> {
    const room = sendsBetween - this.#takeBegun(account);
    const next = await this.#update(account, {
      UpdateExpression: 'SET begun = :none, expiresAt = :expires ADD inRow :one',
      ConditionExpression: 'attribute_exists(inRow) AND begun <= :between',
      ExpressionAttributeValues: { ':none': 0, ':one': 1, ':between': room },
    });
    if (next.done) return Number(next.item.inRow);
    await this.#update(account, {
      UpdateExpression: 'SET begun = :none, inRow = :one, expiresAt = :expires',
      ExpressionAttributeValues: { ':none': 0, ':one': 1 },
    });
    return 1;
  }

  async #reserveIdle(account: AccountRef, intervalMs: number, begun: number): Promise<Updated> {
    const nowMs = this.nowMs();
    return this.#update(account, {
      UpdateExpression: 'SET freeAtMs = :next, expiresAt = :expires ADD begun :sends',
      ConditionExpression:
        '(attribute_not_exists(freeAtMs) OR freeAtMs <= :now) AND attribute_not_exists(blockedUntilMs)',
      ExpressionAttributeValues: { ':now': nowMs, ':next': nowMs + intervalMs, ':sends': begun },
    });
  }

  /** Behind the sends that are reserved already: however many do so at once, each gets a moment of its own. */
  async #reserveNext(account: AccountRef, intervalMs: number, begun: number): Promise<Updated> {
    return this.#update(account, {
      UpdateExpression: 'SET freeAtMs = freeAtMs + :interval, expiresAt = :expires ADD begun :sends',
      ConditionExpression: 'freeAtMs > :now AND attribute_not_exists(blockedUntilMs)',
      ExpressionAttributeValues: { ':now': this.nowMs(), ':interval': intervalMs, ':sends': begun },
    });
  }

  noteBegun(account: AccountRef): void {
    const key = keyOf(account);
    if (this.#begun.size >= accountsMost) this.#begun.clear();
    this.#begun.set(key, (this.#begun.get(key) ?? 0) + 1);
  }

  #takeBegun(account: AccountRef): number {
    const begun = this.#begun.get(keyOf(account)) ?? 0;
    this.#begun.delete(keyOf(account));
    return begun;
  }

  /** One sender probes after a block; it continues for the others in the meantime. */
  async #beginProbe(account: AccountRef, { untilMs }: AccountBlock): Promise<boolean> {
    const { done } = await this.#update(account, {
      UpdateExpression: 'SET blockedUntilMs = :until, probing = :true, expiresAt = :expires',
      ConditionExpression: 'blockedUntilMs = :seen',
      ExpressionAttributeValues: { ':until': this.nowMs() + probeMs, ':seen': untilMs, ':true': true },
    });
    return done;
  }

  #update(account: AccountRef, { ExpressionAttributeValues, ...update }: Update): Promise<Updated> {
    return this.tryUpdate(keyOf(account), {
      ...update,
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ':expires': this.#expiresAt() },
      ReturnValues: 'ALL_NEW',
    });
  }

  #expiresAt(): number {
    return Math.ceil((this.nowMs() + rememberedMs) / 1000);
  }
}

const keyOf = ({ tenantId, channel, accountId }: AccountRef) => `${tenantId}#pace#${channel}#${accountId}`;

function blockIn({ blockedUntilMs, reason, held, failures }: Item): AccountBlock | null {
  if (typeof blockedUntilMs !== 'number') return null;
  return {
    untilMs: blockedUntilMs,
    reason: String(reason ?? 'unknown'),
    held: held === true,
    failures: Number(failures ?? 1),
  };
}
