import ipaddr from 'ipaddr.js';
import { inWords, problemsOf } from '../../contract/in-words.ts';
import { GatewayError, invalidBody } from '../../domain/errors.ts';
import { tooManyGuesses } from '../../domain/problems.ts';
import type { ChannelAccounts } from '../../ports/directory.ts';
import type { Verification, VerifyPorts, WebhookRequest } from '../channel.ts';
import { activeAccounts } from '../checks/active-accounts.ts';
import { readBasicAuth, verifyPassword } from '../checks/credentials.ts';
import { readJson } from '../checks/read-json.ts';
import { verifyCenterSignature } from './center-signature.ts';
import { openMessage } from './content.ts';
import { handoffMessage, isOfHandoff, saysNothing } from './handoff-message.ts';

/**
 * Checks the IP address, then the password. A caller whose address isn't allowed for the account learns neither
 * whether the password is right nor whether the account exists. An allowed caller who guesses passwords is rate
 * limited.
 * @throws `invalid_credentials`, `address_not_allowed`, `rate_limited`, TenantNotFoundError, `invalid_body`
 * @see spec "Webhook verification strategies", design 2.7
 */
export async function verify(
  request: WebhookRequest,
  { accounts, guesses, nowMs }: VerifyPorts,
): Promise<Verification> {
  const { headers, rawBody, sourceIp } = request;
  const { password } = readBasicAuth(headers.authorization);
  const [known] = await findNamed(request, accounts);
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

/** Finds the account by the call's user name. @throws `invalid_credentials` without one */
export async function findNamed({ headers }: WebhookRequest, accounts: ChannelAccounts) {
  return [await accounts.find('contactcenter', readBasicAuth(headers.authorization).username)];
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

/**
 * Checks that an address is in one of the networks (`192.0.2.0/24`, `2001:db8::/32`, or a single address).
 * An IPv4 address mapped into IPv6 counts as the IPv4 address. A missing or empty list allows no one.
 * @param address what API Gateway saw, never one from a header
 * @throws `address_not_allowed` for an address of none, and for what is no address
 * @see design 2.7
 */
export function verifyAddress(address: string, networks: readonly string[] | undefined): void {
  const caller = ipaddr.isValid(address) ? ipaddr.process(address) : null;
  const allowed = caller !== null && (networks ?? []).some((network) => contains(network, caller));
  if (!allowed) throw new GatewayError('address_not_allowed');
}

const hostBitsV6 = 64;

/** The range from which one caller can choose addresses: an IPv4 address itself, an IPv6 address's /64. */
function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  return parsed instanceof ipaddr.IPv6
    ? ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${hostBitsV6}`).toString()
    : parsed.toString();
}

/** `::ffff:0:0/96` holds the IPv4 addresses. @see RFC 4291 section 2.5.5.2 */
const mappedPrefixBits = 96;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** A malformed network contains nothing. */
function contains(network: string, address: Address): boolean {
  const [base, bits] = rangeOf(network) ?? [];
  return base !== undefined && base.kind() === address.kind() && address.match(base, bits ?? 0);
}

function rangeOf(network: string): [Address, number] | null {
  if (!ipaddr.isValidCIDR(network)) return ipaddr.isValid(network) ? single(ipaddr.process(network)) : null;
  const [base, bits] = ipaddr.parseCIDR(network);
  const mapped = base instanceof ipaddr.IPv6 && base.isIPv4MappedAddress() && bits >= mappedPrefixBits;
  return mapped ? [base.toIPv4Address(), bits - mappedPrefixBits] : [base, bits];
}

function single(address: Address): [Address, number] {
  return [address, address.toByteArray().length * 8];
}
