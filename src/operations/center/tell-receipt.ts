import type { CenterRecord } from '../../contract/center-records.ts';
import { limits } from '../../contract/limits.ts';
import type { ReplyDelivery } from '../../domain/delivery-status.ts';
import { RetryLaterError } from '../../domain/errors.ts';
import { callCenter } from './call-center.ts';
import type { TellPorts } from './center-ports.ts';

const firstMs = 1_000;

/**
 * Tells a contact center what has become of a message that its agent has said, also after the end: that somebody was not
 * reached is no less worth knowing then. A receipt has no position: it waits for nothing, and nothing waits for it.
 * @throws RetryLaterError when it can't be told now
 * @see handoff.md 4.1
 */
export async function tellReceipt(
  gateway: TellPorts,
  record: CenterRecord,
  { messageId, refId }: { readonly messageId: string; readonly refId: string },
): Promise<void> {
  const { tenantId, atMs } = record;
  const link = await gateway.centerLinks.find(record);
  if (!link) return;
  const delivery = await gateway.deliveries.find(tenantId, messageId);
  if (!delivery || !isWhole(delivery)) return;
  const { state, at, reason } = delivery;
  const id = `${messageId}.receipt-${state}`;
  const about = { refId, messageId, state, ...(reason !== undefined && { reason }) };
  const answer = await callCenter(gateway, link, { id, type: 'receipt', at, ...about });
  if (answer.outcome !== 'retry' && answer.outcome !== 'held') return;
  // As long again as it has waited: it doubles, and needs no memory.
  const ageMs = gateway.nowMs() - atMs;
  if (ageMs >= limits.centerPatienceMs) return;
  const asked = answer.outcome === 'retry' ? (answer.afterMs ?? 0) : 0;
  const waitMs = Math.min(Math.max(firstMs, ageMs, asked), limits.centerRetryMs);
  throw new RetryLaterError(`a contact center can not be told of a message: ${answer.reason}`, waitMs);
}

/** What leaves as several messages has arrived when all have; it has failed when one has. */
const isWhole = ({ state, part }: ReplyDelivery) => state === 'failed' || (part?.unsent ?? 0) === 0;
