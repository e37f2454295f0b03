import type { CommittedTurn } from '../../domain/conversation.ts';
import type { FlowState } from '../../engine/interfaces.ts';

/** What steps have found goes to the log with the turn; it stays in the state while a turn says nothing, and has no entry. */
export function handRecordings(
  turn: CommittedTurn,
  whole: FlowState,
): { readonly turn: CommittedTurn; readonly state: FlowState } {
  const { recorded, ...state } = whole;
  const isLogged = turn.inbound !== null || turn.replies.length > 0;
  return recorded && isLogged ? { turn: { ...turn, recorded }, state } : { turn, state: whole };
}
