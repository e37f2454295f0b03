import * as z from 'zod/mini';
import { webhookChannels } from '../../contract/channels.ts';
import { headers as names } from '../../contract/headers.ts';
import { limits } from '../../contract/limits.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import type {
  Channel,
  ChannelMedia,
  ChannelTemplates,
  Outbound,
  ProviderRequest,
  ReadMark,
} from '../channel.ts';
import { interpretAnswer } from '../cloud-api/interpret-answer.ts';
import { normalizeChanges } from '../cloud-api/normalize-changes.ts';
import { readTemplate } from '../cloud-api/read-template.ts';
import { buildSendBodies, readMark } from '../cloud-api/reply-messages.ts';
import { maybe } from '../reading.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { verify } from './verify.ts';

/** The provider's API, unless an account overrides it. */
const defaultBaseUrl = 'https://waba-v2.360dialog.io';

/** `POST /messages` with the Cloud API's bodies. @throws AccountIncompleteError */
function buildSends(known: KnownAccount, outbound: Outbound): readonly ProviderRequest[] {
  const call = messagesCall(known);
  return buildSendBodies(outbound, known.account.list_button).map((body) => ({ ...call, body }));
}

/**
 * As in the Cloud API.
 * @throws AccountIncompleteError
 * @see https://docs.360dialog.com/docs/messaging/overview/typing-indicators
 */
function showRead(known: KnownAccount, mark: ReadMark): ProviderRequest {
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

/**
 * `GET /{media id}` as in the Cloud API, but the returned URL is downloaded from 360dialog's own host with its
 * key.
 * @see https://docs.360dialog.com/docs/waba-messaging/media
 */
const media: ChannelMedia = {
  locate(known, mediaId) {
    const { base_url = defaultBaseUrl } = known.account;
    return { url: `${base_url}/${encodeURIComponent(mediaId)}`, headers: key(known) };
  },
  fetch(known, url) {
    const { base_url = defaultBaseUrl } = known.account;
    const { pathname, search } = new URL(url);
    return { url: new URL(base_url).origin + pathname + search, headers: key(known) };
  },
};

const key = (known: Parameters<ChannelMedia['locate']>[0]) => ({ [names.chatappBKey]: sendingToken(known) });

/** `{"count":2,"limit":50,"offset":0,"total":2,"waba_templates":[{"name":"order_update","status":"approved",…}]}` */
const answer = z.object({
  waba_templates: z.array(z.unknown()),
  offset: maybe(z.number()),
  total: maybe(z.number()),
});

/**
 * `GET /v1/configs/templates`, a page by its offset.
 * @see https://docs.360dialog.com/docs/waba-management/templates
 */
const templates: ChannelTemplates = {
  page(known, cursor) {
    const { base_url = defaultBaseUrl } = known.account;
    const query = new URLSearchParams({ limit: String(limits.templatesPage), offset: cursor ?? '0' });
    return {
      url: `${base_url}/v1/configs/templates?${query}`,
      headers: { [names.chatappBKey]: sendingToken(known) },
    };
  },
  read(body) {
    const { data } = answer.safeParse(body);
    if (!data) return null;
    const { waba_templates: found, offset = 0, total = 0 } = data;
    const reached = offset + found.length;
    return {
      templates: found.flatMap((each) => readTemplate(each) ?? []),
      cursor: found.length > 0 && reached < total ? String(reached) : null,
    };
  },
};

/** A part holds changes as the Cloud API writes them, whichever shape they came in. */
const normalize: Channel['normalize'] = normalizeChanges;

/** The second chat app: 360dialog, which uses the Cloud API with its own keys. @see design 2.7 */
export const chatappB: Channel = {
  name: 'chatapp-b',
  webhookPath: webhookChannels['chatapp-360'].path,
  verify,
  normalize,
  buildSends,
  interpretAnswer,
  showRead,
  media,
  templates,
};
