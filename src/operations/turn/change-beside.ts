import type { Conversation } from '../../domain/conversation.ts';
import { isErased } from '../../domain/conversation-after.ts';
import { GatewayError, TemporarilyUnavailableError, VersionConflictError } from '../../domain/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { Gateway } from '../gateway.ts';

const attempts = 20;
const pauseMs = 25;

/**
 * Changes a conversation outside of a turn, on condition of its version; retries on a fresh read after a conflict.
 * @param change returns null when there is nothing to write
 * @throws `conversation_not_found`, TemporarilyUnavailableError
 */
export async function changeBeside(
  { conversations, pause, random }: Pick<Gateway, 'conversations' | 'pause' | 'random'>,
  { tenantId, conversationId }: ConversationName,
  change: (stored: Conversation<FlowState>) => Conversation<FlowState> | null,
): Promise<Conversation<FlowState>> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stored = await conversations.find(tenantId, conversationId);
    if (!stored || isErased(stored)) throw new GatewayError('conversation_not_found');
    const next = change(stored);
    if (!next) return stored;
    try {
      await conversations.save(next);
      return next;
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
      await pause(random() * pauseMs);
    }
  }
  throw new TemporarilyUnavailableError();
}
