import type { MessageUpdate, ReadMessage } from '../contract/message-updates.ts';
import type { LogMessage } from '../contract/poll.ts';
import type { CommittedTurn } from './conversation.ts';
import type { SideEntry } from './side-entry.ts';

/** An update as people of the tenant read it; null for any other entry. */
export function updateIn({ id, at, update }: SideEntry): MessageUpdate | null {
  if (!update) return null;
  const { turnIds: _, ...rest } = update;
  return { id, at, ...rest };
}

/** A turn's messages with what their visitor has done to them. */
export function readMessages(
  { turnId, inbound, replies }: Pick<CommittedTurn, 'turnId' | 'inbound' | 'replies'>,
  side: readonly SideEntry[],
): readonly ReadMessage[] {
  return [...(inbound ? [inbound] : []), ...replies].map((message) => withUpdates(message, side, turnId));
}

/**
 * A message with what its visitor has done to it.
 * @param turnId of the visitor's own, whose message may have come after what is said of it
 */
export function withUpdates(message: LogMessage, side: readonly SideEntry[], turnId = ''): ReadMessage {
  const updates = side.flatMap((entry) => {
    const update = updateIn(entry);
    const isOwn = message.author === 'user' && entry.update?.turnIds.includes(turnId) === true;
    const isAbout = update?.messageId === null ? isOwn : update?.messageId === message.id;
    return update && isAbout ? [{ ...update, messageId: message.id }] : [];
  });
  return updates.length > 0 ? { ...message, updates } : message;
}
