import type { Conversation } from './conversation.ts';

/** How many committed turns a conversation remembers by id. */
const rememberedTurns = 20;
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
export const remember = (ids: readonly string[], turnId: string) =>
  [...ids, rememberedId(turnId)].slice(-rememberedTurns);
