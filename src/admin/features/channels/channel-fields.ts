import * as z from 'zod/mini';
import { accountChannels, channelSettings, isWhatsApp, webhookChannels } from '../../../contract/channels.ts';
import type { ChannelAccount } from '../../../contract/directory.ts';
import type { OptionsOf } from '../../api/routes.ts';

/** Channels that are connected to a provider. */
export type Channel = ChannelAccount['channel'];
export const connectable: readonly Channel[] = accountChannels;

/** What an account is saved with. */
export type ChannelContent = OptionsOf<'PUT', '/v1/admin/channels/{channel}/{accountId}'>['body'];

/** The steps of connecting an account, in their order. */
export const channelSteps = ['account', 'secrets', 'webhook', 'test'] as const;
export type ChannelStep = (typeof channelSteps)[number];

export interface ChannelField {
  readonly name: keyof typeof channelSettings | 'list_button' | 'idle_minutes' | 'base_url';
  readonly kind: 'text' | 'number' | 'lines';
  readonly isRequired?: boolean;
}

const common: readonly ChannelField[] = [
  { name: 'idle_minutes', kind: 'number' },
  { name: 'base_url', kind: 'text' },
];
const listButton: ChannelField = { name: 'list_button', kind: 'text' };

/** The fields of a channel's account other than ID and flow, its own settings first. */
export function fieldsOf(channel: Channel): readonly ChannelField[] {
  const own = (webhookChannels[channel].settings ?? []).map((name): ChannelField => {
    const schema: z.ZodMiniType = channelSettings[name];
    const isRequired = !(schema instanceof z.ZodMiniOptional);
    const held = schema instanceof z.ZodMiniOptional ? schema.def.innerType : schema;
    const kind =
      held instanceof z.ZodMiniArray ? 'lines' : held instanceof z.ZodMiniNumber ? 'number' : 'text';
    return { name, kind, isRequired };
  });
  return [...own, ...(isWhatsApp(channel) ? [listButton] : []), ...common];
}

/** The channel of an address; null for one that can't be connected. */
export function readChannel(name: string): Channel | null {
  return connectable.find((known) => known === name) ?? null;
}

/** The account's path, in the API and in the console. */
export function channelPath(channel: string, accountId: string): string {
  return `channels/${encodeURIComponent(channel)}/${encodeURIComponent(accountId)}`;
}
