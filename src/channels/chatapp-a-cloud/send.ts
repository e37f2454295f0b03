import { AccountIncompleteError } from '../../domain/problems.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import type { Outbound, ProviderRequest, ReadMark } from '../channel.ts';
import { buildSendBodies } from '../cloud-api/build-send-bodies.ts';
import { readMark } from '../cloud-api/read-mark.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { defaultBaseUrl } from './base-url.ts';

/** `POST /{phone number id}/messages`. @throws AccountIncompleteError */
export function buildSends(known: KnownAccount, outbound: Outbound): readonly ProviderRequest[] {
  const call = messagesCall(known);
  return buildSendBodies(outbound, known.account.list_button).map((body) => ({ ...call, body }));
}

/** @throws AccountIncompleteError */
export function showRead(known: KnownAccount, mark: ReadMark): ProviderRequest {
  return { ...messagesCall(known), body: readMark(mark) };
}

function messagesCall(known: KnownAccount): Omit<ProviderRequest, 'body'> {
  const { id, base_url = defaultBaseUrl, phone_number_id } = known.account;
  if (phone_number_id === undefined) throw new AccountIncompleteError(id, 'phone_number_id');
  return {
    method: 'POST',
    url: `${base_url}/${encodeURIComponent(phone_number_id)}/messages`,
    headers: { 'content-type': 'application/json', authorization: `Bearer ${sendingToken(known)}` },
  };
}
