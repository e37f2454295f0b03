import type { ChannelStrategy } from '../channel.ts';
import { normalize, type WebchatItem } from './normalize.ts';
import { verify, type WebchatPart, type WebchatPorts, type WebchatRequest } from './verify.ts';

/** Web chat over HTTP, which is answered in its own response. @see design 2.1, 2.2 */
export const webchatHttp = { name: 'webchat-http', verify, normalize } as const satisfies ChannelStrategy<
  WebchatRequest,
  WebchatPorts,
  WebchatPart,
  unknown,
  WebchatItem
>;
