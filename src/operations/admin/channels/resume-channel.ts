import type { ChannelView } from '../../../contract/admin/channels.ts';
import type { Admin, AdminCaller, Answer } from '../admin.ts';
import { audited } from '../audited.ts';
import { type ChannelRef, loadChannel, resourceOf } from './channel-records.ts';
import { readChannel } from './read-channels.ts';

/**
 * Has an account that is paused or held send again; what waits for it goes on with the schedule's next minute. One
 * that sends already goes on doing so.
 * @throws ChannelNotFoundError
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
