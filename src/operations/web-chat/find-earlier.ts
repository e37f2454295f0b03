import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/turn-record.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { DedupConflict } from '../../domain/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Answer } from '../../ports/answer.ts';
import type { Gateway } from '../gateway.ts';
import { findCommitted } from '../turn/committed-before.ts';
import { answerTo } from '../turn/settle-turn.ts';

/** A conversation and, apart from it, what a repeat of a request gets. */
interface Found {
  readonly conversation: Conversation<FlowState> | null;
  readonly answer: Answer | null;
}

/** Both in one call: the answer as it was a moment ago. */
export async function findBoth(
  { conversations }: Pick<Gateway, 'conversations'>,
  { claim, message }: TurnRecord,
): Promise<Found> {
  const { tenantId, conversationId } = message;
  if (claim) return conversations.findWithAnswer(tenantId, conversationId, claim.key);
  return { conversation: await conversations.find(tenantId, conversationId), answer: null };
}

/** Both as they are at this moment. */
export async function findNow(
  { conversations, turnLog }: Pick<Gateway, 'conversations' | 'turnLog'>,
  { claim, message }: TurnRecord,
): Promise<Found> {
  if (!claim) return { conversation: null, answer: null };
  const [answer, conversation] = await Promise.all([
    turnLog.findAnswer(claim.key),
    conversations.find(message.tenantId, message.conversationId),
  ]);
  return { answer, conversation };
}

/** What a key was answered before, whether its session has ever been heard, and a home of it that holds no answer any more. */
interface Earlier {
  readonly replay: Answer | null;
  /** Whether a turn of the session is known to be committed: where the message belongs, or at home. */
  readonly hasWritten: boolean;
  readonly leftHome?: string;
}

/**
 * What the message's key was answered before: apart, or by a turn that its conversation remembers, or its session's home
 * does, where answers are left to the log. Only a message outside of its home costs a read.
 * @throws DedupConflict when the answer was given to another body
 * @throws TemporarilyUnavailableError when the log does not show the turn yet
 * @see docs/decisions/answers-in-the-log.md
 */
export async function findEarlier(
  gateway: Pick<Gateway, 'conversations' | 'turnLog' | 'nowMs'>,
  record: TurnRecord,
  home: string,
  { answer, conversation }: Found,
): Promise<Earlier> {
  if (answer) return { replay: sameBody(answer, record), hasWritten: true };
  const { tenantId, conversationId } = record.message;
  const isElsewhere = home !== conversationId;
  const asksHome = isElsewhere && (record.claim !== undefined || conversation === null);
  const atHome = asksHome ? await gateway.conversations.find(tenantId, home) : null;
  // A home may be a guess at another session's conversation; a guess of the message itself is refused by its owner's check.
  const hasWritten = conversation !== null || atHome?.sessionId === record.sessionId;
  if (!record.claim) return { replay: null, hasWritten };
  for (const place of [conversation, atHome]) {
    const turn = place && (await findCommitted(gateway, place, record));
    if (turn) return { replay: answerTo(turn), hasWritten: true };
  }
  const restedSinceMs = gateway.nowMs() - limits.idempotencyWindowMs;
  const isLeft = isElsewhere && (atHome === null || atHome.lastActivityMs <= restedSinceMs);
  return { replay: null, hasWritten, ...(isLeft && { leftHome: home }) };
}

/** @throws DedupConflict when the answer was given to another body */
function sameBody(answer: Answer, { claim }: TurnRecord): Answer {
  if (answer.fingerprint !== claim?.fingerprint) throw new DedupConflict();
  return answer;
}
