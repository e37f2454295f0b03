import { headers } from '../../contract/headers.ts';
import { InvalidSignatureError } from '../../domain/errors.ts';
import type { ChannelAccounts, KnownAccount } from '../../ports/directory.ts';
import type { Verification, VerifiedPart, VerifyPorts, WebhookRequest } from '../channel.ts';
import { activeAccounts } from '../checks/active-accounts.ts';
import { isKnownSecret } from '../checks/credentials.ts';
import { type BodySignature, bodySignature } from '../checks/hmac.ts';
import { readJson } from '../checks/read-json.ts';
import { type Change, readChanges } from '../cloud-api/read-changes.ts';

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
  const body = { rawBody, signature, accounts, atOnce: atOnceOf(rawBody) };
  const signer = await findSigner(body, await findNamed(request, accounts));
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

/** The accounts of the numbers that a body names. */
export function findNamed({ rawBody }: WebhookRequest, accounts: ChannelAccounts) {
  const named = namedIn(rawBody, numbers, atOnceOf(rawBody));
  return Promise.all(named.map((number) => accounts.find('chatapp', number)));
}

const atOnceOf = ({ length }: Uint8Array) =>
  Math.max(1, Math.min(numbersAtOnce, Math.floor(hashedBytes / (length + 1))));

/**
 * Returns an account whose secret signs the body: by its number, by its business account, or one whose business
 * account is unknown. The body is parsed only if the signature is valid.
 * @throws InvalidSignatureError, `invalid_body`
 */
async function findSigner(body: SignedBody, named: readonly (KnownAccount | null)[]): Promise<KnownAccount> {
  const { rawBody, accounts, atOnce } = body;
  // A small body of another shape is refused as invalid JSON if it is.
  if (named.length === 0 && rawBody.length <= explainedBytes) readJson(rawBody);
  const signer = signerAmong(body, named);
  if (signer) return signer;
  const ids = [...namedIn(rawBody, businesses, businessesAtOnce), null];
  const found = await Promise.all(ids.map((id) => accounts.findByBusiness(id, atOnce)));
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

/** The colon and the name after a key. */
const valueBytes = 100;

interface Naming {
  readonly key: string;
  readonly value: RegExp;
}
const numbers: Naming = { key: '"phone_number_id"', value: /^\s*:\s*"([^"\\]{1,64})"/ };
/** For an `entry`; message IDs aren't numbers. */
const businesses: Naming = { key: '"id"', value: /^\s*:\s*"(\d{1,64})"/ };

/**
 * The numbers or business accounts that a body names, in order and each once, found without parsing it: nothing is known
 * yet of who wrote it. A provider has no reason to escape a letter of the key or a digit of the number.
 */
function namedIn(rawBody: Uint8Array, { key, value }: Naming, most: number): readonly string[] {
  const bytes = Buffer.from(rawBody.buffer, rawBody.byteOffset, rawBody.byteLength);
  const found = new Set<string>();
  for (let at = bytes.indexOf(key); at >= 0 && found.size < most; at = bytes.indexOf(key, at + key.length)) {
    const from = at + key.length;
    const name = value.exec(bytes.toString('latin1', from, from + valueBytes))?.[1];
    if (name !== undefined) found.add(name);
  }
  return [...found];
}

/** Changes of one phone number. */
interface NumberChanges {
  readonly phoneNumberId: string;
  readonly changes: readonly Change[];
}

/** Sorts changes by the number that they are for; one without a number can't be verified with any secret. */
function changesByNumber(changes: readonly Change[]): readonly NumberChanges[] {
  const groups = new Map<string, Change[]>();
  for (const change of changes) {
    const phoneNumberId = change.value.metadata?.phone_number_id;
    if (phoneNumberId === undefined) continue;
    const group = groups.get(phoneNumberId);
    if (group) group.push(change);
    else groups.set(phoneNumberId, [change]);
  }
  return Array.from(groups, ([phoneNumberId, ofNumber]) => ({ phoneNumberId, changes: ofNumber }));
}

/** Meta sends digits; nothing that a browser could take for markup is ever sent back. */
const harmless = /^[\w.-]{1,256}$/;

/**
 * The subscription handshake: the challenge to answer with, or null to refuse (403).
 * @param tokens the verify tokens that the operator has registered
 * @see design 2.7
 */
export function subscribe(
  query: Readonly<Record<string, string | undefined>>,
  tokens: readonly string[],
): string | null {
  const known = isKnownSecret(query['hub.verify_token'], tokens);
  const challenge = query['hub.challenge'];
  const accepted =
    known && query['hub.mode'] === 'subscribe' && challenge !== undefined && harmless.test(challenge);
  return accepted ? challenge : null;
}
