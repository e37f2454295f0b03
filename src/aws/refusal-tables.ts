import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { limits, refusalLimits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import {
  addRefused,
  countRefused,
  kindOf,
  type Refused,
  type RefusedTimes,
  readKind,
  withoutSite,
} from '../domain/errors.ts';
import type {
  NotedRefusal,
  NotedWidget,
  RefusalCounts,
  RefusedDay,
  RefusedDays,
  RefusedOrigin,
  RefusedOrigins,
} from '../ports/runs.ts';
import { type Item, KeyedTable, readItems } from './items.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** What is not written yet of a tenant's day. */
interface Held {
  readonly counts: Map<string, RefusedTimes>;
  readonly keptDays: number;
}

/** One item for each tenant and day in the rate-limits table, written by each process once a minute at most. */
export class RefusalCountsTable implements RefusalCounts {
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;
  /** By the key of its item; who has waited longest comes first. */
  readonly #unwritten = new Map<string, Held>();
  #triedAtMs = 0;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.rateLimits.name);
    this.#nowMs = nowMs;
  }

  add({ tenantId, date, code, origin, isMessage, keptDays }: NotedRefusal): void {
    const kind = kindOf(code, origin);
    const counts = new Map<string, RefusedTimes>([[kind, [1, isMessage ? 1 : 0]]]);
    this.#hold(refusedKey(tenantId, date), { counts, keptDays });
  }

  isDue(): boolean {
    return this.#unwritten.size > 0 && this.#triedAtMs <= this.#nowMs() - limits.noteMs;
  }

  async write(): Promise<void> {
    this.#triedAtMs = this.#nowMs();
    const rows = [...this.#unwritten].slice(0, refusalLimits.rowsPerNote);
    for (const [key] of rows) this.#unwritten.delete(key);
    await Promise.all(rows.map(([key, held]) => this.#write(key, held)));
  }

  #hold(key: string, { counts, keptDays }: Held): void {
    const known = this.#unwritten.get(key);
    if (!known && this.#unwritten.size >= refusalLimits.tenantsHeld) return;
    const held = known ?? { counts: new Map<string, RefusedTimes>(), keptDays };
    this.#unwritten.set(key, held);
    for (const [kind, times] of counts) {
      const isApart = held.counts.has(kind) || held.counts.size < refusalLimits.kindsHeld;
      countRefused(held.counts, isApart ? kind : kindOf(readKind(kind).code, withoutSite.others), times);
    }
  }

  /** What could not be written is not counted: whether it was can't be known, and no number may be too great. */
  async #write(key: string, held: Held): Promise<void> {
    const nowMs = this.#nowMs();
    const item = await this.#table.find(key);
    const revision = randomUUID();
    const { done, item: stored } = await this.#table.tryUpdate(key, {
      UpdateExpression: 'SET refused = :refused, revision = :next, writtenAtMs = :now, expiresAt = :expires',
      ConditionExpression: item ? 'revision = :revision' : 'attribute_not_exists(pk)',
      ExpressionAttributeValues: {
        ':refused': Object.fromEntries(addRefused([refusedOf(item), held.counts], refusalLimits.sitesKept)),
        ':next': revision,
        ':now': nowMs,
        ':expires': Math.ceil((nowMs + held.keptDays * dayMs) / 1000),
        ...(item && { ':revision': item.revision }),
      },
    });
    // The answer to an attempt of ours may have been lost: the next one then meets what it wrote.
    if (done || stored.revision === revision) return;
    // Another process wrote meanwhile: a minute later.
    this.#hold(key, held);
  }
}

/** Of a tenant's day. */
const refusedKey = (tenantId: string, date: string) => `${tenantId}#refused#${date}`;

/** What an item has counted: `{"origin_not_allowed https://shop.example": [12, 3]}`, written by the gateway alone. */
const refusedOf = (item: Item | null): Refused =>
  new Map(Object.entries((item?.refused ?? {}) as Readonly<Record<string, RefusedTimes>>));

