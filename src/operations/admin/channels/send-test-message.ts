import type { SendOutcome } from '../../../channels/channel.ts';
import { channels } from '../../../channels/registry.ts';
import type { TestMessage, TestOutcome } from '../../../contract/admin/channels.ts';
import { accountSecrets } from '../../../domain/account-secrets.ts';
import { ChannelIncompleteError } from '../../../domain/admin-errors.ts';
import { AccountIncompleteError } from '../../../domain/channel-errors.ts';
import { TenantNotFoundError } from '../../../domain/errors.ts';
import { newMessageId } from '../../../domain/message-ids.ts';
import { callProvider } from '../../delivery/send-reply.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audited.ts';
import { type ChannelRef, loadChannel, resourceOf, type StoredChannel } from './channel-records.ts';

/**
 * Sends one message through an account, also while it is held: to see whether it may. It is of no conversation, and
 * neither its text nor whom it went to is kept.
 * @throws ChannelNotFoundError, ChannelIncompleteError
 */
export async function sendTestMessage(
  admin: Admin,
  caller: AdminCaller,
  { channel, accountId, ...message }: ChannelRef & TestMessage,
): Promise<Answer<TestOutcome>> {
  const ref = { channel, accountId };
  const { account } = await loadChannel(admin, caller.tenantId, ref);
  const [request] = await buildRequests(admin, caller.tenantId, account, message);
  if (!request) throw new ChannelIncompleteError('the channel can not send this message');
  const change = { action: 'channel.test-message', resource: resourceOf(ref) };
  const outcome = await audited(admin, caller, change, () => callProvider(admin, account.channel, request));
  return { body: told(outcome) };
}

async function buildRequests(
  { directory, secretStore, nowMs, random }: Admin,
  tenantId: string,
  account: StoredChannel['account'],
  { to, text }: TestMessage,
) {
  const [tenant, { verifying, sending }] = await Promise.all([
    directory.findTenant(tenantId),
    secretStore.read(tenantId),
  ]);
  if (!tenant) throw new TenantNotFoundError();
  const known = { tenant, account, secrets: accountSecrets(account, { ...verifying, ...sending }) };
  const reply = { id: newMessageId(nowMs, random), text };
  try {
    return channels[account.channel].buildSends(known, { to, reply, sequence: 1 });
  } catch (error) {
    if (error instanceof AccountIncompleteError) throw new ChannelIncompleteError(error.message);
    throw error;
  }
}

function told(outcome: SendOutcome): TestOutcome {
  switch (outcome.outcome) {
    case 'sent':
      return { outcome: 'sent', reason: null, providerMessageId: outcome.providerMessageId };
    case 'unconfirmed':
      return { outcome: 'unconfirmed', reason: outcome.reason, providerMessageId: null };
    default:
      return { outcome: 'refused', reason: outcome.reason, providerMessageId: null };
  }
}
