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
  /** Who opened the minute may hold its first block. */
  opener: boolean;
  /** Until when the minute is known to be used up, epoch milliseconds. */
  fullUntilMs: number;
  waiting: number;
  drawing: Promise<void> | null;
}

/** The first block of a minute, and what a process may hold idle: a fortieth of the limit, of what it has used. */
const fortieth = 40;
/** A refused tenant is looked at again after this: others may have given tokens back. */
const fullForMs = 1_000;
const rememberedTenants = 2_000;

/**
 * Counts a tenant's messages on one item: the first of a minute are drawn as a block, later ones as they come with a
 * small spare, so that a quiet tenant costs one write a minute and idle processes hold back under 5 %.
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
    const idle = held.opener ? firstBlock(limit) : spareOf(held);
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
      opener: false,
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
    const block = Math.min(limit, Math.max(firstBlock(limit), held.waiting));
    const nowMs = this.#nowMs();
    const window = { endMs: nowMs + this.#counted.windowMs, leased: block };
    const other = await this.#update(tenantId, {
      UpdateExpression: 'SET windowEndMs = :end, leased = :block, expiresAt = :expires',
      ConditionExpression: 'attribute_not_exists(windowEndMs) OR windowEndMs <= :now',
      values: {
        ':now': nowMs,
        ':end': window.endMs,
        ':block': block,
        ':expires': Math.ceil(nowMs / 1000) + 3600,
      },
    });
    enter(held, other ?? window, other === null);
    if (other === null) held.tokens = block;
    return other === null;
  }

  /** Draws what is needed with a spare, or what room there is; false when there is none. */
  async #drawBlock(tenantId: string, limit: number, held: Share): Promise<boolean> {
    for (let block = held.waiting + spareOf(held); block > 0; ) {
      const refused = await this.#add(tenantId, held.endMs, block, limit);
      if (refused === null) {
        held.tokens += block;
        return true;
      }
      // Another minute has begun meanwhile: whoever waits looks again.
      if (refused.endMs !== held.endMs) {
        enter(held, refused, false);
        return true;
      }
      block = Math.min(limit - refused.leased, block - 1);
    }
    return false;
  }

  #add(tenantId: string, endMs: number, block: number, limit: number): Promise<Window | null> {
    return this.#update(tenantId, {
      UpdateExpression: 'ADD leased :block',
      ConditionExpression: 'windowEndMs = :end AND leased <= :room',
      values: { ':block': block, ':end': endMs, ':room': limit - block },
    });
  }

  /** The window that stood in the way, or null when the write was done. */
  async #update(tenantId: string, update: Update): Promise<Window | null> {
    const { done, item } = await this.#table.tryUpdate(`${tenantId}#${this.#counted.suffix}`, update);
    return done ? null : windowOf(item);
  }
}

function enter(held: Share, { endMs }: Window, opener: boolean): void {
  Object.assign(held, { endMs, tokens: 0, used: 0, fullUntilMs: 0, opener });
}

const firstBlock = (limit: number) => Math.max(1, Math.floor(limit / fortieth));
const spareOf = ({ used }: Share) => Math.floor(used / fortieth);

function windowOf({ windowEndMs = 0, leased = 0 }: Item): Window {
  return { endMs: Number(windowEndMs), leased: Number(leased) };
}
