import type { ChannelAccount } from '../contract/directory.ts';
import type { Channel } from './channel.ts';
import { chatappACloud } from './chatapp-a-cloud/channel.ts';
import { chatappB } from './chatapp-b/channel.ts';
import { contactcenter } from './contactcenter/channel.ts';

/** Every channel that calls a webhook; web chat answers in its own response and has no account. */
export const channels = {
  chatapp: chatappACloud,
  'chatapp-360': chatappB,
  contactcenter,
} as const satisfies Record<ChannelAccount['channel'], Channel>;
