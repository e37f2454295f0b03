import { type DeliveryStatus, replyOfPart } from '../../domain/delivery-status.ts';
import type { Gateway } from '../gateway.ts';
import { wakeForReceipt } from './wake-for-receipt.ts';

/** Whose status it is. */
interface Owner {
  readonly tenantId: string;
  readonly channel: string;
}

/**
 * Keeps what a provider says of a reply; a late "sent" does not undo "read".
 * A status may come before the send has been recorded: it then waits under the provider's id.
 * @see design 2.7
 */
export async function recordStatus(
  gateway: Pick<Gateway, 'centers' | 'deliveries' | 'log' | 'metrics' | 'nowMs'>,
  { tenantId, channel }: Owner,
  status: DeliveryStatus,
): Promise<void> {
  const { deliveries, log, metrics } = gateway;
  const { replyId: named, ...delivery } = status;
  const part = named ?? (await deliveries.keepStatus(tenantId, status));
  if (part === null) return;
  const { moved, correlationId, center } = await deliveries.advance(tenantId, part, delivery);
  if (center) await wakeForReceipt(gateway, center, { tenantId, part, state: delivery.state });
  const { state, reason } = delivery;
  const fields = { tenantId, channel, correlationId, replyId: replyOfPart(part), state, reason };
  if (!moved || state !== 'failed') return log.info('a delivery status is recorded', fields);
  // Taken first and refused later, as chat apps mostly do it.
  metrics.count('RepliesFailed', { tenantId, channel });
  log.warn('a delivery status is recorded', fields);
}
