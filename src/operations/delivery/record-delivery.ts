import { type PartDelivery, partId } from '../../domain/delivery-status.ts';
import type { SaidByCenter, WrittenTo } from '../../ports/deliveries.ts';
import type { Gateway } from '../gateway.ts';
import { traceOf } from '../turn/report-turn.ts';
import { announceFailure, type FailedPart } from './announce-failure.ts';
import { countUndelivered } from './count-undelivered.ts';
import type { PendingReply } from './pending-replies.ts';
import { wakeForReceipt } from './wake-for-receipt.ts';

type Ports = Pick<Gateway, 'bus' | 'centers' | 'deliveries' | 'log' | 'metrics' | 'nowMs' | 'runs'>;

/** Which of the messages of a reply it is. */
interface Place {
  readonly part: number;
  readonly parts: number;
  readonly written?: WrittenTo | undefined;
}

/** Records that the provider took a part of a reply, and any status that came before its answer. @see design 5.3 */
export async function recordSent(
  gateway: Ports,
  pending: PendingReply,
  place: Place,
  providerMessageId: string | null,
): Promise<void> {
  const { turn, reply } = pending;
  const { tenantId, channel, conversationId, expiresAtS } = turn;
  const sent = { partId: partId(reply.id, place.part), conversationId, expiresAtS };
  const [early, recorded] = await Promise.all([
    providerMessageId === null ? null : gateway.deliveries.link(tenantId, providerMessageId, sent),
    record(gateway, pending, place, { providerMessageId: providerMessageId ?? '', state: 'sent' }),
  ]);
  if (recorded.first) {
    gateway.metrics.count('RepliesSent', { tenantId, channel });
    gateway.log.info('a reply is sent', { ...traceOf(turn), replyId: reply.id });
  }
  const advanced = early && (await gateway.deliveries.advance(tenantId, sent.partId, early));
  // By the provider's id nobody could tell whose it was.
  if (early?.state === 'failed' && advanced?.moved)
    gateway.metrics.count('RepliesFailed', { tenantId, channel });
  const center = centerOf(turn);
  if (center) await wakeForReceipt(gateway, center, { tenantId, part: sent.partId, state: 'sent' });
  // What came before the answer could not be logged under its turn's correlation id.
  const said = early ?? recorded.said;
  if (said?.state === 'failed') {
    await countOf(gateway, pending, sent.partId);
    await announceFailure(gateway, failedPart(pending, sent.partId), said);
  }
  if (said && recorded.first) {
    const { state, reason } = said;
    gateway.log.info('a delivery status is recorded', {
      ...traceOf(turn),
      replyId: reply.id,
      state,
      reason,
    });
  }
}

/** Records that a reply will never be sent whole, and why. */
export async function recordFailed(
  gateway: Ports,
  pending: PendingReply,
  place: Place,
  reason: string,
): Promise<void> {
  const { turn, reply } = pending;
  const { tenantId, channel } = turn;
  const failed = { providerMessageId: '', state: 'failed', reason } as const;
  // First: once it is recorded nobody looks again.
  await announceFailure(gateway, failedPart(pending, partId(reply.id, place.part)), failed);
  const { first, said } = await record(gateway, pending, place, failed);
  if (said) {
    const at = new Date(gateway.nowMs()).toISOString();
    await gateway.deliveries.advance(tenantId, partId(reply.id, place.part), { ...failed, at });
  }
  const center = centerOf(turn);
  if (center) {
    const about = { tenantId, part: partId(reply.id, place.part), state: failed.state };
    await wakeForReceipt(gateway, center, about);
  }
  if (!first) return;
  await countOf(gateway, pending, partId(reply.id, place.part));
  gateway.metrics.count('RepliesFailed', { tenantId, channel });
  gateway.log.warn('a reply is not sent', { ...traceOf(turn), replyId: reply.id, reason });
}

/** Undefined for what no contact center has said. */
function centerOf({ conversationId, handoffId, center }: PendingReply['turn']): SaidByCenter | undefined {
  return center && handoffId !== undefined ? { conversationId, handoffId, ...center } : undefined;
}

function failedPart({ turn }: PendingReply, part: string): FailedPart {
  const { tenantId, channel, conversationId, correlationId } = turn;
  return { tenantId, channel, conversationId, correlationId, part };
}

/** Its run counts what did not arrive. */
async function countOf(gateway: Ports, { turn }: PendingReply, part: string): Promise<void> {
  const { tenantId, conversationId, runId, expiresAtS } = turn;
  if (runId !== undefined)
    await countUndelivered(gateway, { tenantId, conversationId, runId, part, expiresAtS });
}

function record(
  { deliveries, nowMs }: Ports,
  { turn, reply }: PendingReply,
  { part, parts, written }: Place,
  delivery: Omit<PartDelivery, 'at'> & { readonly at?: string },
) {
  return deliveries.record(turn.tenantId, {
    partId: partId(reply.id, part),
    parts,
    correlationId: turn.correlationId,
    conversationId: turn.conversationId,
    expiresAtS: turn.expiresAtS,
    center: centerOf(turn),
    written,
    ...(turn.runId !== undefined && { run: { conversationId: turn.conversationId, runId: turn.runId } }),
    delivery: { at: new Date(nowMs()).toISOString(), ...delivery },
  });
}
