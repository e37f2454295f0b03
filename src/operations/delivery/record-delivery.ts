import type { LogMessage } from '../../contract/poll.ts';
import type { CommittedTurn } from '../../domain/conversation.ts';
import type { Gateway } from '../gateway.ts';
import { traceOf } from '../turn/report-turn.ts';

/** A reply of the log that is to be sent. */
export interface PendingReply {
  readonly turn: CommittedTurn;
  readonly reply: LogMessage;
}

/** Records that the provider took a reply, and any status that came before its answer. @see design 5.3 */
export async function recordSent(
  gateway: Gateway,
  { turn, reply }: PendingReply,
  providerMessageId: string | null,
): Promise<void> {
  const { tenantId, channel, conversationId, correlationId } = turn;
  gateway.metrics.count('RepliesSent', { tenantId, channel });
  gateway.log.info('a reply is sent', { ...traceOf(turn), replyId: reply.id });
  const said =
    providerMessageId === null
      ? null
      : await gateway.deliveries.link(tenantId, providerMessageId, { replyId: reply.id, conversationId });
  const at = new Date(gateway.nowMs()).toISOString();
  await gateway.deliveries.advance(
    tenantId,
    reply.id,
    said ?? { providerMessageId: providerMessageId ?? '', state: 'sent', at },
    correlationId,
  );
}

/** Records that a reply will never be sent, and why. */
export async function recordFailed(
  gateway: Gateway,
  { turn, reply }: PendingReply,
  reason: string,
): Promise<void> {
  const { tenantId, channel, correlationId } = turn;
  gateway.metrics.count('RepliesFailed', { tenantId, channel });
  gateway.log.warn('a reply is not sent', { ...traceOf(turn), replyId: reply.id, reason });
  const at = new Date(gateway.nowMs()).toISOString();
  const failed = { providerMessageId: '', state: 'failed', reason, at } as const;
  await gateway.deliveries.advance(tenantId, reply.id, failed, correlationId);
}
