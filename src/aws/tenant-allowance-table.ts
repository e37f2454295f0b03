import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { Taken, TenantAllowance } from '../ports/admissions.ts';
import { type Item, KeyedTable, type Update } from './keyed-table.ts';

/** A tenant's minute as the table has it. */
interface Window {
  readonly endMs: number;
  readonly leased: number;
}

/** What is counted, and over which time. */
interface Counted {
  readonly suffix: string;
  readonly windowMs: number;
}

/** What this process holds of a tenant's current minute. */
interface Share {
  endMs: number;
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
const rememberedTenants = 2_000;

/**
 * Counts a tenant's messages on one item: the first of a minute are drawn in blocks, later ones as they come with a
 * small spare, so that a quiet tenant costs a write or two a minute and process, and idle ones hold back under 5 %.
 * See docs/decisions/tenant-allowance.md. @see design 2.4
 */
export class TenantAllowanceTable implements TenantAllowance {
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;
  readonly #counted: Counted;
  readonly #shares = new Map<string, Share>();

  /** @param counted what is counted, and over which time; messages of a minute by default */
  constructor(
    dynamodb: DynamoDBClient,
    tablePrefix: string,
    nowMs: () => number,
    counted: Counted = { suffix: 'tenant', windowMs: limits.rateWindowMs },
  ) {
    this.#counted = counted;
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.rateLimits.name);
    this.#nowMs = nowMs;
  }

  async take(tenantId: string, limit: number): Promise<Taken> {
    const held = this.#shareOf(tenantId);
    held.waiting += 1;
    try {
      for (;;) {
        const nowMs = this.#nowMs();
        if (held.endMs > nowMs && held.tokens > 0) {
          held.tokens -= 1;
          held.used += 1;
          return { ok: true };
        }
        if (held.endMs > nowMs && held.fullUntilMs > nowMs) return { ok: false, retryAtMs: held.endMs };
        held.drawing ??= this.#draw(tenantId, limit, held).finally(() => {
          held.drawing = null;
        });
        await held.drawing;
      }
    } finally {
      held.waiting -= 1;
    }
  }

  async giveBack(tenantId: string, limit: number): Promise<void> {
    const held = this.#shareOf(tenantId);
    if (held.endMs <= this.#nowMs()) return;
    held.tokens += 1;
    held.fullUntilMs = 0;
    held.used = Math.max(0, held.used - 1);
    const idle = Math.max(held.blocks, spareOf(held));
    const excess = held.tokens - idle;
    if (excess <= 0 || held.waiting > 0) return;
    held.tokens -= excess;
    await this.#add(tenantId, held.endMs, -excess, limit);
  }

  #shareOf(tenantId: string): Share {
    const known = this.#shares.get(tenantId);
    if (known) return known;
    const fresh = {
      endMs: 0,
      tokens: 0,
      used: 0,
      blocks: 0,
      leased: 0,
      fullUntilMs: 0,
      waiting: 0,
      drawing: null,
    } satisfies Share;
    if (this.#shares.size >= rememberedTenants) this.#forgetPast();
    this.#shares.set(tenantId, fresh);
    return fresh;
  }

  #forgetPast(): void {
    for (const [tenantId, { endMs, waiting }] of this.#shares)
      if (endMs <= this.#nowMs() && waiting === 0) this.#shares.delete(tenantId);
  }

  /** One draw for all that wait; those who still have no token after it draw again. */
  async #draw(tenantId: string, limit: number, held: Share): Promise<void> {
    if (held.endMs <= this.#nowMs() && (await this.#open(tenantId, limit, held))) return;
    const drawn = await this.#drawBlock(tenantId, limit, held);
    if (!drawn) held.fullUntilMs = Math.min(held.endMs, this.#nowMs() + fullForMs);
  }

  /** Begins a minute; false when another process has, whose minute is then ours too. */
  async #open(tenantId: string, limit: number, held: Share): Promise<boolean> {
    const block = Math.min(limit, Math.max(blockOf(limit), held.waiting));
    const nowMs = this.#nowMs();
    const { done, now } = await this.#update(tenantId, {
      UpdateExpression: 'SET windowEndMs = :end, leased = :block, expiresAt = :expires',
      ConditionExpression: 'attribute_not_exists(windowEndMs) OR windowEndMs <= :now',
      values: {
        ':now': nowMs,
        ':end': nowMs + this.#counted.windowMs,
        ':block': block,
        ':expires': Math.ceil(nowMs / 1000) + 3600,
      },
    });
    enter(held, now);
    if (done) Object.assign(held, { tokens: block, blocks: blockOf(limit) });
    return done;
  }

  /** Draws one of the first blocks, or what is needed with a spare, or what room there is; false when there is none. */
  async #drawBlock(tenantId: string, limit: number, held: Share): Promise<boolean> {
    const first = { tokens: blockOf(limit), most: firstTokens(limit) };
    let block = held.waiting + spareOf(held);
    const isFirst = block < first.tokens && held.leased + first.tokens <= first.most;
    if (isFirst && (await this.#take(tenantId, held, first)) === 'taken') {
      held.blocks += first.tokens;
      return true;
    }
    while (block > 0) {
      const outcome = await this.#take(tenantId, held, { tokens: block, most: limit });
      // Another minute has begun meanwhile: whoever waits looks again.
      if (outcome !== 'no room') return true;
      block = Math.min(limit - held.leased, block - 1);
    }
    return false;
  }

  /** Takes tokens for this process while no more than `most` are drawn with them, or enters the minute that has begun. */
  async #take(tenantId: string, held: Share, { tokens, most }: { tokens: number; most: number }) {
    const { done, now } = await this.#add(tenantId, held.endMs, tokens, most);
    if (now.endMs !== held.endMs) {
      enter(held, now);
      return 'another minute';
    }
    held.leased = now.leased;
    if (!done) return 'no room';
    held.tokens += tokens;
    return 'taken';
  }

  #add(tenantId: string, endMs: number, tokens: number, most: number) {
    return this.#update(tenantId, {
      UpdateExpression: 'ADD leased :tokens',
      ConditionExpression: 'windowEndMs = :end AND leased <= :room',
      values: { ':tokens': tokens, ':end': endMs, ':room': most - tokens },
    });
  }

  /** Whether the write was done, and the window as it is now. */
  async #update(tenantId: string, update: Update): Promise<{ readonly done: boolean; readonly now: Window }> {
    const key = `${tenantId}#${this.#counted.suffix}`;
    const { done, item } = await this.#table.tryUpdate(key, { ...update, ReturnValues: 'ALL_NEW' });
    return { done, now: windowOf(item) };
  }
}

function enter(held: Share, { endMs, leased }: Window): void {
  Object.assign(held, { endMs, leased, tokens: 0, used: 0, fullUntilMs: 0, blocks: 0 });
}

const firstTokens = (limit: number) => Math.max(1, Math.floor(limit / fortieth));
const blockOf = (limit: number) => Math.max(1, Math.floor(firstTokens(limit) / firstBlocks));
const spareOf = ({ used }: Share) => Math.floor(used / fortieth);

function windowOf({ windowEndMs = 0, leased = 0 }: Item): Window {
  return { endMs: Number(windowEndMs), leased: Number(leased) };
}
