import { headers } from '../../contract/headers.ts';
import { InvalidSignatureError } from '../../domain/errors.ts';
import type { ChannelAccounts, KnownAccount } from '../../ports/channel-accounts.ts';
import type { Verification, VerifiedPart, WebhookRequest } from '../channel.ts';
import { activeAccounts } from '../checks/active-accounts.ts';
import { isSignedWithOneOf } from '../checks/hmac.ts';
import { readJson } from '../checks/read-json.ts';
import { readChanges } from '../cloud-api/read-changes.ts';
import { changesByNumber, type NumberChanges } from './payload.ts';

/** How many numbers are looked up for a body of which nothing is proven yet: a stranger must not cause thousands. */
const numbersAtOnce = 25;

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
  const { changes, malformed } = readChanges(readJson(request.rawBody));
  const byNumber = changesByNumber(changes);
  const proven: Proven[] = [];
  for (let first = 0; first < byNumber.length; first += numbersAtOnce) {
    const some = byNumber.slice(first, first + numbersAtOnce);
    proven.push(...(await Promise.all(some.map((part) => prove(request, accounts, part)))).flat());
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

async function prove(
  request: WebhookRequest,
  accounts: ChannelAccounts,
  { phoneNumberId, changes }: NumberChanges,
): Promise<Proven[]> {
  const known = await accounts.find('chatapp', phoneNumberId);
  const signature = request.headers[headers.hubSignature];
  const fits = isSignedWithOneOf(request.rawBody, signature, known?.secrets.app_secret ?? []);
  return known && fits ? [{ known, changes }] : [];
}
