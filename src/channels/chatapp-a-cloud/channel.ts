import * as z from 'zod/mini';
import { limits } from '../../contract/limits.ts';
import { AccountIncompleteError } from '../../domain/problems.ts';
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
const defaultBaseUrl = 'https://graph.facebook.com/v25.0';

const authorization = (known: KnownAccount) => ({ authorization: `Bearer ${sendingToken(known)}` });

/** `POST /{phone number id}/messages`. @throws AccountIncompleteError */
const sends = cloudApiSends((known) => {
  const { id, base_url = defaultBaseUrl, phone_number_id } = known.account;
  if (phone_number_id === undefined) throw new AccountIncompleteError(id, 'phone_number_id');
  return {
    url: `${base_url}/${encodeURIComponent(phone_number_id)}/messages`,
    headers: authorization(known),
  };
});

/**
 * `GET /{media id}` returns a URL that is valid for five minutes and downloaded with the same token.
 * @see https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media
 */
const media: ChannelMedia = {
  locate(known, mediaId) {
    const { base_url = defaultBaseUrl } = known.account;
    return { url: `${base_url}/${encodeURIComponent(mediaId)}`, headers: authorization(known) };
  },
  fetch: (known, url) => ({ url, headers: authorization(known) }),
};

const fields = 'name,language,status,category,parameter_format,components';

/** `{"data":[…],"paging":{"cursors":{"before":"MAZDZD","after":"MjQZD"},"next":"https://graph.facebook.com/…"}}` */
const answer = z.object({
  data: z.array(z.unknown()),
  paging: maybe(
    z.object({ next: maybe(z.string()), cursors: maybe(z.object({ after: maybe(z.string()) })) }),
  ),
});

/**
 * `GET /{business account id}/message_templates`; the token needs the permission to manage the business account.
 * @see https://developers.facebook.com/docs/graph-api/reference/whats-app-business-account/message_templates
 */
const templates: ChannelTemplates = {
  page(known, cursor) {
    const { id, base_url = defaultBaseUrl, waba_id } = known.account;
    if (waba_id === undefined) throw new AccountIncompleteError(id, 'waba_id');
    const query = new URLSearchParams({
      fields,
      limit: String(limits.templatesPage),
      ...(cursor !== null && { after: cursor }),
    });
    return {
      url: `${base_url}/${encodeURIComponent(waba_id)}/message_templates?${query}`,
      headers: authorization(known),
    };
  },
  read(body) {
    const { data } = answer.safeParse(body);
    if (!data) return null;
    const { next, cursors } = data.paging ?? {};
    return {
      templates: data.data.flatMap((each) => readTemplate(each) ?? []),
      // The address itself names a host of the provider's choice: only its cursor is used.
      cursor: next === undefined ? null : (cursors?.after ?? null),
    };
  },
};

/** The first chat application: WhatsApp's Cloud API. @see design 2.7 */
export const chatappACloud: Channel = {
  name: 'chatapp-a-cloud',
  verify,
  findNamed,
  // A part holds changes as the Cloud API writes them, whichever shape they came in.
  normalize: normalizeChanges,
  ...sends,
  interpretAnswer,
  media,
  templates,
};
