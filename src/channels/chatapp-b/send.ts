import { headers as names } from '../../contract/headers.ts';
import type { KnownAccount } from '../../ports/channel-accounts.ts';
import type { Outbound, ProviderRequest } from '../channel.ts';
import { buildSendBodies } from '../cloud-api/build-send-bodies.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { defaultBaseUrl } from './base-url.ts';

/** `POST /messages` with the Cloud API's bodies. @throws AccountIncompleteError */
export function buildSends(known: KnownAccount, outbound: Outbound): readonly ProviderRequest[] {
  const { base_url = defaultBaseUrl, list_button } = known.account;
  const headers = { 'content-type': 'application/json', [names.chatappBKey]: sendingToken(known) };
  return buildSendBodies(outbound, list_button).map((body) => ({
    method: 'POST',
    url: `${base_url}/messages`,
    headers,
    body,
  }));
}
