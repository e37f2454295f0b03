import { headers as names } from '../../contract/headers.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import type { Outbound, ProviderRequest, ReadMark } from '../channel.ts';
import { buildSendBodies } from '../cloud-api/build-send-bodies.ts';
import { readMark } from '../cloud-api/read-mark.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { defaultBaseUrl } from './base-url.ts';

/** `POST /messages` with the Cloud API's bodies. @throws AccountIncompleteError */
export function buildSends(known: KnownAccount, outbound: Outbound): readonly ProviderRequest[] {
  const call = messagesCall(known);
  return buildSendBodies(outbound, known.account.list_button).map((body) => ({ ...call, body }));
}

/**
 * As in the Cloud API.
 * @throws AccountIncompleteError
 * @see https://docs.360dialog.com/docs/messaging/overview/typing-indicators
 */
export function showRead(known: KnownAccount, mark: ReadMark): ProviderRequest {
  return { ...messagesCall(known), body: readMark(mark) };
}

function messagesCall(known: KnownAccount): Omit<ProviderRequest, 'body'> {
  const { base_url = defaultBaseUrl } = known.account;
  return {
    method: 'POST',
    url: `${base_url}/messages`,
    headers: { 'content-type': 'application/json', [names.chatappBKey]: sendingToken(known) },
  };
}
