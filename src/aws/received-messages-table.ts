import { limits } from '../contract/limits.ts';
import { tables } from '../contract/tables.ts';
import type { AcceptedMessage, Receipt, ReceivedMessage, ReceivedMessages, Trouble } from '../ports/turns.ts';
import { DynamoTable, writeAll } from './items.ts';

/** A batch each, side by side. */
const writesAtOnce = 25;

/** A stored item; `sinceMs`: the time of the first claim, until it is completed. */
type Stored = { readonly taken: boolean; readonly trace?: AcceptedMessage; readonly sinceMs?: number } & Pick<
  ReceivedMessage,
  'atMs'
> &
  Partial<Omit<ReceivedMessage, 'atMs' | 'taken'>>;

/** Provider messages in the dedup table: the conditional write is the claim. @see design 2.3 */
export class ReceivedMessagesTable extends DynamoTable implements ReceivedMessages {
  protected readonly table = tables.dedup;

  async claim(tenantId: string, key: string): Promise<Receipt> {
    const nowMs = this.nowMs();
    const { done, item } = await this.tryUpdate(receivedPk(tenantId, key), {
      UpdateExpression:
        'SET taken = :no, atMs = :now, expiresAt = :expires, sinceMs = if_not_exists(sinceMs, :now) REMOVE trace, duplicates, lastDuplicateMs, trouble',
      // Absent, or expired and not deleted yet, or claimed by a process that died.
      ConditionExpression:
        'attribute_not_exists(pk) OR expiresAt <= :nowS OR (taken = :no AND atMs <= :dead)',
      ReturnValues: 'ALL_OLD',
      ExpressionAttributeValues: {
        ':no': false,
        ':now': nowMs,
        ':nowS': Math.floor(nowMs / 1000),
        ':expires': this.#expiresAt(),
        ':dead': nowMs - limits.idempotencyLeaseMs,
      },
    });
    const { taken, atMs, sinceMs = atMs } = item as Partial<Stored>;
    if (!done) return { is: taken === true ? 'taken' : 'being-taken' };
    return sinceMs === undefined ? { is: 'new' } : { is: 'again', sinceMs };
  }

  async markAllTaken(
    tenantId: string,
    messages: readonly { key: string; trace: AcceptedMessage }[],
  ): Promise<void> {
    const atMs = this.nowMs();
    await this.#putAll(
      tenantId,
      messages.map(({ key, trace }) => [key, { taken: true, trace, atMs }]),
    );
  }

  async releaseAll(tenantId: string, messages: Parameters<ReceivedMessages['releaseAll']>[1]): Promise<void> {
    // As if claimed by a crashed process, so that the claim is free and shows the reason.
    const atMs = this.nowMs() - limits.idempotencyLeaseMs;
    await this.#putAll(
      tenantId,
      messages.map(({ key, triedSinceMs = atMs }) => [key, { taken: false, atMs, sinceMs: triedSinceMs }]),
    );
  }

  async noteDuplicate(tenantId: string, key: string): Promise<void> {
    await this.updateItem(receivedPk(tenantId, key), {
      UpdateExpression: 'SET lastDuplicateMs = :now ADD duplicates :one',
      // One that has expired meanwhile must not come back without its expiry.
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':now': this.nowMs(), ':one': 1 },
    });
  }

  async noteTrouble(tenantId: string, key: string, trouble: Trouble): Promise<void> {
    await this.updateItem(receivedPk(tenantId, key), {
      UpdateExpression: 'SET trouble = :trouble',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':trouble': trouble },
    });
  }

  async find(tenantId: string, key: string): Promise<ReceivedMessage | null> {
    const item = await this.getItem(receivedPk(tenantId, key));
    if (!item) return null;
    const { atMs, taken, trace, duplicates = 0, lastDuplicateMs = null, trouble = null } = item as Stored;
    return { atMs, taken: taken === true ? (trace ?? null) : null, duplicates, lastDuplicateMs, trouble };
  }

  #expiresAt(): number {
    return Math.ceil((this.nowMs() + limits.redeliveryWindowMs) / 1000);
  }

  async #putAll(tenantId: string, items: readonly (readonly [key: string, item: Stored])[]): Promise<void> {
    const expiresAt = this.#expiresAt();
    const table = this.tableName;
    const writes = items.map(([key, item]) => ({
      table,
      put: { pk: receivedPk(tenantId, key), ...item, expiresAt },
    }));
    const batches = Array.from({ length: Math.ceil(writes.length / writesAtOnce) }, (_, n) =>
      writeAll(this.dynamodb, writes.slice(n * writesAtOnce, (n + 1) * writesAtOnce)),
    );
    await Promise.all(batches);
  }
}

/** Key of a provider's message. */
export const receivedPk = (tenantId: string, key: string) => `${tenantId}#received#${key}`;
