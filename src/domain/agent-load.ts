import { limits } from '../contract/limits.ts';
import type { Conversation } from './conversation.ts';
import { handoffOf } from './handoff.ts';

/**
 * A conversation that an agent has, or is about to be given. It is stored before the conversation is: so what an agent
 * has is always among their holds, and a limit on these is one on those.
 * @see docs/decisions/assignment.md
 */
export interface Hold {
  /** The epoch of the conversation that makes it the agent's. */
  readonly epoch: number;
  readonly atMs: number;
  /** A turn that was used by an automatic assignment, which is not known to have been written yet. */
  readonly turn?: HoldTurn;
}

interface HoldTurn {
  readonly queue: string;
  readonly number: number;
  /** The agent's turn in that queue before. */
  readonly before: number;
}

/** What an agent has, and when it was last their turn. The item is written on condition that its revision is the same. */
export interface AgentLoad {
  readonly userId: string;
  /** 0: none is stored. */
  readonly revision: number;
  /** By conversation. */
  readonly holds: Readonly<Record<string, Hold>>;
  /** The number of the agent's last turn, by queue. */
  readonly turns: Readonly<Record<string, number>>;
  /** When the holds were last compared with the conversations. */
  readonly checkedAtMs: number;
}

/** The load of an agent of whom nothing is stored. */
export const emptyLoad = (userId: string): AgentLoad => ({
  ...{ userId, revision: 0, holds: {}, turns: {}, checkedAtMs: 0 },
});

type Held = Pick<Conversation<unknown>, 'conversationId' | 'epoch'> & Parameters<typeof handoffOf>[0];

/** Whether a user has a conversation. */
export function isHeldBy(conversation: Parameters<typeof handoffOf>[0] | undefined, userId: string): boolean {
  const owner = conversation && handoffOf(conversation)?.owner;
  return owner?.kind === 'user' && owner.id === userId;
}

/** The load with a conversation that the agent is about to be given. */
export function withHold(load: AgentLoad, conversationId: string, hold: Hold): AgentLoad {
  const turns = hold.turn ? { ...load.turns, [hold.turn.queue]: hold.turn.number } : load.turns;
  return { ...load, turns, holds: { ...load.holds, [conversationId]: hold } };
}

/** The load after an assignment that failed: the turn is the agent's still, unless they have had another since. */
export function withoutHold(load: AgentLoad, conversationId: string): AgentLoad {
  const { [conversationId]: gone, ...holds } = load.holds;
  const { turn } = gone ?? {};
  const isLast = turn !== undefined && load.turns[turn.queue] === turn.number;
  return { ...load, holds, turns: isLast ? { ...load.turns, [turn.queue]: turn.before } : load.turns };
}

/** The load after an assignment that was written. */
export function withAssigned(load: AgentLoad, conversationId: string): AgentLoad {
  const hold = load.holds[conversationId];
  if (!hold?.turn) return load;
  const { turn: _, ...settled } = hold;
  return { ...load, holds: { ...load.holds, [conversationId]: settled } };
}

/**
 * Compares holds with their conversations as they were read after the load. A hold ends once the conversation is another's
 * at its epoch or later: what was planned for that epoch can't be written any more. One whose epoch is still to come
 * stays, since its writer may be about to commit it.
 * @param checked the conversations to compare; holds of others stay
 */
export function reconciled(
  load: AgentLoad,
  checked: readonly string[],
  conversations: readonly Held[],
  nowMs: number,
): AgentLoad {
  const found = new Map(conversations.map((one) => [one.conversationId, one]));
  let next = load;
  for (const id of checked) {
    const hold = next.holds[id];
    const conversation = found.get(id);
    if (isHeldBy(conversation, load.userId)) {
      // Taken by a release that stores no holds, or before the tenant assigned automatically.
      if (!hold) next = withHold(next, id, { epoch: conversation?.epoch ?? 0, atMs: nowMs });
      else next = withAssigned(next, id);
    } else if (hold && isOver(hold, conversation?.epoch, nowMs)) {
      // Later epochs don't tell whether the agent had it meanwhile: then the turn counts.
      const counts = conversation !== undefined && conversation.epoch > hold.epoch;
      next = withoutHold(counts ? withAssigned(next, id) : next, id);
    }
  }
  return next;
}

function isOver({ epoch, atMs }: Hold, now: number | undefined, nowMs: number): boolean {
  return now === undefined || now >= epoch || atMs + limits.holdLifeMs <= nowMs;
}

/** The conversations of automatic assignments that are not known to have been written. */
export function unsettledHolds({ holds }: AgentLoad): readonly string[] {
  return Object.keys(holds).filter((id) => holds[id]?.turn !== undefined);
}

/** A queue's rule for the next agent. */
export interface TurnRule {
  readonly queue: string;
  readonly maxConversations: number;
}

/**
 * Returns whose turn it is: the agent below the limit who has waited longest for one. Equal turns are ordered by ID.
 * @param loads those of available members
 */
export function nextAgent(
  loads: readonly AgentLoad[],
  { queue, maxConversations }: TurnRule,
): AgentLoad | null {
  const below = loads.filter(({ holds }) => Object.keys(holds).length < maxConversations);
  const [first = null] = below.toSorted(
    (one, other) =>
      (one.turns[queue] ?? 0) - (other.turns[queue] ?? 0) || (one.userId < other.userId ? -1 : 1),
  );
  return first;
}

/** A hold that takes the agent's turn in a queue. */
export function turnHold(
  load: AgentLoad,
  loads: readonly AgentLoad[],
  { queue, epoch, nowMs }: { readonly queue: string; readonly epoch: number; readonly nowMs: number },
): Hold {
  const number = 1 + Math.max(0, ...loads.map(({ turns }) => turns[queue] ?? 0));
  return { epoch, atMs: nowMs, turn: { queue, number, before: load.turns[queue] ?? 0 } };
}
