import type { ChannelAccounts } from '../../ports/channel-accounts.ts';
import type { Verification, WebhookRequest } from '../channel.ts';
import { activeAccounts } from '../checks/active-accounts.ts';
import { readBasicAuth, verifyPassword } from '../checks/basic-auth.ts';
import { verifyAddress } from '../checks/ip-list.ts';
import { readJson } from '../checks/read-json.ts';

/**
 * Checks the password, then the address: who is told that an address is wrong has proven to know the password.
 * @throws InvalidCredentialsError, AddressNotAllowedError, TenantNotFoundError, InvalidBodyError
 * @see spec "Webhook verification strategies", design 2.7
 */
export async function verify(request: WebhookRequest, accounts: ChannelAccounts): Promise<Verification> {
  const { username, password } = readBasicAuth(request.headers.authorization);
  const known = await accounts.find('contactcenter', username);
  verifyPassword(password, known?.secrets.password ?? []);
  verifyAddress(request.sourceIp, known?.account.allowed_networks);
  const payload = readJson(request.rawBody);
  return {
    parts: activeAccounts(known ? [known] : []).map((active) => ({ known: active, payload })),
    dropped: 0,
  };
}
