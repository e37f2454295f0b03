import type { AgentRecord, CenterDoing } from '../../contract/center-records.ts';
import type { CenterLink } from '../../ports/center-links.ts';
import { hashOf } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';

/** Puts something that the way to a center has come to on the queue of its conversation. @param what the same each time */
export async function tellConversation(
  gateway: Pick<Gateway, 'queue' | 'continuations' | 'nowMs'>,
  { tenantId, conversationId, handoffId, accountId, channel }: CenterLink,
  what: string,
  doing: CenterDoing,
): Promise<void> {
  const record: AgentRecord = {
    kind: 'agent',
    ...{ tenantId, conversationId, handoffId, accountId },
    turnId: `center-${hashOf('center', tenantId, handoffId, what)}`,
    refId: null,
    correlationId: `center-${handoffId}`,
    receivedAtMs: gateway.nowMs(),
    doings: [doing],
  };
  const queue = channel === 'webchat' ? gateway.continuations : gateway.queue;
  await queue.sendAgent(record);
}
