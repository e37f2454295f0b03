import { webhookChannels } from '../../contract/channels.ts';
import type { Channel } from '../channel.ts';
import { interpretAnswer } from '../cloud-api/interpret-answer.ts';
import { media } from './media.ts';
import { normalize } from './normalize.ts';
import { buildSends, showRead } from './send.ts';
import { templates } from './templates.ts';
import { verify } from './verify.ts';

/** The first chat application: WhatsApp's Cloud API. @see design 2.7 */
export const chatappACloud: Channel = {
  name: 'chatapp-a-cloud',
  webhookPath: webhookChannels.chatapp.path,
  verify,
  normalize,
  buildSends,
  interpretAnswer,
  showRead,
  media,
  templates,
};
