import { decodeTime } from 'ulid';
import type { CommittedTurn } from './conversation.ts';

/**
 * Whether a reader who has come as far as `reachedId` may go on with this turn: nothing lies between. A predecessor that
 * is not in the log may come late, and must be waited for; one that is older than the log remembers never comes.
 * @param reachedId id of the last message read; empty at the beginning
 * @see design 2.5, 6
 */
export function followsOn(turn: CommittedTurn, reachedId: string, nowMs: number): boolean {
  const { previousMessageId, expiresAtS, committedAtMs } = turn;
  if (previousMessageId === null || previousMessageId <= reachedId) return true;
  const rememberedForMs = expiresAtS * 1000 - committedAtMs;
  return decodeTime(previousMessageId) + rememberedForMs <= nowMs;
}
