import { keptAppointment } from './appointment.ts';
import { type BesideChange, besideTurn } from './beside-turn.ts';
import type { CommittedTurn, Conversation, OpenTurn } from './conversation.ts';
import { type Stated, withMessages } from './conversation-after.ts';
import type { Held } from './handoff.ts';
import { withRun } from './runs/with-run.ts';
import { remember, rememberedId } from './turn-memory.ts';

/** What a human, or the schedule, makes of a conversation: a change of hands, or something beside it. */
export type DeskChange<State> = HandsChange<State> | BesideWord<State>;

/** Who has the conversation, or how it goes on with whom: a turn of the flow's that runs finds another conversation. */
export interface HandsChange<State> {
  readonly turn: CommittedTurn;
  readonly state: State;
  readonly held: Held;
  /** A turn of the flow's that is to go on. */
  readonly resumed?: OpenTurn<State> | undefined;
}

/** What is said or noted beside the conversation: whatever runs in it goes on, and comes behind it. */
interface BesideWord<State> extends Pick<BesideChange<State>, 'hear'> {
  readonly turn: CommittedTurn;
  readonly beside: true;
  readonly resumed?: undefined;
}

/**
 * The conversation as it stands once a human, or the schedule, has changed it. What is not theirs stays: a visitor's turn
 * that was acknowledged runs when they are done, from its beginning, since who answers it may be another.
 */
export function withDeskTurn<State extends Stated>(
  before: Conversation<State>,
  change: DeskChange<State>,
): Conversation<State> {
  const { turn } = change;
  const next = 'beside' in change ? withWord(before, change) : withHands(before, change);
  const told = withRun(before, next, turn);
  return { ...told, dueAtMs: keptAppointment(before.dueAtMs, next, turn.committedAtMs) };
}

function withWord<State extends Stated>(before: Conversation<State>, { turn, hear }: BesideWord<State>) {
  const { lastMessageId, lastSeq } = withMessages(before, turn);
  return besideTurn(before, { lastMessageId, lastSeq, ...committed(before, turn), ...(hear && { hear }) });
}

function withHands<State extends Stated>(
  before: Conversation<State>,
  { turn, state, held, resumed }: HandsChange<State>,
): Conversation<State> {
  const { openTurn } = before;
  const kept = openTurn && openTurn.record.kind !== 'wake' ? { ...openTurn, state: null } : null;
  return {
    ...withMessages(before, turn),
    ...held,
    state,
    openTurn: resumed ?? kept,
    ...committed(before, turn),
  };
}

function committed<State>({ outbox, deskTurnIds }: Conversation<State>, turn: CommittedTurn) {
  return { outbox: [...outbox, turn], deskTurnIds: remember(deskTurnIds, turn.turnId) };
}

/** Whether a human's request has been carried out before. */
export function remembersDeskTurn(
  { deskTurnIds }: Pick<Conversation<unknown>, 'deskTurnIds'>,
  turnId: string,
): boolean {
  return deskTurnIds.includes(rememberedId(turnId));
}
