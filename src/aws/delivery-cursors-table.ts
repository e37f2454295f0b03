import { tables } from '../contract/tables.ts';
import type { DeliveryCursor, DeliveryCursors } from '../ports/deliveries.ts';
import { DynamoTable } from './items.ts';
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
    const item = await this.getPresent(cursorKey(tenantId, conversationId));
    return item && (item.cursor as DeliveryCursor);
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
    await this.putVersion(item);
  }
}
