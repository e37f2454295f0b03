import type { ChannelName } from '../../contract/vocabulary.ts';
import { type DeliveryState, type DeliveryStatus, replyOfPart } from '../../domain/delivery-status.ts';
import type { Advanced } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';
import { announceFailure } from './announce-failure.ts';
import { countUndelivered } from './count-undelivered.ts';
import { keepRecipient } from './keep-recipient.ts';
import { wakeForReceipt } from './wake-for-receipt.ts';

/** Whose status it is. */
interface Owner {
  readonly tenantId: string;
  readonly channel: ChannelName;
}

/** What keeping statuses takes. */
export type StatusesPorts = Pick<
  Gateway,
  'bus' | 'centers' | 'deliveries' | 'log' | 'metrics' | 'nowMs' | 'people' | 'runs'
>;

/**
 * Keeps what a provider says of a reply; a late "sent" does not undo "read".
 * A status may come before the send has been recorded: it then waits under the provider's id.
 * @see design 2.7
 */
export async function recordStatus(
  gateway: StatusesPorts,
  { tenantId, channel }: Owner,
  status: DeliveryStatus,
): Promise<void> {
  const { deliveries, log, metrics } = gateway;
  const { replyId: named, recipient, ...delivery } = status;
  const part = named ?? (await deliveries.keepStatus(tenantId, status));
  if (part === null) return;
  const advanced = await deliveries.advance(tenantId, part, delivery);
  const { moved, correlationId, center } = advanced;
  if (advanced.written && recipient !== undefined)
    await keepRecipient(gateway, { tenantId, channel, correlationId }, advanced.written, recipient);
  await countInRun(gateway, { tenantId, part, state: delivery.state }, advanced);
  const conversationId = advanced.conversationId ?? advanced.run?.conversationId ?? null;
  // Said twice it is published twice, under one id: whoever was told first may have died in between.
  const isLost = delivery.state === 'failed' && (moved || advanced.before === 'failed');
  if (isLost && conversationId !== null && correlationId !== null)
    await announceFailure(gateway, { tenantId, channel, conversationId, correlationId, part }, delivery);
  if (center) await wakeForReceipt(gateway, center, { tenantId, part, state: delivery.state });
  const { state, reason } = delivery;
  const fields = { tenantId, channel, correlationId, replyId: replyOfPart(part), state, reason };
  if (!moved || state !== 'failed') return log.info('a delivery status is recorded', fields);
  // Taken first and refused later, as chat apps mostly do it.
  metrics.count('RepliesFailed', { tenantId, channel });
  log.warn('a delivery status is recorded', fields);
}

/** What is not recorded yet is counted when it is. */
async function countInRun(
  gateway: StatusesPorts,
  {
    tenantId,
    part,
    state,
  }: { readonly tenantId: string; readonly part: string; readonly state: DeliveryState },
  { moved, before, run }: Advanced,
): Promise<void> {
  if (!run) return;
  const isLost = state === 'failed' && (moved || before === 'failed');
  // Told twice it is counted once: whoever was told first may have died in between.
  if (isLost) await countUndelivered(gateway, { tenantId, part, ...run });
  else if (moved && before === 'failed')
    await countUndelivered(gateway, { tenantId, part, ...run }, 'arrived');
}
