import { headers } from '../../contract/headers.ts';
import { limits } from '../../contract/limits.ts';
import {
  DedupConflict,
  GatewayError,
  InvalidHeaderError,
  RequestInProgressError,
} from '../../domain/errors.ts';
import type { HttpResult } from '../../http/write-result.ts';
import type { Changer } from '../../operations/admin/admin.ts';
import { hashOf } from '../../operations/derive-id.ts';
import type { AdminFrame, Exchange } from './exchange.ts';

/** Asking twice changes nothing: such a request needs no claim. */
const asOften = new Set(['validate-draft', 'test-draft', 'replay-draft']);

/**
 * Answers a POST with an idempotency key once in 24 hours; the same request gets the first answer again. One that fails
 * may be sent again: what it is refused for may be mended.
 * @param answer given since when the request was tried before without an answer, if it was: it may have been done
 * @throws InvalidHeaderError, DedupConflict, RequestInProgressError
 * @see design 9 "Manners"
 */
export async function answerOnce(
  { admin, caller, request, operation }: Exchange<Pick<AdminFrame, 'claims' | 'log'>, Changer>,
  answer: (triedSinceMs?: number) => Promise<HttpResult & { readonly again?: string }>,
): Promise<HttpResult> {
  const given = request.headers['idempotency-key'];
  if (given === undefined || request.method !== 'POST' || asOften.has(operation)) return answer();
  if (given.trim() === '' || given.length > limits.idempotencyKeyChars)
    throw new InvalidHeaderError('Idempotency-Key is empty or too long');
  const key = `${caller.tenantId}#admin#${hashOf(caller.id, given)}`;
  const body = Buffer.from(request.rawBody).toString();
  const fingerprint = hashOf(request.path, request.headers['if-match'] ?? '', body);
  const claimed = await admin.claims.take(key, fingerprint);
  if (claimed.claim !== 'taken') {
    if (claimed.fingerprint !== fingerprint) throw new DedupConflict();
    if (claimed.claim === 'running') throw new RequestInProgressError();
    const { status, body: again, headers: told } = claimed.answer;
    return { statusCode: status, headers: { ...told, [headers.idempotentReplayed]: 'true' }, body: again };
  }
  try {
    const { again: remembered, ...result } = await answer(claimed.triedSinceMs);
    const { statusCode: status, headers: told } = result;
    const said = remembered ?? result.body;
    await admin.claims
      .finish(key, fingerprint, { status, headers: told, body: said })
      // What was asked for is done: it is said, whoever can remember it.
      .catch((error: unknown) => admin.log.error('an answer is not remembered', error));
    return result;
  } catch (error) {
    const isRefused = error instanceof GatewayError && error.status < 500;
    await (isRefused ? admin.claims.release(key) : admin.claims.leave(key)).catch((left: unknown) =>
      admin.log.error('a claim is left to its lease', left),
    );
    throw error;
  }
}
