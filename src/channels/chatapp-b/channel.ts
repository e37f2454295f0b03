import { webhookChannels } from '../../contract/channels.ts';
import type { Channel } from '../channel.ts';
import { interpretAnswer } from '../cloud-api/interpret-answer.ts';
import { media } from './media.ts';
import { normalize } from './normalize.ts';
import { buildSends, showRead } from './send.ts';
import { templates } from './templates.ts';
import { verify } from './verify.ts';

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
