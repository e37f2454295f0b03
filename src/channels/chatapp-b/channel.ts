import * as z from 'zod/mini';
import { headers as names } from '../../contract/headers.ts';
import { limits } from '../../contract/limits.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import type { Channel, ChannelMedia, ChannelTemplates } from '../channel.ts';
import { interpretAnswer } from '../cloud-api/interpret-answer.ts';
import { normalizeChanges } from '../cloud-api/normalize-changes.ts';
import { readTemplate } from '../cloud-api/read-template.ts';
import { cloudApiSends } from '../cloud-api/reply-messages.ts';
import { maybe } from '../reading.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { findNamed, verify } from './verify.ts';

/** The provider's API, unless an account overrides it. */
const defaultBaseUrl = 'https://waba-v2.360dialog.io';

const key = (known: KnownAccount) => ({ [names.chatappBKey]: sendingToken(known) });

/**
 * `POST /messages` with the Cloud API's bodies, also for what was read.
 * @throws AccountIncompleteError
 * @see https://docs.360dialog.com/docs/messaging/overview/typing-indicators
 */
const sends = cloudApiSends((known) => {
  const { base_url = defaultBaseUrl } = known.account;
  return { url: `${base_url}/messages`, headers: key(known) };
});

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
      headers: key(known),
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

/** The second chat app: 360dialog, which uses the Cloud API with its own keys. @see design 2.7 */
export const chatappB: Channel = {
  name: 'chatapp-b',
  verify,
  findNamed,
  // A part holds changes as the Cloud API writes them, whichever shape they came in.
  normalize: normalizeChanges,
  ...sends,
  interpretAnswer,
  media,
  templates,
};
