import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { NotedWidget, WidgetSightings } from '../ports/runs.ts';
import type { UserSightings } from '../ports/users.ts';
import { DynamoTable, type Item, isWritten } from './items.ts';

const dayMs = 24 * 60 * 60 * 1000;
const rememberedMost = 1_000;

/** When something was last seen: an item each in the rate-limits table, written at most once per interval. */
abstract class Sightings extends DynamoTable {
  protected readonly table = tables.rateLimits;
  protected abstract readonly everyMs: number;
  readonly #triedAtMs = new Map<string, number>();

  protected async noteSeen(key: string, keptDays: number): Promise<void> {
    const nowMs = this.nowMs();
    if ((this.#triedAtMs.get(key) ?? 0) > nowMs - this.everyMs) return;
    if (this.#triedAtMs.size >= rememberedMost) this.#triedAtMs.clear();
    this.#triedAtMs.set(key, nowMs);
    const write = this.updateItem(key, {
      UpdateExpression: 'SET seenAtMs = :now, expiresAt = :expires',
      ConditionExpression: 'attribute_not_exists(pk) OR seenAtMs <= :before',
      ExpressionAttributeValues: {
        ':now': nowMs,
        ':before': nowMs - this.everyMs,
        ':expires': Math.ceil((nowMs + keptDays * dayMs) / 1000),
      },
    });
    // Another process may have written within the interval: that is enough.
    await isWritten(write);
  }

  /** Null for an item that has expired and is not deleted yet. */
  protected timeOf(item: Item | null): number | null {
    const isOver = Number(item?.expiresAt) * 1000 <= this.nowMs();
    return item && !isOver ? Number(item.seenAtMs) : null;
  }
}

/** When pages last loaded a widget. */
export class WidgetSightingsTable extends Sightings implements WidgetSightings {
  protected readonly everyMs = limits.noteMs;

  note(widget: NotedWidget, keptDays: number): Promise<void> {
    return this.noteSeen(keyOfWidget(widget), keptDays);
  }

  async find(widget: NotedWidget): Promise<number | null> {
    return this.timeOf(await this.getItem(keyOfWidget(widget)));
  }
}

const keyOfWidget = ({ tenantId, widgetId }: NotedWidget) => `${tenantId}#seen#${widgetId}`;

/** When users last had the console open. */
export class UserSightingsTable extends Sightings implements UserSightings {
  protected readonly everyMs = limits.userSeenMs;

  note(tenantId: string, userId: string): Promise<void> {
    return this.noteSeen(keyOfUser(tenantId, userId), limits.userSeenDays);
  }

  async find(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const ids = new Map(userIds.map((id) => [keyOfUser(tenantId, id), id]));
    const items = await this.getItems([...ids.keys()], 'lately');
    return new Map(
      items.flatMap((item) => {
        const [id, atMs] = [ids.get(String(item.pk)), this.timeOf(item)];
        return id !== undefined && atMs !== null ? [[id, atMs]] : [];
      }),
    );
  }
}

const keyOfUser = (tenantId: string, userId: string) => `${tenantId}#user-seen#${userId}`;
