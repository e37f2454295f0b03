import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { DeadLetter } from '../../ports/dead-letters.ts';
import { turnsOf } from '../inspect/read-transcript.ts';
import type { PeoplePorts } from './people-ports.ts';

const lettersPerRead = 100;

/** A conversation's turns, of the log and those that are not in it yet, oldest first. */
export async function* turnsIn(
  { turnLog }: PeoplePorts,
  { tenantId, conversationId, outbox }: Conversation<FlowState>,
): AsyncGenerator<CommittedTurn> {
  const logged = new Set<string>();
  for await (const turn of turnsOf({ turnLog }, tenantId, conversationId)) {
    logged.add(turn.turnId);
    yield turn;
  }
  yield* outbox.filter(({ turnId }) => !logged.has(turnId));
}

/** A conversation's dead letters. */
export async function lettersOf(
  { deadLetters }: Pick<PeoplePorts, 'deadLetters'>,
  conversation: ConversationName,
): Promise<DeadLetter[]> {
  const found: DeadLetter[] = [];
  for (let cursor: string | null = null; ; ) {
    const page = await deadLetters.list(conversation, cursor, lettersPerRead);
    found.push(...page.letters);
    if (page.cursor === null) return found;
    cursor = page.cursor;
  }
}
