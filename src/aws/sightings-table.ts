import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { NotedWidget, WidgetSightings } from '../ports/runs.ts';
import type { UserSightings } from '../ports/users.ts';
import { type Item, isWritten, KeyedTable, readItems } from './items.ts';

const dayMs = 24 * 60 * 60 * 1000;
const rememberedMost = 1_000;

/** When something was last seen: an item each in the rate-limits table, written at most once per interval. */
class Sightings {
  readonly #table: KeyedTable;
  readonly #everyMs: number;
  readonly #nowMs: () => number;
  readonly #triedAtMs = new Map<string, number>();

  constructor(table: KeyedTable, everyMs: number, nowMs: () => number) {
    this.#table = table;
    this.#everyMs = everyMs;
    this.#nowMs = nowMs;
  }

  async note(key: string, keptDays: number): Promise<void> {
    const nowMs = this.#nowMs();
    if ((this.#triedAtMs.get(key) ?? 0) > nowMs - this.#everyMs) return;
    if (this.#triedAtMs.size >= rememberedMost) this.#triedAtMs.clear();
    this.#triedAtMs.set(key, nowMs);
    const write = this.#table.update(key, {
      UpdateExpression: 'SET seenAtMs = :now, expiresAt = :expires',
      ConditionExpression: 'attribute_not_exists(pk) OR seenAtMs <= :before',
      ExpressionAttributeValues: {
        ':now': nowMs,
        ':before': nowMs - this.#everyMs,
        ':expires': Math.ceil((nowMs + keptDays * dayMs) / 1000),
      },
    });
    // Another process may have written within the interval: that is enough.
    await isWritten(write);
  }

  /** Null for an item that has expired and is not deleted yet. */
  timeOf(item: Item | null): number | null {
    const isOver = Number(item?.expiresAt) * 1000 <= this.#nowMs();
    return item && !isOver ? Number(item.seenAtMs) : null;
  }
}

/** When pages last loaded a widget. */
export class WidgetSightingsTable implements WidgetSightings {
  readonly #table: KeyedTable;
  readonly #sightings: Sightings;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.rateLimits.name);
    this.#sightings = new Sightings(this.#table, limits.noteMs, nowMs);
  }

  note(widget: NotedWidget, keptDays: number): Promise<void> {
    return this.#sightings.note(keyOfWidget(widget), keptDays);
  }

  async find(widget: NotedWidget): Promise<number | null> {
    return this.#sightings.timeOf(await this.#table.find(keyOfWidget(widget)));
  }
}

const keyOfWidget = ({ tenantId, widgetId }: NotedWidget) => `${tenantId}#seen#${widgetId}`;

/** When users last had the console open. */
export class UserSightingsTable implements UserSightings {
  readonly #dynamodb: DynamoDBDocumentClient;
  readonly #table: string;
  readonly #sightings: Sightings;

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#dynamodb = dynamodb;
    this.#table = tablePrefix + tables.rateLimits.name;
    this.#sightings = new Sightings(new KeyedTable(dynamodb, this.#table), limits.userSeenMs, nowMs);
  }

  note(tenantId: string, userId: string): Promise<void> {
    return this.#sightings.note(keyOfUser(tenantId, userId), limits.userSeenDays);
  }

  async find(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const ids = new Map(userIds.map((id) => [keyOfUser(tenantId, id), id]));
    const items = await readItems(
      this.#dynamodb,
      this.#table,
      [...ids.keys()].map((pk) => ({ pk })),
    );
    return new Map(
      items.flatMap((item) => {
        const [id, atMs] = [ids.get(String(item.pk)), this.#sightings.timeOf(item)];
        return id !== undefined && atMs !== null ? [[id, atMs]] : [];
      }),
    );
  }
}

const keyOfUser = (tenantId: string, userId: string) => `${tenantId}#user-seen#${userId}`;
