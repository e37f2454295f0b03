import { headers as names } from '../../contract/headers.ts';
import type { ChannelMedia } from '../channel.ts';
import { sendingToken } from '../replies/sending-token.ts';
import { defaultBaseUrl } from './base-url.ts';

/**
 * `GET /{media id}` as in the Cloud API, but the returned URL is downloaded from 360dialog's own host with its
 * key.
 * @see https://docs.360dialog.com/docs/waba-messaging/media
 */
export const media: ChannelMedia = {
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
