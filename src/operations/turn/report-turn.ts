import type { CommittedTurn } from '../../domain/conversation.ts';
import type { Gateway } from '../gateway.ts';

const committed = 'a turn is committed';

/** Says that a turn is committed, and how long its message has waited for that. */
export function reportCommitted(
  { log, metrics }: Pick<Gateway, 'log' | 'metrics'>,
  turn: CommittedTurn,
): void {
  const { tenantId, channel, status, flow, inbound, replies } = turn;
  if (inbound) metrics.count('MessagesProcessed', { tenantId, channel });
  if (inbound)
    metrics.time('TurnMs', { tenantId, channel }, turn.committedAtMs - Date.parse(inbound.timestamp));
  log.info(committed, {
    ...traceOf(turn),
    messageId: inbound?.id,
    replies: replies.length,
    // Most go on: the line says what is not so.
    conversationStatus: status === 'active' ? undefined : status,
    flow: flow.id,
    flowVersion: flow.version,
  });
}

/** Says that the effects of a turn have been carried out. */
export function reportSettled({ log }: Pick<Gateway, 'log'>, turn: CommittedTurn, events: number): void {
  log.info('a turn is settled', { ...traceOf(turn), events }, { insteadOf: committed });
}

/** What finds the lines of one turn: its id leads nowhere that its message's does not. */
export function traceOf({ tenantId, channel, conversationId, correlationId }: CommittedTurn) {
  return { tenantId, channel, conversationId, correlationId };
}
