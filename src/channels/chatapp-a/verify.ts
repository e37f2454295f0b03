import { headers } from '../../contract/headers.ts';
import { InvalidSignatureError } from '../../domain/errors.ts';
import type { ChannelAccounts, KnownAccount } from '../../ports/channel-accounts.ts';
import type { Verification, VerifiedPart, WebhookRequest } from '../channel.ts';
import { activeAccounts } from '../checks/active-accounts.ts';
import { type BodySignature, bodySignature } from '../checks/hmac.ts';
import { readJson } from '../checks/read-json.ts';
import { readChanges } from '../cloud-api/read-changes.ts';
import { namedNumbers } from './named-numbers.ts';
import { changesByNumber, type NumberChanges } from './payload.ts';

/** How many numbers are looked up for a body of which nothing is proven yet: a stranger must not cause thousands. */
const numbersAtOnce = 25;
/** Nor may a stranger have a large body hashed with the secret of each. */
const hashedBytes = 8 * 1024 * 1024;
const explainedBytes = 64 * 1024;

interface Proven {
  readonly known: KnownAccount;
  readonly changes: NumberChanges['changes'];
}

/**
 * Checks the signature with the secret of each number's own tenant, and takes only the parts whose secret fits: one
 * tenant's good signature never brings in another tenant's messages.
 * @throws InvalidSignatureError when no secret fits; an unknown number is answered like a wrong signature
 * @throws TenantNotFoundError when every tenant whose secret fits is suspended
 * @see spec "Rules for the HMAC check of the first webhook", design 2.7
 */
export async function verify(request: WebhookRequest, accounts: ChannelAccounts): Promise<Verification> {
  const { rawBody } = request;
  const signature = bodySignature(rawBody, request.headers[headers.hubSignature]);
  const atOnce = Math.max(1, Math.min(numbersAtOnce, Math.floor(hashedBytes / (rawBody.length + 1))));
  await assertSomeProven(rawBody, signature, accounts, atOnce);
  const { changes, malformed } = readChanges(readJson(rawBody));
  const byNumber = changesByNumber(changes);
  const proven: Proven[] = [];
  for (let first = 0; first < byNumber.length; first += atOnce) {
    const some = byNumber.slice(first, first + atOnce);
    proven.push(...(await Promise.all(some.map((part) => prove(signature, accounts, part)))).flat());
    if (proven.length === 0) break;
  }
  if (proven.length === 0) throw new InvalidSignatureError();
  const active = activeAccounts(proven.map(({ known }) => known));
  const parts = proven.filter(({ known }) => active.includes(known));
  const taken = parts.reduce((sum, part) => sum + part.changes.length, 0);
  return {
    parts: parts.map(({ known, changes: payload }): VerifiedPart => ({ known, payload })),
    dropped: changes.length - taken + malformed,
  };
}

/**
 * Nothing of a body that names numbers is parsed for whoever can't sign it.
 * @throws InvalidSignatureError, InvalidBodyError
 */
async function assertSomeProven(
  rawBody: Uint8Array,
  signature: BodySignature,
  accounts: ChannelAccounts,
  atOnce: number,
): Promise<void> {
  const numbers = namedNumbers(rawBody, atOnce);
  // Who sends a small body of another shape is told that it is no JSON, if it is none.
  if (numbers.length === 0 && rawBody.length <= explainedBytes) readJson(rawBody);
  const known = await Promise.all(numbers.map((number) => accounts.find('chatapp', number)));
  const proven = known.map((account) => signature.isBy(account?.secrets.app_secret ?? []));
  if (!proven.includes(true)) throw new InvalidSignatureError();
}

async function prove(
  signature: BodySignature,
  accounts: ChannelAccounts,
  { phoneNumberId, changes }: NumberChanges,
): Promise<Proven[]> {
  const known = await accounts.find('chatapp', phoneNumberId);
  const fits = signature.isBy(known?.secrets.app_secret ?? []);
  return known && fits ? [{ known, changes }] : [];
}
