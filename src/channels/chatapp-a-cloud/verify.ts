import { headers } from '../../contract/headers.ts';
import { InvalidSignatureError } from '../../domain/errors.ts';
import type { ChannelAccounts, KnownAccount } from '../../ports/directory.ts';
import type { Verification, VerifiedPart, VerifyPorts, WebhookRequest } from '../channel.ts';
import { activeAccounts } from '../checks/active-accounts.ts';
import { type BodySignature, bodySignature } from '../checks/hmac.ts';
import { readJson } from '../checks/read-json.ts';
import { type Change, readChanges } from '../cloud-api/read-changes.ts';
import { namedBusinesses, namedNumbers } from './named-in.ts';
import { changesByNumber, type NumberChanges } from './payload.ts';

/** How many numbers are looked up for an unverified body: a stranger must not cause thousands of reads. */
const numbersAtOnce = 25;
/** How many numbers are looked up for a verified body. */
const numbersOfBody = 1_000;
const businessesAtOnce = 5;
/** Nor may a stranger have a large body hashed with the secret of each. */
const hashedBytes = 8 * 1024 * 1024;
const explainedBytes = 64 * 1024;

/** A body with the accounts that may have signed it. */
interface SignedBody {
  readonly rawBody: Uint8Array;
  readonly signature: BodySignature;
  readonly accounts: ChannelAccounts;
  readonly atOnce: number;
}

interface Proven {
  readonly known: KnownAccount;
  readonly changes: readonly Change[];
}

/**
 * Checks the signature with the secret of each number's own tenant, and accepts only the parts whose secret
 * matches: one tenant's valid signature never admits another tenant's messages. A body without a number contains
 * nothing to process; if its signature is valid, it is accepted and counted.
 * @throws InvalidSignatureError when no secret matches; an unknown number gets the same response as a wrong
 * signature
 * @throws TenantNotFoundError when every tenant whose secret matches is suspended
 * @see spec "Rules for the HMAC check of the first webhook", design 2.7, docs/decisions/unnamed-bodies.md
 */
export async function verify(
  request: WebhookRequest,
  { accounts }: Pick<VerifyPorts, 'accounts'>,
): Promise<Verification> {
  const { rawBody } = request;
  const signature = bodySignature(rawBody, request.headers[headers.hubSignature]);
  const atOnce = Math.max(1, Math.min(numbersAtOnce, Math.floor(hashedBytes / (rawBody.length + 1))));
  const body = { rawBody, signature, accounts, atOnce };
  const signer = await findSigner(body);
  const { changes, malformed } = readChanges(readJson(rawBody));
  const byNumber = changesByNumber(changes);
  const proven = byNumber.length > 0 ? await proveEach(body, byNumber) : [unnamed(signer, changes)];
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
 * Returns an account whose secret signs the body: by its number, by its business account, or one whose business
 * account is unknown. The body is parsed only if the signature is valid.
 * @throws InvalidSignatureError, `invalid_body`
 */
async function findSigner(body: SignedBody): Promise<KnownAccount> {
  const { rawBody, accounts, atOnce } = body;
  const numbers = namedNumbers(rawBody, atOnce);
  // A small body of another shape is refused as invalid JSON if it is.
  if (numbers.length === 0 && rawBody.length <= explainedBytes) readJson(rawBody);
  const named = await Promise.all(numbers.map((number) => accounts.find('chatapp', number)));
  const signer = signerAmong(body, named);
  if (signer) return signer;
  const businesses = [...namedBusinesses(rawBody, businessesAtOnce), null];
  const found = await Promise.all(businesses.map((id) => accounts.findByBusiness(id, atOnce)));
  const other = signerAmong(body, found.flat().slice(0, atOnce));
  if (!other) throw new InvalidSignatureError();
  return other;
}

/** Every secret is evaluated, or a dummy if there is none, so that the time reveals nothing. */
function signerAmong(
  { signature }: SignedBody,
  known: readonly (KnownAccount | null)[],
): KnownAccount | null {
  const candidates = known.length > 0 ? known : [null];
  return candidates.filter((each) => signature.isBy(each?.secrets.app_secret ?? []))[0] ?? null;
}

async function proveEach(
  { signature, accounts, atOnce }: SignedBody,
  byNumber: readonly NumberChanges[],
): Promise<Proven[]> {
  const proven: Proven[] = [];
  const looked = byNumber.slice(0, numbersOfBody);
  for (let first = 0; first < looked.length; first += atOnce) {
    const some = looked.slice(first, first + atOnce);
    const found = await Promise.all(some.map(({ phoneNumberId }) => accounts.find('chatapp', phoneNumberId)));
    for (const [n, { changes }] of some.entries()) {
      const known = found[n];
      const fits = signature.isBy(known?.secrets.app_secret ?? []);
      if (known && fits) proven.push({ known, changes });
    }
  }
  return proven;
}

/** Only the kinds of changes: without a number, they can't be assigned to an account. */
function unnamed(known: KnownAccount, changes: readonly Change[]): Proven {
  return { known, changes: changes.map(({ field }) => ({ field, value: {} })) };
}
