import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { Taken, TenantAllowance } from '../ports/admissions.ts';
import type { AwsClients } from './clients.ts';
import { clockWindow } from './clock-window.ts';
import { KeyedTable } from './items.ts';

/** What is counted, and over which time. */
interface Counted {
  readonly suffix: string;
  readonly windowMs: number;
}

/** What this process holds of one minute of a tenant. */
interface Share {
  /** Of the minute's item. */
  readonly key: string;
  readonly endMs: number;
  /** Tokens drawn and not handed out. */
  tokens: number;
  /** Tokens handed out in this minute. */
  used: number;
  /** Of the minute's first tokens, how many this process has drawn in blocks: it may hold them idle. */
  blocks: number;
  /** Tokens of the minute that are drawn by anyone, as this process has last heard. */
  leased: number;
  /** Until when the minute is known to be used up, epoch milliseconds. */
  fullUntilMs: number;
  waiting: number;
  drawing: Promise<void> | null;
}

/** The first tokens of a minute, and what a process may hold idle: a fortieth of the limit, of what it has used. */
const fortieth = 40;
/** The first tokens go in so many blocks, to whoever comes first: one process alone may take them all. */
const firstBlocks = 3;
/** A refused tenant is looked at again after this: others may have given tokens back. */
const fullForMs = 1_000;
/** A minute's item is left to the TTL so long after its end: no clock is that far behind. */
const keptMs = 60 * 60_000;
const rememberedShares = 2_000;

/**
 * Counts a tenant's messages on an item for each minute of the clock: the first are drawn in blocks, later ones as they
 * come with a small spare, so that a quiet tenant costs one write a minute and process, and idle ones hold back under 5 %.
 * See docs/decisions/tenant-allowance.md. @see design 2.4
 */
export class TenantAllowanceTable implements TenantAllowance {
  readonly #table: KeyedTable;
  readonly #tableOnce: KeyedTable;
  readonly #nowMs: () => number;
  readonly #counted: Counted;
  /** By the keys of their items. */
  readonly #shares = new Map<string, Share>();
  #forgetAt = rememberedShares;

  /** @param counted what is counted, and over which time; messages of a minute by default */
  constructor(
    { dynamodb, dynamodbOnce }: Pick<AwsClients, 'dynamodb' | 'dynamodbOnce'>,
    tablePrefix: string,
    nowMs: () => number,
    counted: Counted = { suffix: 'tenant', windowMs: limits.rateWindowMs },
  ) {
    this.#counted = counted;
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.rateLimits.name);
    this.#tableOnce = new KeyedTable(dynamodbOnce, tablePrefix + tables.rateLimits.name);
    this.#nowMs = nowMs;
  }

  async take(tenantId: string, limit: number): Promise<Taken> {
    for (;;) {
      // Of the minute that is now: another may have begun while tokens of the last one were drawn.
      const held = this.#shareOf(tenantId);
      if (held.tokens > 0) {
        held.tokens -= 1;
        held.used += 1;
        return { ok: true };
      }
      if (held.fullUntilMs > this.#nowMs()) return { ok: false, retryAtMs: held.endMs };
      held.waiting += 1;
      held.drawing ??= this.#draw(limit, held).finally(() => {
        held.drawing = null;
      });
      try {
        await held.drawing;
      } finally {
        // Not before it is this one's turn: whoever draws next draws for those behind them, too.
        held.waiting -= 1;
      }
    }
  }

  async giveBack(tenantId: string): Promise<void> {
    const held = this.#shareOf(tenantId);
    if (held.used === 0) return;
    held.tokens += 1;
    held.fullUntilMs = 0;
    held.used -= 1;
    const idle = Math.max(held.blocks, spareOf(held));
    const excess = held.tokens - idle;
    if (excess <= 0 || held.waiting > 0) return;
    held.tokens -= excess;
    await this.#return(held, excess);
  }

  #shareOf(tenantId: string): Share {
    const { suffix, windowMs } = this.#counted;
    const name = `${tenantId}#${suffix}`;
    const { number, endMs } = clockWindow(name, windowMs, this.#nowMs());
    const key = `${name}#${number}`;
    const known = this.#shares.get(key);
    if (known) return known;
    const fresh: Share = {
      ...{ key, endMs, tokens: 0, used: 0, blocks: 0, leased: 0, fullUntilMs: 0, waiting: 0 },
      drawing: null,
    };
    if (this.#shares.size >= this.#forgetAt) this.#forgetPast();
    this.#shares.set(key, fresh);
    return fresh;
  }

  #forgetPast(): void {
    for (const [key, { endMs }] of this.#shares) if (endMs <= this.#nowMs()) this.#shares.delete(key);
    // Not looked through again for each of thousands that are all of this minute.
    this.#forgetAt = Math.max(rememberedShares, 2 * this.#shares.size);
  }

  /** One draw for all that wait; those who still have no token after it draw again. */
  async #draw(limit: number, held: Share): Promise<void> {
    const first = { tokens: blockOf(limit), most: firstTokens(limit) };
    let tokens = Math.min(limit, held.waiting + spareOf(held));
    const isFirst = tokens < first.tokens && held.leased + first.tokens <= first.most;
    if (isFirst && (await this.#take(held, first.tokens, first.most))) {
      held.blocks += first.tokens;
      return;
    }
    while (tokens > 0) {
      if (await this.#take(held, tokens, limit)) return;
      tokens = Math.min(limit - held.leased, tokens - 1);
    }
    held.fullUntilMs = Math.min(held.endMs, this.#nowMs() + fullForMs);
  }

  /** Draws tokens for this process while no more than `most` are drawn with them; false when there is no room. */
  async #take(held: Share, tokens: number, most: number): Promise<boolean> {
    const { done, item } = await this.#table.tryUpdate(held.key, {
      UpdateExpression: 'ADD leased :tokens SET expiresAt = :expires',
      ConditionExpression: 'attribute_not_exists(leased) OR leased <= :room',
      ExpressionAttributeValues: {
        ...{ ':tokens': tokens, ':room': most - tokens },
        ':expires': Math.ceil((held.endMs + keptMs) / 1000),
      },
      ReturnValues: 'ALL_NEW',
    });
    held.leased = Number(item.leased ?? 0);
    if (done) held.tokens += tokens;
    return done;
  }

  /** Never more than was drawn: one whose answer is lost is not sent again. */
  async #return(held: Share, tokens: number): Promise<void> {
    await this.#tableOnce.tryUpdate(held.key, {
      UpdateExpression: 'ADD leased :back',
      ConditionExpression: 'leased >= :tokens',
      ExpressionAttributeValues: { ':back': -tokens, ':tokens': tokens },
    });
  }
}

const firstTokens = (limit: number) => Math.max(1, Math.floor(limit / fortieth));
const blockOf = (limit: number) => Math.max(1, Math.floor(firstTokens(limit) / firstBlocks));
const spareOf = ({ used }: Share) => Math.floor(used / fortieth);
