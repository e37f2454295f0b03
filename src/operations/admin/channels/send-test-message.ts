import type { SendOutcome } from '../../../channels/channel.ts';
import { channels } from '../../../channels/registry.ts';
import type { ChannelView, TestMessage, TestOutcome } from '../../../contract/admin/channels.ts';
import { TenantNotFoundError } from '../../../domain/errors.ts';
import { newMessageId } from '../../../domain/message-ids.ts';
import { AccountIncompleteError, channelIncomplete } from '../../../domain/problems.ts';
import { accountSecrets } from '../../../domain/tenant-folder.ts';
import { callProvider } from '../../delivery/send-reply.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audit.ts';
import { type ChannelRef, loadChannel, resourceOf, type StoredChannel } from './channel-records.ts';
import { readChannel } from './read-channels.ts';

/**
 * Sends one message through an account, even while its sending is paused, to test it. The message belongs to no
 * conversation, and neither text nor recipient is stored.
 * @throws `channel_not_found`, `channel_incomplete`
 */
export async function sendTestMessage(
  admin: Admin,
  caller: AdminCaller,
  { channel, accountId, ...message }: ChannelRef & TestMessage,
): Promise<Answer<TestOutcome>> {
  const ref = { channel, accountId };
  const { account } = await loadChannel(admin, caller.tenantId, ref);
  const [request] = await buildRequests(admin, caller.tenantId, account, message);
  if (!request) throw channelIncomplete('the channel can not send this message');
  const change = { action: 'channel.test-message', resource: resourceOf(ref) };
  const outcome = await audited(admin, caller, change, () => callProvider(admin, account.channel, request));
  return { body: outcomeOf(outcome) };
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
    if (error instanceof AccountIncompleteError) throw channelIncomplete(error.message);
    throw error;
  }
}

function outcomeOf(outcome: SendOutcome): TestOutcome {
  switch (outcome.outcome) {
    case 'sent':
      return { outcome: 'sent', reason: null, providerMessageId: outcome.providerMessageId };
    case 'unconfirmed':
      return { outcome: 'unconfirmed', reason: outcome.reason, providerMessageId: null };
    default:
      return { outcome: 'refused', reason: outcome.reason, providerMessageId: null };
  }
}

/**
 * Resumes sending on a paused account. Waiting replies continue with the schedule's next run.
 * @throws `channel_not_found`
 */
export async function resumeChannel(
  admin: Admin,
  caller: AdminCaller,
  { channel, accountId }: ChannelRef,
): Promise<Answer<ChannelView>> {
  const { tenantId } = caller;
  const ref = { channel, accountId };
  await loadChannel(admin, tenantId, ref);
  const account = { tenantId, ...ref };
  const block = await admin.pacing.findBlock(account);
  const changes = [{ path: 'sending', before: block?.reason ?? 'open', after: 'open' }];
  const change = { action: 'channel.resume', resource: resourceOf(ref), changes };
  return audited(admin, caller, change, async () => {
    await admin.pacing.unblock(account);
    await admin.waiting.postpone(account, admin.nowMs());
    return readChannel(admin, caller, ref);
  });
}
