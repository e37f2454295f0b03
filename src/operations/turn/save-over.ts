import { isDeepStrictEqual } from 'node:util';
import { baseOf } from '../../domain/beside-turn.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { VersionConflictError } from '../../domain/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';

type Stored = Conversation<FlowState>;

/** Of ten who write all the time one loses so often once in tens of thousands of turns. */
const attempts = 100;

/**
 * Stores what a turn makes of its conversation. What others have written beside it meanwhile (`conversationFields`) stays
 * and is built upon: an outside step that has run is not run again because of it.
 * @throws VersionConflictError when the turn has lost its base: it must run again on what is stored
 * @see design 5.2-5.4
 */
export async function saveOver(
  { conversations }: Pick<Gateway, 'conversations'>,
  before: Stored,
  change: (stored: Stored) => Stored,
): Promise<Stored> {
  let stored = before;
  for (let attempt = 1; ; attempt += 1) {
    const next = change(stored);
    try {
      await conversations.save(next);
      return next;
    } catch (error) {
      if (!(error instanceof VersionConflictError) || attempt === attempts) throw error;
      const fresh = await conversations.find(before.tenantId, before.conversationId);
      if (!fresh || !isSameBase(fresh, before)) throw error;
      stored = fresh;
    }
  }
}

/** As JSON has them, whatever the order of their keys: one may come from the store. */
function isSameBase(one: Stored, other: Stored): boolean {
  return isDeepStrictEqual(asJson(baseOf(one)), asJson(baseOf(other)));
}

const asJson = (value: object): unknown => JSON.parse(JSON.stringify(value));
