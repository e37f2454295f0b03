import { type DeliveryState, replyOfPart } from '../../domain/delivery-status.ts';
import type { SaidByCenter } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';

/**
 * Has a contact center told what has become of a message that its agent has said. Which state it is told is read when
 * that is done, so that a repeat does nothing.
 * @see handoff.md 4.1
 */
export async function wakeForReceipt(
  { centers, nowMs }: Pick<Gateway, 'centers' | 'nowMs'>,
  { conversationId, handoffId, accountId, refId }: SaidByCenter,
  {
    tenantId,
    part,
    state,
  }: { readonly tenantId: string; readonly part: string; readonly state: DeliveryState },
): Promise<void> {
  const tells = { type: 'receipt' as const, messageId: replyOfPart(part), refId };
  const record = { tenantId, conversationId, handoffId, accountId, atMs: nowMs(), tells };
  await centers.wake({ kind: 'center', ...record }, `receipt:${part}:${state}`);
}
