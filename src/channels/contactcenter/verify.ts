import { inWords, problemsOf } from '../../contract/in-words.ts';
import { invalidBody } from '../../domain/errors.ts';
import { tooManyGuesses } from '../../domain/problems.ts';
import type { Verification, VerifyPorts, WebhookRequest } from '../channel.ts';
import { activeAccounts } from '../checks/active-accounts.ts';
import { readBasicAuth, verifyPassword } from '../checks/basic-auth.ts';
import { networkOf, verifyAddress } from '../checks/ip-list.ts';
import { readJson } from '../checks/read-json.ts';
import { verifyCenterSignature } from './center-signature.ts';
import { handoffMessage, isOfHandoff, saysNothing } from './handoff-message.ts';
import { openMessage } from './payload.ts';

/**
 * Checks the IP address, then the password. A caller whose address isn't allowed for the account learns neither
 * whether the password is right nor whether the account exists. An allowed caller who guesses passwords is rate
 * limited.
 * @throws `invalid_credentials`, `address_not_allowed`, `rate_limited`, TenantNotFoundError, `invalid_body`
 * @see spec "Webhook verification strategies", design 2.7
 */
export async function verify(
  { headers, rawBody, sourceIp }: WebhookRequest,
  { accounts, guesses, nowMs }: VerifyPorts,
): Promise<Verification> {
  const { username, password } = readBasicAuth(headers.authorization);
  const known = await accounts.find('contactcenter', username);
  verifyAddress(sourceIp, known?.account.allowed_networks);
  if (known) {
    const caller = { tenantId: known.tenant.id, accountId: known.account.id, network: networkOf(sourceIp) };
    const waitMs = await guesses.waitMs(caller);
    if (waitMs > 0) throw tooManyGuesses(waitMs);
    try {
      verifyPassword(password, known.secrets.password ?? []);
    } catch (error) {
      await guesses.note(caller);
      throw error;
    }
  }
  const active = activeAccounts(known ? [known] : []);
  const payload = readJson(rawBody);
  if (isOfHandoff(payload)) {
    const { signing_secret: secrets = [] } = known?.secrets ?? {};
    const isSigned = known?.account.secrets?.signing_secret !== undefined;
    if (isSigned) verifyCenterSignature(rawBody, headers, secrets, nowMs());
    assertHandoffMessage(payload);
  } else assertMessage(payload);
  return { parts: active.map((account) => ({ known: account, payload })), dropped: 0 };
}

/** @throws `invalid_body` that names what is missing or of another kind */
function assertHandoffMessage(payload: unknown): void {
  const { data, error } = handoffMessage.safeParse(payload, { error: inWords });
  const problems = error ? problemsOf(error) : [];
  if (data && saysNothing(data))
    problems.push(
      (data.content ?? []).length === 0
        ? { path: 'text', message: 'is missing' }
        : { path: 'content', message: 'has nothing that can be shown' },
    );
  if (data?.type === 'Event' && (data.events ?? []).length === 0)
    problems.push({ path: 'events', message: 'is missing' });
  if (problems.length > 0) throw invalidBody('the body is no message of a handoff', problems);
}

/** @throws `invalid_body` that names what is missing or of another kind */
function assertMessage(payload: unknown): void {
  const { data, error } = openMessage.safeParse(payload, { error: inWords });
  const problems = error ? problemsOf(error) : [];
  const speaks = data !== undefined && !['Receipt', 'Event'].includes(data.type);
  if (speaks && !data.channel.from && data.direction?.toLowerCase() !== 'outbound')
    problems.push({ path: 'channel.from', message: 'is missing' });
  if (problems.length > 0) throw invalidBody('the body is no message of a contact center', problems);
}
