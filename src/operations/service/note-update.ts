import type { UpdateRecord } from '../../contract/queue-records.ts';
import { agentTurn, sideEntryOf } from '../../domain/agent-turn.ts';
import { logKeyOf, updateIn } from '../../domain/conversation.ts';
import { isFromBeforeErasure } from '../../domain/conversation-after.ts';
import { replyOfPart } from '../../domain/delivery-status.ts';
import { isProblem } from '../../domain/errors.ts';
import { type Held, handoffOf } from '../../domain/handoff.ts';
import { idBefore, leastIdAt } from '../../domain/message-ids.ts';
import type { Gateway } from '../gateway.ts';
import { type AgentPorts, changeAsAgent, type Stored } from '../turn/change-as-agent.ts';
import { beginConversation } from './visitor-of.ts';

export type UpdatePorts = AgentPorts & Pick<Gateway, 'deliveries' | 'received'>;

const minuteMs = 60_000;
const turnsPerRead = 50;
/** A message further back shows its update only as an entry, not on the message. */
const mostReads = 20;

/**
 * Stores a visitor's update of an earlier message beside the conversation; the log keeps the original. No flow
 * runs; the assigned agent and the bus are notified.
 * @throws TemporarilyUnavailableError when conflicts keep it from being written
 * @see design 15
 */
export async function noteUpdate(gateway: UpdatePorts, record: UpdateRecord): Promise<void> {
  const { message, turnId, turnIds, update: change } = record;
  const { tenantId, conversationId, correlationId, metadata, receivedAt } = message;
  const { providerMessageId, ...what } = change;
  const messageId = await findMessage(gateway, record);
  const at = typeof metadata.sentAt === 'string' ? metadata.sentAt : receivedAt;
  const update = { ...what, messageId, turnIds };
  const entry = { ...sideEntryOf(gateway, null, { text: what.text ?? what.emoji ?? '' }), at, update };
  const updated = updateIn(entry);
  try {
    await changeAsAgent(
      gateway,
      { tenantId, conversationId, turnId },
      (stored) => {
        if (!stored.state || !updated || isFromBeforeErasure(stored, record)) return null;
        const { state } = stored;
        const notices = [{ kind: 'message-updated' as const, update: updated }];
        const turn = agentTurn(gateway, stored, state, {
          ...{ turnId, correlationId, notices },
          status: state.status,
          side: [entry],
        });
        const held = heldAfterUpdate(stored, what.kind, gateway.nowMs());
        return held ? { turn, state, held } : { turn, beside: true };
      },
      () => beginConversation(gateway, message, record.accountId),
    );
  } catch (error) {
    // Its visitor has been erased since.
    if (!isProblem(error, 'conversation_not_found')) throw error;
  }
}

/** An edited message may need another reply; null if the owner's state doesn't change. */
function heldAfterUpdate(stored: Stored, kind: UpdateRecord['update']['kind'], nowMs: number): Held | null {
  const { epoch, lastHandoff } = stored;
  const live = handoffOf(stored);
  if (kind !== 'edited' || !live || live.waitingSinceMs !== null) return null;
  return { epoch, handoff: { ...live, waitingSinceMs: nowMs }, lastHandoff };
}

/** The id in the log of the message that is spoken of; null when it has not come. */
async function findMessage(
  { deliveries, received, turnLog }: UpdatePorts,
  { message: { tenantId, conversationId }, update, turnIds }: UpdateRecord,
): Promise<string | null> {
  const sent = await deliveries.findSent(tenantId, update.providerMessageId);
  if (sent) return sent.conversationId === conversationId ? replyOfPart(sent.partId) : null;
  const claims = await Promise.all(turnIds.map((turnId) => received.find(tenantId, turnId)));
  const receivedAt = claims.find((claim) => claim?.taken)?.taken?.receivedAt;
  if (receivedAt === undefined) return null;
  let after = idBefore(leastIdAt(Date.parse(receivedAt) - minuteMs));
  for (let n = 0; n < mostReads; n += 1) {
    const turns = await turnLog.read(tenantId, conversationId, after, turnsPerRead, 'now');
    const found = turns.find(({ turnId }) => turnIds.includes(turnId));
    if (found) return found.inbound?.id ?? null;
    const last = turns.at(-1);
    if (!last) return null;
    after = logKeyOf(last);
  }
  return null;
}
