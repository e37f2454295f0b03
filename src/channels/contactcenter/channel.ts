import { webhookChannels } from '../../contract/channels.ts';
import type { Channel } from '../channel.ts';
import { normalize } from './normalize.ts';
import { buildSends, interpretAnswer } from './send.ts';
import { verify } from './verify.ts';

/** A contact center's open messaging, in neutral JSON. @see design 2.7 */
export const contactcenter: Channel = {
  name: 'contactcenter',
  webhookPath: webhookChannels.contactcenter.path,
  verify,
  normalize,
  buildSends,
  interpretAnswer,
};
