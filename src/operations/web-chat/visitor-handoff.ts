import type { VisitorHandoff } from '../../contract/poll.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { handoffOf } from '../../domain/handoff.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';

/**
 * What a visitor is shown of humans: that one is looked for and how many are before them, or who has come and whether they
 * write. Null while no human has the conversation, or is to have it.
 * @see handoff.md 2.2
 */
export async function handoffForVisitor(
  { deskIndex, typing }: Pick<Gateway, 'deskIndex' | 'typing'>,
  stored: Conversation<FlowState>,
): Promise<VisitorHandoff | null> {
  const live = handoffOf(stored);
  if (!live) return null;
  const { tenantId, conversationId, epoch } = stored;
  if (!live.owner) {
    const waiting = await deskIndex.queue(tenantId, live.queue);
    const place = waiting.indexOf(conversationId);
    const position = place === -1 ? null : place + 1;
    const tag = `${epoch}.${position ?? ''}`;
    return { id: live.id, state: 'waiting', position, agent: null, typing: false, tag };
  }
  const { name, picture } = live.owner;
  const isTyping = (await typing.read({ tenantId, conversationId })).agent;
  const agent = { name, ...(picture !== undefined && { picture }) };
  const tag = `${epoch}.${isTyping ? 'writes' : ''}`;
  return { id: live.id, state: 'with_agent', position: null, agent, typing: isTyping, tag };
}
