import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { NotedWidget, WidgetSightings } from '../ports/runs.ts';
import { KeyedTable } from './items.ts';

const dayMs = 24 * 60 * 60 * 1000;
const widgetsMost = 1_000;

/** One item a widget in the rate-limits table, written once a minute at most. */
export class WidgetSightingsTable implements WidgetSightings {
  readonly #table: KeyedTable;
  readonly #nowMs: () => number;
  readonly #triedAtMs = new Map<string, number>();

  constructor(dynamodb: DynamoDBDocumentClient, tablePrefix: string, nowMs: () => number) {
    this.#table = new KeyedTable(dynamodb, tablePrefix + tables.rateLimits.name);
    this.#nowMs = nowMs;
  }

  async note(widget: NotedWidget, keptDays: number): Promise<void> {
    const nowMs = this.#nowMs();
    const key = keyOf(widget);
    if ((this.#triedAtMs.get(key) ?? 0) > nowMs - limits.noteMs) return;
    if (this.#triedAtMs.size >= widgetsMost) this.#triedAtMs.clear();
    this.#triedAtMs.set(key, nowMs);
    await this.#table.tryUpdate(key, {
      UpdateExpression: 'SET seenAtMs = :now, expiresAt = :expires',
      // Another process may have written within this minute: that is enough.
      ConditionExpression: 'attribute_not_exists(pk) OR seenAtMs <= :before',
      ExpressionAttributeValues: {
        ':now': nowMs,
        ':before': nowMs - limits.noteMs,
        ':expires': Math.ceil((nowMs + keptDays * dayMs) / 1000),
      },
    });
  }

  async find(widget: NotedWidget): Promise<number | null> {
    const item = await this.#table.find(keyOf(widget));
    const isOver = Number(item?.expiresAt) * 1000 <= this.#nowMs();
    return item && !isOver ? Number(item.seenAtMs) : null;
  }
}

const keyOf = ({ tenantId, widgetId }: NotedWidget) => `${tenantId}#seen#${widgetId}`;
