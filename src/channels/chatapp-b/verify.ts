import { headers } from '../../contract/headers.ts';
import type { ChannelAccounts } from '../../ports/directory.ts';
import type { Verification, VerifyPorts, WebhookRequest } from '../channel.ts';
import { activeAccounts } from '../checks/active-accounts.ts';
import { apiKeyHash, verifyApiKey } from '../checks/credentials.ts';
import { verifyHmacSha256 } from '../checks/hmac.ts';
import { readJson } from '../checks/read-json.ts';
import { readChanges, readOnPremiseChange } from '../cloud-api/read-changes.ts';

/**
 * Checks the key, and the signature too once the account names a secret for it; the whole body is then the account's.
 * @throws `invalid_credentials`, InvalidSignatureError, TenantNotFoundError, `invalid_body`
 * @see spec "Webhook verification strategies", design 2.7
 */
export async function verify(
  request: WebhookRequest,
  { accounts }: Pick<VerifyPorts, 'accounts'>,
): Promise<Verification> {
  const key = request.headers[headers.chatappBKey];
  const [known] = await findNamed(request, accounts);
  verifyApiKey(key, known?.secrets.api_key ?? []);
  if (known?.account.secrets?.hmac_secret !== undefined) {
    verifyHmacSha256(request.rawBody, request.headers[headers.hubSignature], known.secrets.hmac_secret ?? []);
  }
  const [account] = activeAccounts(known ? [known] : []);
  const { changes, malformed } = readPayload(readJson(request.rawBody));
  return { parts: account ? [{ known: account, payload: changes }] : [], dropped: malformed };
}

/** The account whose key a call has. */
export async function findNamed({ headers: given }: WebhookRequest, accounts: ChannelAccounts) {
  return [await accounts.find('chatapp-360', apiKeyHash(given[headers.chatappBKey] ?? ''))];
}

/** Either shape that 360dialog delivers: the Cloud API's, or the older on-premise one. @see design 2.7 */
function readPayload(body: unknown): ReturnType<typeof readChanges> {
  const onPremise = readOnPremiseChange(body);
  return onPremise ? { changes: [onPremise], malformed: 0 } : readChanges(body);
}
