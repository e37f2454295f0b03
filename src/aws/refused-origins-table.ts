import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { NotedWidget, RefusedOrigin, RefusedOrigins } from '../ports/refused-origins.ts';
import { type Item, KeyedTable } from './items.ts';

const widgetsMost = 1_000;
const dayMs = 24 * 60 * 60 * 1000;

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
