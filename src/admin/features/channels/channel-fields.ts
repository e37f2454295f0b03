import { accountChannels } from '../../../contract/channels.ts';
import type { ChannelAccount } from '../../../contract/directory.ts';

/** Channels that are connected to a provider. */
export type Channel = ChannelAccount['channel'];
export const connectable: readonly Channel[] = accountChannels;

/** The steps of connecting an account, in their order. */
export const channelSteps = ['account', 'secrets', 'webhook', 'test'] as const;
export type ChannelStep = (typeof channelSteps)[number];

/** An account's fields other than ID and flow. */
export type ChannelFieldName =
  | 'phone_number_id'
  | 'waba_id'
  | 'username'
  | 'allowed_networks'
  | 'list_button'
  | 'idle_minutes'
  | 'base_url';

export interface ChannelField {
  readonly name: ChannelFieldName;
  readonly kind: 'text' | 'number' | 'lines';
  readonly isRequired?: boolean;
}

const common: readonly ChannelField[] = [
  { name: 'idle_minutes', kind: 'number' },
  { name: 'base_url', kind: 'text' },
];
const listButton: ChannelField = { name: 'list_button', kind: 'text' };

/** The fields of each channel's account. @see contract/directory.ts */
export const channelFields: Readonly<Record<Channel, readonly ChannelField[]>> = {
  chatapp: [
    { name: 'phone_number_id', kind: 'text', isRequired: true },
    { name: 'waba_id', kind: 'text' },
    listButton,
    ...common,
  ],
  'chatapp-360': [listButton, ...common],
  contactcenter: [
    { name: 'username', kind: 'text', isRequired: true },
    { name: 'allowed_networks', kind: 'lines', isRequired: true },
    ...common,
  ],
};

/** The channel of an address; null for one that can't be connected. */
export function readChannel(name: string): Channel | null {
  return connectable.find((known) => known === name) ?? null;
}

/** The account's path, in the API and in the console. */
export function channelPath(channel: string, accountId: string): string {
  return `channels/${encodeURIComponent(channel)}/${encodeURIComponent(accountId)}`;
}
