import type { Conversation } from '../../domain/conversation.ts';
import { VersionConflictError } from '../../domain/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';

type Stored = Conversation<FlowState>;

/** More writers than a conversation has: each of them notes one message that waits, or one appointment. */
const attempts = 10;

/**
 * Stores what `change` makes of a conversation. When others have only noted meanwhile that messages wait behind it, or
 * something for colleagues, or settled earlier turns, the change is made on top of that: an outside step that has run is not run again for their sake.
 * @throws VersionConflictError when the conversation has gone on
 * @see design 5.2, 5.3
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
      if (!fresh || standing(fresh) !== standing(before)) throw error;
      stored = fresh;
    }
  }
}

/** Where a conversation stands, whatever waits behind it. */
function standing({
  version: _,
  waiting: __,
  outbox: ___,
  dueAtMs: ____,
  deskTurnIds: _______,
  openTurn,
  ...rest
}: Stored): string {
  const { queued: _____, requeued: ______, ...open } = openTurn ?? {};
  return JSON.stringify([rest, open]);
}
