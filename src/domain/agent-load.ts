import { limits } from '../contract/limits.ts';
import type { Conversation } from './conversation.ts';
import { handoffOf } from './handoff.ts';

/**
 * A conversation that an agent has or is about to get. It is stored before the conversation is written, so an agent never
 * has more conversations than holds, and limiting the holds limits the conversations.
 * @see docs/decisions/assignment.md
 */
export interface Hold {
  /** The epoch of the conversation that makes it the agent's. */
  readonly epoch: number;
  readonly atMs: number;
  /** The turn that an automatic assignment used, until the assignment is known to be written. */
  readonly turn?: HoldTurn;
}

interface HoldTurn {
  readonly queue: string;
  readonly number: number;
  /** The agent's turn in that queue before. */
  readonly before: number;
}

/** An agent's conversations, and their last turn in each queue. Written on condition of its revision. */
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

/** The load of an agent without a stored one. */
export const emptyLoad = (userId: string): AgentLoad => ({
  ...{ userId, revision: 0, holds: {}, turns: {}, checkedAtMs: 0 },
});

type Held = Pick<Conversation<unknown>, 'conversationId' | 'epoch'> & Parameters<typeof handoffOf>[0];

/** Whether a user has a conversation. */
export function isHeldBy(conversation: Parameters<typeof handoffOf>[0] | undefined, userId: string): boolean {
  const owner = conversation && handoffOf(conversation)?.owner;
  return owner?.kind === 'user' && owner.id === userId;
}

/** The load with a conversation that the agent is about to get. */
export function withHold(load: AgentLoad, conversationId: string, hold: Hold): AgentLoad {
  const turns = hold.turn ? { ...load.turns, [hold.turn.queue]: hold.turn.number } : load.turns;
  return { ...load, turns, holds: { ...load.holds, [conversationId]: hold } };
}

/** The load after a failed assignment: the agent gets the turn back, unless they have had another one since. */
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
 * at its epoch or later: what was planned for that epoch can't be written any more. A hold of a later epoch stays, since
 * its writer may be about to commit it.
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
      // Taken in a release without holds, or before the tenant assigned automatically.
      if (!hold) next = withHold(next, id, { epoch: conversation?.epoch ?? 0, atMs: nowMs });
      else next = withAssigned(next, id);
    } else if (hold && isOver(hold, conversation?.epoch, nowMs)) {
      // At a later epoch, the agent may have had it in the meantime: the turn counts.
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

/** The queue of a rotation, and its limit. */
export interface TurnRule {
  readonly queue: string;
  readonly maxConversations: number;
}

/**
 * Returns the next agent in the rotation: the one below the limit with the lowest turn number, or the lowest ID among
 * equals.
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

/** Returns a hold that uses the agent's turn in a queue. */
export function turnHold(
  load: AgentLoad,
  loads: readonly AgentLoad[],
  { queue, epoch, nowMs }: { readonly queue: string; readonly epoch: number; readonly nowMs: number },
): Hold {
  const number = 1 + Math.max(0, ...loads.map(({ turns }) => turns[queue] ?? 0));
  return { epoch, atMs: nowMs, turn: { queue, number, before: load.turns[queue] ?? 0 } };
}
