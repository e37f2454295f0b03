import { tables } from '../contract/tables.ts';
import { VersionConflictError } from '../domain/errors.ts';
import type { DeliveryCursor, DeliveryCursors } from '../ports/deliveries.ts';
import { DynamoTable, ifAbsent, isPresent } from './items.ts';
import { cursorKey, waitingPartition } from './waiting-keys.ts';

/** Format 1 had neither `trouble` nor `waiting`, which may be absent still. */
const format = 2;

/**
 * Cursors in the dedup table. One stays as long as the log has a reply that it has sent: without it that would be sent
 * again. After that it counts no more, deleted or not: its conversation may start over, and count from one. A cursor
 * that waits is in the index `waiting`. @see design 5.3
 */
export class DeliveryCursorsTable extends DynamoTable implements DeliveryCursors {
  protected readonly table = tables.dedup;

  async find(tenantId: string, conversationId: string): Promise<DeliveryCursor | null> {
    const item = await this.getItem(cursorKey(tenantId, conversationId));
    return item && isPresent(item, this.nowMs()) ? (item.cursor as DeliveryCursor) : null;
  }

  async save(next: DeliveryCursor): Promise<void> {
    const { tenantId, conversationId, version, waiting } = next;
    const item = {
      pk: cursorKey(tenantId, conversationId),
      format,
      cursor: next,
      version,
      ...(next.expiresAtS !== undefined && { expiresAt: next.expiresAtS }),
      ...(waiting && {
        waiting: waitingPartition(tenantId, conversationId, waiting),
        dueAt: waiting.dueAtMs,
      }),
    };
    const isNext = {
      ConditionExpression: 'version = :before',
      ExpressionAttributeValues: { ':before': version - 1 },
    };
    if (!(await this.putItem(item, version === 1 ? ifAbsent(this.nowMs()) : isNext)))
      throw new VersionConflictError();
  }
}
