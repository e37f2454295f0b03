import { keptAppointment } from './appointment.ts';
import type { CommittedTurn, Conversation, OpenTurn } from './conversation.ts';
import { type Stated, withMessages } from './conversation-after.ts';
import type { Held } from './handoff.ts';
import { withRun } from './runs/with-run.ts';
import { remember, rememberedId } from './turn-memory.ts';

/** What a human, or the schedule, makes of a conversation. */
export interface DeskChange<State> {
  readonly turn: CommittedTurn;
  readonly state: State;
  readonly held: Held;
  /** A turn of the flow's that is to go on. */
  readonly resumed?: OpenTurn<State>;
  /** It is beside the conversation: whatever runs in that goes on. */
  readonly beside?: true;
}

/**
 * The conversation as it stands once a human, or the schedule, has changed it. What is not theirs stays: a visitor's turn
 * that was acknowledged runs when they are done, from its beginning, since who answers it may be another.
 */
export function withDeskTurn<State extends Stated>(
  before: Conversation<State>,
  { turn, state, held, resumed, beside }: DeskChange<State>,
): Conversation<State> {
  const { openTurn, lastActivityMs } = before;
  const kept = openTurn && openTurn.record.kind !== 'wake' ? { ...openTurn, state: null } : null;
  const next: Conversation<State> = {
    ...withMessages(before, turn),
    ...held,
    state,
    ...(beside ? { lastActivityMs } : { openTurn: resumed ?? kept }),
    outbox: [...before.outbox, turn],
    deskTurnIds: remember(before.deskTurnIds, turn.turnId),
  };
  const told = withRun(before, next, turn);
  return { ...told, dueAtMs: keptAppointment(before.dueAtMs, next, turn.committedAtMs) };
}

/** Whether a human's request has been carried out before. */
export function remembersDeskTurn(
  { deskTurnIds }: Pick<Conversation<unknown>, 'deskTurnIds'>,
  turnId: string,
): boolean {
  return deskTurnIds.includes(rememberedId(turnId));
}
