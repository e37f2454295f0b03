import { randomUUID } from 'node:crypto';
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
import type { NotedRefusal, NotedWidget, Refusals, RefusedDay, RefusedOrigin } from '../ports/runs.ts';
import { DynamoTable, type Item, setting } from './items.ts';

const dayMs = 24 * 60 * 60 * 1000;

/** The unwritten counts of a tenant's day. */
interface Held {
  readonly counts: Map<string, RefusedTimes>;
  readonly keptDays: number;
}

/** The unwritten counts of a widget, and the time of the last attempt. */
interface Unwritten {
  triedAtMs: number;
  readonly seen: Map<string, RefusedOrigin>;
}

/**
 * One item per tenant and day, which reports add up, and one per widget, so that its page reads in one call when each origin
 * was last refused. Each process writes at most once a minute.
 */
export class RefusalsTable extends DynamoTable implements Refusals {
  protected readonly table = tables.rateLimits;

  /** By the key of its item; who has waited longest comes first. */
  readonly #days = new Map<string, Held>();
  #triedAtMs = 0;
  readonly #widgets = new Map<string, Unwritten>();

  add({ tenantId, date, code, origin, isMessage, keptDays }: NotedRefusal): void {
    const kind = kindOf(code, origin);
    const counts = new Map<string, RefusedTimes>([[kind, [1, isMessage ? 1 : 0]]]);
    this.#hold(dayKey(tenantId, date), { counts, keptDays });
  }

  isDue(): boolean {
    return this.#days.size > 0 && this.#triedAtMs <= this.nowMs() - limits.noteMs;
  }

