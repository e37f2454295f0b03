import type { ChannelAccount } from '../contract/directory.ts';
import type { Channel } from './channel.ts';
import { chatappA } from './chatapp-a/channel.ts';
import { chatappB } from './chatapp-b/channel.ts';
import { contactcenter } from './contactcenter/channel.ts';

/** Every channel that calls a webhook; web chat answers in its own response and has no account. */
export const channels = {
  chatapp: chatappA,
  'chatapp-360': chatappB,
  contactcenter,
} as const satisfies Record<ChannelAccount['channel'], Channel>;

/** The channel whose webhook is at a path; undefined for any other path. */
export function channelAt(path: string): Channel | undefined {
  return Object.values(channels).find(({ webhookPath }) => webhookPath === path);
}
