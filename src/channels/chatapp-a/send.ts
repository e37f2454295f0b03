import { AccountIncompleteError } from '../../domain/channel-errors.ts';
import type { KnownAccount } from '../../ports/channel-accounts.ts';
import type { Outbound, ProviderRequest } from '../channel.ts';
import { buildSendBodies } from '../cloud-api/build-send-bodies.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { defaultBaseUrl } from './base-url.ts';

/** `POST /{phone number id}/messages`. @throws AccountIncompleteError */
export function buildSends(known: KnownAccount, outbound: Outbound): readonly ProviderRequest[] {
  const { id, base_url = defaultBaseUrl, phone_number_id, list_button } = known.account;
  if (phone_number_id === undefined) throw new AccountIncompleteError(id, 'phone_number_id');
  const headers = {
    'content-type': 'application/json',
    authorization: `Bearer ${sendingToken(known)}`,
  };
  const url = `${base_url}/${encodeURIComponent(phone_number_id)}/messages`;
  return buildSendBodies(outbound, list_button).map((body) => ({ method: 'POST', url, headers, body }));
}
