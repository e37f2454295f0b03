import { cloudApiLimits } from '../channels/cloud-api/limits.ts';
import { quickReplyLimits } from '../channels/contactcenter/limits.ts';
import type { ChoiceLimits } from '../channels/replies/fit-choices.ts';
import type { ChannelName } from '../contract/vocabulary.ts';

/** Who shows choices within limits, as an author calls them; web chat has none. @see design 5.3 */
export interface Provider {
  readonly name: string;
  readonly channels: readonly ChannelName[];
  readonly buttons: ChoiceLimits;
  /** Where what buttons don't take goes. */
  readonly list?: ChoiceLimits;
  /** How long the text beside buttons may be, where it may not be as long as any. */
  readonly bodyChars?: number;
}

export const whatsApp = {
  name: 'WhatsApp',
  channels: ['chatapp', 'chatapp-360'],
  buttons: cloudApiLimits.buttons,
  list: cloudApiLimits.list,
  bodyChars: cloudApiLimits.buttons.bodyChars,
} as const satisfies Provider;

export const providers: readonly Provider[] = [
  whatsApp,
  { name: 'a contact center', channels: ['contactcenter'], buttons: quickReplyLimits },
];
