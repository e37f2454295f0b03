import { ConversationNotFoundError, EngineFailureError } from '../../domain/errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Entry } from './admit-once.ts';

/**
 * Lets a retry of a failed message run at once. What failed by the visitor's own doing (the flow raised, a conversation
 * was guessed) keeps its place in the window, so that raising and guessing are limited too. Never throws: when the
 * release fails as well, the claim ends with its lease.
 * @see design 2.3, 2.4
 */
export async function releaseEntry(
  { admissions, allowance, log }: Pick<Gateway, 'admissions' | 'allowance' | 'log'>,
  { request, stamp, address, isHome, firstOfSession }: Entry,
  failure: unknown,
): Promise<void> {
  const { tenantId } = request;
  const isGuess = failure instanceof ConversationNotFoundError;
  const keepsPlace = failure instanceof EngineFailureError || isGuess;
  try {
    if (keepsPlace && request.key !== undefined) await admissions.releaseClaim(request, stamp);
    // A session that has answers anywhere has written before.
    if (isGuess && isHome && firstOfSession) await admissions.moveHome(request, request.conversationId, null);
    if (!keepsPlace)
      await Promise.all([admissions.release(request, stamp), allowance.giveBack(tenantId, address)]);
  } catch (error) {
    log.error('a claim is left to its lease', error, { tenantId });
  }
}
