import type { VisitorHandoff } from '../../contract/poll.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { handoffOf } from '../../domain/handoff.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';

/**
 * What a visitor is shown of humans: that one is looked for and how many are before them, or who has come and whether they
 * write; or that the contact center can't be reached. Null while no human has the conversation, or is to have it.
 * @see handoff.md 2.2
 */
export async function handoffForVisitor(
  { deskIndex, typing }: Pick<Gateway, 'deskIndex' | 'typing'>,
  stored: Conversation<FlowState>,
): Promise<VisitorHandoff | null> {
  const live = handoffOf(stored);
  if (!live) return null;
  const { tenantId, conversationId, epoch } = stored;
  const isAway = live.center?.awaySinceMs !== undefined && !live.center.isOut;
  const away = isAway ? '.delayed' : '';
  if (!live.owner) {
    const waiting = await deskIndex.queue(tenantId, live.queue);
    const place = waiting.indexOf(conversationId);
    const position = place === -1 ? null : place + 1;
    const tag = `${epoch}.${position ?? ''}${away}`;
    return { id: live.id, state: isAway ? 'delayed' : 'waiting', position, agent: null, typing: false, tag };
  }
  const { name, picture } = live.owner;
  const isTyping = (await typing.read({ tenantId, conversationId })).agent;
  const agent = { name, ...(picture !== undefined && { picture }) };
  const tag = `${epoch}.${isTyping ? 'writes' : ''}${away}`;
  const state = isAway ? 'delayed' : 'with_agent';
  return { id: live.id, state, position: null, agent, typing: isTyping, tag };
}