/** What `RefusalCountsTable` has written, for who looks at it. */
export class RefusedDaysTable implements RefusedDays {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #nowMs: () => number;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.rateLimits.name;
    this.#nowMs = nowMs;
  }

  async read(tenantId: string, dates: readonly string[]): Promise<readonly RefusedDay[]> {
    const keys = dates.map((date) => ({ pk: refusedKey(tenantId, date) }));
    const items = await readItems(this.#dynamodb, this.#table, keys);
    return items
      .filter(({ expiresAt }) => Number(expiresAt) * 1000 > this.#nowMs())
      .map((item) => ({ refused: refusedOf(item), writtenAtMs: Number(item.writtenAtMs) }));
  }
}

const widgetsMost = 1_000;

/** What a process has not written yet of one widget, and when it last tried to. */
interface Unwritten {
  triedAtMs: number;
  readonly seen: Map<string, RefusedOrigin>;
}

/** One item a widget in the rate-limits table, written by each process once a minute at most. */
export class RefusedOriginsTable implements RefusedOrigins {
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;
  readonly #unwritten = new Map<string, Unwritten>();

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.rateLimits.name);
    this.#nowMs = nowMs;
  }

  /** What a stranger sends costs no more with many origins: those beyond the first few of a minute are not kept. */
  async note(widget: NotedWidget, origin: string, keptDays: number): Promise<void> {
    const nowMs = this.#nowMs();
    const unwritten = this.#unwrittenOf(keyOf(widget));
    const { seen } = unwritten;
    if (seen.has(origin) || seen.size < limits.refusedOriginsPerNote)
      add(seen, { origin, count: 1, atMs: nowMs });
    if (unwritten.triedAtMs > nowMs - limits.noteMs) return;
    unwritten.triedAtMs = nowMs;
    const written = [...seen.values()];
    seen.clear();
    if (!(await this.#write(keyOf(widget), written, keptDays))) for (const one of written) add(seen, one);
  }

  async list(widget: NotedWidget): Promise<readonly RefusedOrigin[]> {
    const item = await this.#table.find(keyOf(widget));
    const isOver = Number(item?.expiresAt) * 1000 <= this.#nowMs();
    return isOver ? [] : [...originsOf(item)].sort((a, b) => b.atMs - a.atMs);
  }

  #unwrittenOf(key: string): Unwritten {
    const known = this.#unwritten.get(key);
    if (known) return known;
    if (this.#unwritten.size >= widgetsMost) this.#unwritten.clear();
    const unwritten = { triedAtMs: 0, seen: new Map() };
    this.#unwritten.set(key, unwritten);
    return unwritten;
  }

  /** @returns false when another process wrote meanwhile: what was seen is written a minute later */
  async #write(key: string, seen: readonly RefusedOrigin[], keptDays: number): Promise<boolean> {
    const nowMs = this.#nowMs();
    const item = await this.#table.find(key);
    const sinceMs = nowMs - keptDays * dayMs;
    const stored = originsOf(item).filter(({ atMs }) => atMs > sinceMs);
    const { done } = await this.#table.tryUpdate(key, {
      UpdateExpression: 'SET origins = :origins, revision = :next, expiresAt = :expires',
      ConditionExpression: item ? 'revision = :revision' : 'attribute_not_exists(pk)',
      ExpressionAttributeValues: {
        ':origins': merge(stored, seen),
        ':next': Number(item?.revision ?? 0) + 1,
        ':expires': Math.ceil((nowMs + keptDays * dayMs) / 1000),
        ...(item && { ':revision': item.revision }),
      },
    });
    return done;
  }
}

function add(seen: Map<string, RefusedOrigin>, one: RefusedOrigin): void {
  seen.set(one.origin, { ...one, count: one.count + (seen.get(one.origin)?.count ?? 0) });
}

/** What is new stays; of the others those refused most often, so that a flood of names can't push them all out. */
function merge(stored: readonly RefusedOrigin[], seen: readonly RefusedOrigin[]): readonly RefusedOrigin[] {
  const before = new Map(stored.map((one) => [one.origin, one]));
  const counted = seen.map((one) => ({ ...one, count: one.count + (before.get(one.origin)?.count ?? 0) }));
  const others = stored
    .filter(({ origin }) => !seen.some((one) => one.origin === origin))
    .sort((a, b) => b.count - a.count || b.atMs - a.atMs);
  return [...counted, ...others].slice(0, limits.refusedOriginsKept);
}

// Written by `#write` alone.
const originsOf = (item: Item | null) => (item?.origins ?? []) as readonly RefusedOrigin[];

const keyOf = ({ tenantId, widgetId }: NotedWidget) => `${tenantId}#origins#${widgetId}`;
