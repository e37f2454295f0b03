import type { ChannelMedia } from '../channel.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { defaultBaseUrl } from './base-url.ts';

/**
 * `GET /{media id}` returns a URL that is valid for five minutes and downloaded with the same token.
 * @see https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media
 */
export const media: ChannelMedia = {
  locate(known, mediaId) {
    const { base_url = defaultBaseUrl } = known.account;
    return { url: `${base_url}/${encodeURIComponent(mediaId)}`, headers: authorization(known) };
  },
  fetch: (known, url) => ({ url, headers: authorization(known) }),
};

const authorization = (known: Parameters<ChannelMedia['locate']>[0]) => ({
  authorization: `Bearer ${sendingToken(known)}`,
});
