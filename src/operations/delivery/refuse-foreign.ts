import type { DeliveryPorts } from './delivery-ports.ts';

/** What an event asks to be sent. */
interface AskedFor {
  readonly tenantId: string;
  readonly conversationId: string;
  readonly sequence: number;
}

/**
 * Whether an event asks for what no turn has committed: ours are told of after that, so its conversation would know the
 * place. One read, and only when the log does not hold the reply.
 * @see handoff.md 2.3
 */
export async function isForeign(
  { conversations }: Pick<DeliveryPorts, 'conversations'>,
  { tenantId, conversationId, sequence }: AskedFor,
): Promise<boolean> {
  const stored = await conversations.find(tenantId, conversationId);
  return sequence > (stored?.lastSeq ?? 0);
}

/** Counts an event of somebody else's, says where they are heard, and is done with it. */
export function refuseForeign(
  { log, metrics }: Pick<DeliveryPorts, 'log' | 'metrics'>,
  about: Parameters<DeliveryPorts['log']['warn']>[1],
): void {
  metrics.count('OutboundForeign', {});
  log.warn(
    'an event that is not the gateway’s asks for a reply: systems answer by POST /v1/service/…',
    about,
  );
}