  async write(): Promise<void> {
    this.#triedAtMs = this.nowMs();
    const rows = [...this.#days].slice(0, refusalLimits.rowsPerNote);
    for (const [key] of rows) this.#days.delete(key);
    await Promise.all(rows.map(([key, held]) => this.#writeDay(key, held)));
  }

  async read(tenantId: string, dates: readonly string[]): Promise<readonly RefusedDay[]> {
    const keys = dates.map((date) => ({ pk: dayKey(tenantId, date) }));
    const items = await this.getItems(keys, 'lately');
    return items
      .filter(({ expiresAt }) => Number(expiresAt) * 1000 > this.nowMs())
      .map((item) => ({ refused: refusedOf(item), writtenAtMs: Number(item.writtenAtMs) }));
  }

  /**
   * Records a rejected origin. Origins beyond the first few per minute are dropped, so that a stranger's requests
   * don't cost more.
   */
  async noteOrigin(widget: NotedWidget, origin: string, keptDays: number): Promise<void> {
    const nowMs = this.nowMs();
    const key = widgetKey(widget);
    const unwritten = this.#unwrittenOf(key);
    const { seen } = unwritten;
    if (seen.has(origin) || seen.size < limits.refusedOriginsPerNote)
      add(seen, { origin, count: 1, atMs: nowMs });
    if (unwritten.triedAtMs > nowMs - limits.noteMs) return;
    unwritten.triedAtMs = nowMs;
    const written = [...seen.values()];
    seen.clear();
    if (!(await this.#writeOrigins(key, written, keptDays))) for (const one of written) add(seen, one);
  }

  async listOrigins(widget: NotedWidget): Promise<readonly RefusedOrigin[]> {
    const item = await this.getItem(widgetKey(widget));
    const isOver = Number(item?.expiresAt) * 1000 <= this.nowMs();
    return isOver ? [] : [...originsOf(item)].sort((a, b) => b.atMs - a.atMs);
  }

  #hold(key: string, { counts, keptDays }: Held): void {
    const known = this.#days.get(key);
    if (!known && this.#days.size >= refusalLimits.tenantsHeld) return;
    const held = known ?? { counts: new Map<string, RefusedTimes>(), keptDays };
    this.#days.set(key, held);
    for (const [kind, times] of counts) {
      const isApart = held.counts.has(kind) || held.counts.size < refusalLimits.kindsHeld;
      countRefused(held.counts, isApart ? kind : kindOf(readKind(kind).code, withoutSite.others), times);
    }
  }

  #unwrittenOf(key: string): Unwritten {
    const known = this.#widgets.get(key);
    if (known) return known;
    if (this.#widgets.size >= widgetsMost) this.#widgets.clear();
    const unwritten = { triedAtMs: 0, seen: new Map() };
    this.#widgets.set(key, unwritten);
    return unwritten;
  }

  /** A failed write is not counted: it may have succeeded, and no number may be too high. */
  async #writeDay(key: string, held: Held): Promise<void> {
    const item = await this.getItem(key);
    const revision = randomUUID();
    const refused = Object.fromEntries(addRefused([refusedOf(item), held.counts], refusalLimits.sitesKept));
    const next = { refused, revision, writtenAtMs: this.nowMs() };
    const { done, item: stored } = await this.#replace(key, item, next, held.keptDays);
    // The answer to an attempt of ours may have been lost: the next one then meets what it wrote.
    if (done || stored.revision === revision) return;
    // Another process wrote meanwhile: a minute later.
    this.#hold(key, held);
  }

  /** @returns false when another process wrote meanwhile: what was seen is written a minute later */
  async #writeOrigins(key: string, seen: readonly RefusedOrigin[], keptDays: number): Promise<boolean> {
    const item = await this.getItem(key);
    const sinceMs = this.nowMs() - keptDays * dayMs;
    const origins = merge(
      originsOf(item).filter(({ atMs }) => atMs > sinceMs),
      seen,
    );
    const next = { origins, revision: Number(item?.revision ?? 0) + 1 };
    const { done } = await this.#replace(key, item, next, keptDays);
    return done;
  }

  /** Writes an item over the one that was read, unless another process has. */
  #replace(key: string, read: Item | null, next: Readonly<Record<string, unknown>>, keptDays: number) {
    const expiresAt = Math.ceil((this.nowMs() + keptDays * dayMs) / 1000);
    const { ExpressionAttributeValues, ...update } = setting({ ...next, expiresAt });
    return this.tryUpdate(key, {
      ...update,
      ConditionExpression: read ? 'revision = :read' : 'attribute_not_exists(pk)',
      ExpressionAttributeValues: { ...ExpressionAttributeValues, ...(read && { ':read': read.revision }) },
    });
  }
}

const widgetsMost = 1_000;

/** The key of a tenant's day. */
const dayKey = (tenantId: string, date: string) => `${tenantId}#refused#${date}`;

const widgetKey = ({ tenantId, widgetId }: NotedWidget) => `${tenantId}#origins#${widgetId}`;

/** Parses an item's counts: `{"origin_not_allowed https://shop.example": [12, 3]}`, written only by the gateway. */
const refusedOf = (item: Item | null): Refused =>
  new Map(Object.entries((item?.refused ?? {}) as Readonly<Record<string, RefusedTimes>>));

// Written by `#writeOrigins` alone.
const originsOf = (item: Item | null) => (item?.origins ?? []) as readonly RefusedOrigin[];

function add(seen: Map<string, RefusedOrigin>, one: RefusedOrigin): void {
  seen.set(one.origin, { ...one, count: one.count + (seen.get(one.origin)?.count ?? 0) });
}

/** New origins stay, and of the others the most frequent, so that a flood of names can't evict all of them. */
function merge(stored: readonly RefusedOrigin[], seen: readonly RefusedOrigin[]): readonly RefusedOrigin[] {
  const before = new Map(stored.map((one) => [one.origin, one]));
  const counted = seen.map((one) => ({ ...one, count: one.count + (before.get(one.origin)?.count ?? 0) }));
  const others = stored
    .filter(({ origin }) => !seen.some((one) => one.origin === origin))
    .sort((a, b) => b.count - a.count || b.atMs - a.atMs);
  return [...counted, ...others].slice(0, limits.refusedOriginsKept);
}
