import type { ChannelContent, ChannelSummary } from '../../../contract/admin/channels.ts';
import { type Channel, type ChannelField, channelFields } from './channel-fields.ts';

/** What is typed into an account's form, by the field's name. */
export type Typed = Readonly<Record<string, string>>;

/** What a field shows of an account that is there. */
export function textOf(account: ChannelSummary['account'] | null, name: string): string {
  const value = (account as Readonly<Record<string, unknown>> | null)?.[name];
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}

/** The body of a `PUT`: the account as it is, with what was typed over it; its secrets are not the form's. */
export function contentOf(
  account: ChannelSummary['account'] | null,
  { channel, id, typed }: { readonly channel: Channel; readonly id: string; readonly typed: Typed },
): ChannelContent {
  const { secrets: _, ...before } = account ?? {};
  const fields = channelFields[channel].map((field) => {
    const text = typed[field.name] ?? textOf(account, field.name);
    return [field.name, valueIn(field, text)] as const;
  });
  const told = { ...before, id, channel, flow: typed.flow ?? account?.flow, ...Object.fromEntries(fields) };
  // Whether it is whole, the API says.
  return Object.fromEntries(
    Object.entries(told).filter(([, value]) => value !== undefined),
  ) as ChannelContent;
}

function valueIn({ kind }: ChannelField, text: string): unknown {
  if (text.trim() === '') return undefined;
  if (kind === 'number') return Number(text);
  if (kind === 'text') return text.trim();
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
