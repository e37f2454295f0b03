import { createHash } from 'node:crypto';
import { verifyHmacSha256 } from '../../channels/checks/hmac.ts';
import { headers } from '../../contract/headers.ts';
import { limits } from '../../contract/limits.ts';
import { InvalidSignatureError } from '../../domain/errors.ts';
import type { Gateway } from '../gateway.ts';
import type { Caller } from './identify-caller.ts';

/** A request as it was signed; header names in lower case. */
export interface SignedRequest {
  readonly method: string;
  /** Without its query. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly rawBody: Uint8Array;
  /** The session that the request speaks for; Form A may name it as `from.id`. */
  readonly sessionId: string;
  readonly receivedAtMs: number;
}

/**
 * Checks the signature when the widget has a signing secret. It covers whatever a replay would change: the time, the
 * route, tenant, widget, session, idempotency key and the body.
 * @throws InvalidSignatureError when it is missing, wrong or too old, or the secret is not to be had
 * @see design 2.2, docs/signing.md
 */
export async function checkSignature(
  { secrets }: Pick<Gateway, 'secrets'>,
  caller: Caller,
  request: SignedRequest,
): Promise<void> {
  const { tenant, widget } = caller;
  const name = widget.signing_secret;
  if (name === undefined) return;
  const known = await secrets.read(tenant.id);
  const usable = [known[name], known[`${name}_previous`]].filter((secret) => secret !== undefined);
  const signature = request.headers[headers.webchatSignature];
  if (widget.signature_version === 0) {
    verifyHmacSha256(request.rawBody, signature, usable);
    return;
  }
  verifyHmacSha256(Buffer.from(signedText(caller, request)), signature, usable);
}

/** @throws InvalidSignatureError for a time that is none, or not now */
function signedText({ tenant, widget }: Caller, request: SignedRequest): string {
  const time = request.headers[headers.signatureTime] ?? '';
  const awayMs = Math.abs(Number(time) * 1000 - request.receivedAtMs);
  if (!/^\d{1,12}$/.test(time) || awayMs > limits.signatureAgeMs) {
    throw new InvalidSignatureError(`${headers.signatureTime} is missing or not within five minutes of now`);
  }
  const key = headers.idempotencyKeys
    .map((header) => request.headers[header])
    .find((given) => given !== undefined);
  return `v1.${[
    time,
    request.method,
    request.path,
    tenant.id,
    widget.id,
    request.sessionId.toLowerCase(),
    key ?? '',
    createHash('sha256').update(request.rawBody).digest('hex'),
  ].join('\n')}`;
}
