import { type DeliveryStatus, replyOfPart } from '../../domain/delivery-status.ts';
import type { Gateway } from '../gateway.ts';

/**
 * Keeps what a provider says of a reply; a late "sent" does not undo "read".
 * A status may come before the send has been recorded: it then waits under the provider's id.
 * @see design 2.7
 */
export async function recordStatus(
  gateway: Gateway,
  tenantId: string,
  status: DeliveryStatus,
): Promise<void> {
  const { replyId: named, ...delivery } = status;
  const part = named ?? (await gateway.deliveries.keepStatus(tenantId, status));
  if (part === null) return;
  const replyId = replyOfPart(part);
  if (part !== replyId) await gateway.deliveries.advance(tenantId, part, delivery);
  const correlationId = await gateway.deliveries.advance(tenantId, replyId, delivery);
  gateway.log.info('a delivery status is recorded', {
    tenantId,
    correlationId,
    replyId,
    state: delivery.state,
    reason: delivery.reason,
  });
}
