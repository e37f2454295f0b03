import { limits } from '../contract/limits.ts';
import type { Conversation } from './conversation.ts';

/** How many committed turns a conversation remembers by id. */
const rememberedTurns = 20;
/** Of how many the answer is left to the log: fewer, so that an answer has long been written when its turn is forgotten. */
const mostInLog = 15;
/** What could not be done at a turn is tried again so many later. */
const triedEvery = 5;
/** Enough to tell twenty apart, and few, since they don't deflate: the item stays within a kilobyte. */
const rememberedChars = 8;

/** Whether a turn is among the last committed ones; the last release wrote whole ids. */
export function remembersTurn(
  { recentTurnIds }: Pick<Conversation<unknown>, 'recentTurnIds'>,
  turnId: string,
): boolean {
  return recentTurnIds.some((id) => id === rememberedId(turnId) || id === turnId);
}

/**
 * The last committed turn of an idempotency key, which may have been used and forgotten before: `turnId`, or one with a
 * number behind it.
 */
export function latestUse(
  { recentTurnIds }: Pick<Conversation<unknown>, 'recentTurnIds'>,
  turnId: string,
): string | undefined {
  const uses = recentTurnIds.flatMap((id) => {
    const [first, use] = id.split('.');
    if (first !== rememberedId(turnId) && first !== turnId) return [];
    return [use === undefined ? turnId : `${turnId}.${use}`];
  });
  return uses.at(-1);
}

/** The end of an id, and the number behind it. */
export function rememberedId(turnId: string): string {
  const [first = '', ...use] = turnId.split('.');
  return [first.slice(-rememberedChars), ...use].join('.');
}

/** The ids of turns, with one more. */
export const remember = (ids: readonly string[], turnId: string, most = rememberedTurns) =>
  [...ids, rememberedId(turnId)].slice(-most);

type Memory = Pick<Conversation<unknown>, 'recentTurnIds' | 'answersInLog'>;
type Rested = Pick<Conversation<unknown>, 'answersInLog' | 'lastActivityMs'>;

/** As `answersInLog` stands now: behind a day's rest, every answer of before has been forgotten. */
function standingAnswers({ answersInLog, lastActivityMs }: Rested, nowMs: number) {
  return lastActivityMs <= nowMs - limits.idempotencyWindowMs ? 0 : answersInLog;
}

/** Whether answers are to be written before the conversation forgets a turn whose answer is in the log alone. */
export function mustKeepAnswers(conversation: Rested, nowMs: number): boolean {
  const standing = standingAnswers(conversation, nowMs);
  return standing !== 'apart' && standing >= mostInLog && (standing - mostInLog) % triedEvery === 0;
}

/** Whether the answer of the next turn may be left to the log. */
export function leavesAnswers(conversation: Rested, nowMs: number): boolean {
  return standingAnswers(conversation, nowMs) !== 'apart';
}

/** The last turns whose answers may be in the log alone, as they are remembered. */
export function turnsInLogOnly({ recentTurnIds, answersInLog }: Memory): ReadonlySet<string> {
  return new Set(answersInLog === 'apart' || answersInLog === 0 ? [] : recentTurnIds.slice(-answersInLog));
}

/** The memory with one turn more; none is forgotten whose answer is in the log alone. */
export function withRemembered(
  before: Memory & Rested,
  { turnId, committedAtMs }: { readonly turnId: string; readonly committedAtMs: number },
  leavesAnswer: boolean,
): Memory {
  const standing = standingAnswers(before, committedAtMs);
  const isCounted = standing !== 'apart' && (leavesAnswer || standing > 0);
  const answersInLog = isCounted ? standing + 1 : standing;
  const most = Math.max(rememberedTurns, Number(answersInLog) || 0);
  return { recentTurnIds: remember(before.recentTurnIds, turnId, most), answersInLog };
}
