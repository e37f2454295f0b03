import type { ChannelName } from '../../contract/vocabulary.ts';
import type { InboundItem, NormalizeContext, VerifiedPart } from '../channel.ts';
import { ignored } from '../ignored.ts';
import { deliveryStatusItem } from './delivery-status.ts';
import { knownContacts, messageItem } from './message-item.ts';
import { type Change, readChange } from './read-changes.ts';

/** Everything that an account's changes tell, in their order. @see design 2.7 */
export function normalizeChanges(part: VerifiedPart, context: NormalizeContext): readonly InboundItem[] {
  const payload: readonly unknown[] = Array.isArray(part.payload) ? part.payload : [];
  const all = payload.flatMap((raw) => readChange(raw) ?? []);
  if (all.length === 0) return [ignored('empty_body')];
  return all.flatMap((each) => itemsOf(each, part, context));
}

function itemsOf({ field, value }: Change, part: VerifiedPart, context: NormalizeContext): InboundItem[] {
  if (field !== 'messages') return [ignored(`field_${field}`)];
  const { tenant, account } = part.known;
  const channel: ChannelName = account.channel;
  const contacts = knownContacts(value.contacts ?? []);
  const sender = { tenantId: tenant.id, accountId: account.id, channel, contacts };
  const items = [
    ...(value.messages ?? []).map((message) => messageItem(message, sender, context)),
    ...(value.statuses ?? []).map((status) => deliveryStatusItem(status, context.receivedAt)),
    ...(value.errors ?? []).map(() => ignored('account_error')),
  ];
  return items.length > 0 ? items : [ignored('empty_change')];
}
