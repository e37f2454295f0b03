import { limits } from '../../contract/limits.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { leastIdAt } from '../../domain/message-ids.ts';
import { mustKeepAnswers, rememberedId, turnsInLogOnly } from '../../domain/turn-memory.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { loggedTurns } from './committed-before.ts';
import { answerTo } from './settle-turn.ts';

type Stored = Conversation<FlowState>;
type Ports = Pick<Gateway, 'conversations' | 'turnLog' | 'patience' | 'nowMs' | 'log'>;

/** More than the clocks of two functions differ by. */
const slackMs = 60_000;
/** A visitor waits for it. */
const withinMs = 700;

/**
 * The conversation with room for another turn: before it forgets one whose answer is in the log alone, all such answers
 * are written apart, and from then on each is written with its turn. When that can't be done now, it remembers more.
 * @see docs/decisions/answers-in-the-log.md
 */
export async function withKeptAnswers(gateway: Ports, stored: Stored): Promise<Stored> {
  if (!mustKeepAnswers(stored, gateway.nowMs())) return stored;
  try {
    const isKept = await gateway.patience.within(withinMs, () => keepAnswers(gateway, stored));
    return isKept ? { ...stored, answersInLog: 'apart' } : stored;
  } catch (error) {
    const { tenantId, conversationId } = stored;
    gateway.log.error('answers are left to the log for longer', error, { tenantId, conversationId });
    return stored;
  }
}

/** @returns false when the conversation has gone on since it was read, or its visitor was erased: nothing is written then */
async function keepAnswers({ turnLog, nowMs, conversations }: Ports, stored: Stored): Promise<boolean> {
  const turns = await turnsToKeep({ turnLog, nowMs }, stored);
  const present = await conversations.find(stored.tenantId, stored.conversationId);
  if (present?.version !== stored.version) return false;
  await turnLog.record(
    [],
    turns.flatMap((turn) => answerTo(turn) ?? []),
  );
  return true;
}

/** The turns of the last day whose answers are in the log alone: what is not written there yet is pending. */
async function turnsToKeep(
  { turnLog, nowMs }: Pick<Gateway, 'turnLog' | 'nowMs'>,
  stored: Stored,
): Promise<readonly CommittedTurn[]> {
  const ids = turnsInLogOnly(stored);
  const sinceMs = nowMs() - limits.idempotencyWindowMs;
  const found = new Map<string, CommittedTurn>();
  const find = (turns: readonly CommittedTurn[]) => {
    for (const turn of turns)
      if (ids.has(rememberedId(turn.turnId)) && turn.committedAtMs > sinceMs) found.set(turn.turnId, turn);
  };
  for await (const turns of loggedTurns({ turnLog }, stored, leastIdAt(sinceMs - slackMs), 'now'))
    find(turns);
  find(stored.outbox);
  return [...found.values()];
}
