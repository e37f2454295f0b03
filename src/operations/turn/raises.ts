import type { Conversation } from '../../domain/conversation.ts';

/** The messages in a row whose flow raised, with this one; a message that is sent again counts once. */
export function raisedBy<State>({ raisedTurnIds }: Conversation<State>, turnId: string): readonly string[] {
  return raisedTurnIds.includes(turnId) ? raisedTurnIds : [...raisedTurnIds, turnId];
}
