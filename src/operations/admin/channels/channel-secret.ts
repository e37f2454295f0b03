import { apiKeyHash } from '../../../channels/checks/credentials.ts';
import type { ChannelView } from '../../../contract/admin/channels.ts';
import { webhookChannels } from '../../../contract/channels.ts';
import type { ChannelAccount } from '../../../contract/directory.ts';
import type { Admin, AdminCaller, Preconditions } from '../admin.ts';
import { loadSecretBook, type SecretBook, type SecretOwner, writeDocument } from '../secrets/secrets.ts';
import { assertMayWrite, changedMeanwhile } from './channel-preconditions.ts';
import {
  assertCredentialFree,
  assertRole,
  type ChannelRef,
  loadChannel,
  resourceOf,
  rolesOf,
  secretNameOf,
  sharersOf,
  writeOtherItems,
} from './channel-records.ts';
import { readChannel } from './read-channels.ts';

/**
 * An account as the owner of one of its secrets, which the caller has read.
 * @throws `channel_not_found`, `secret_not_found`, `precondition_required`, `precondition_failed`
 */
export async function channelSecret(
  admin: Admin,
  caller: AdminCaller,
  { channel, accountId, role, ...preconditions }: Preconditions & ChannelRef & { readonly role: string },
): Promise<SecretOwner<ChannelView>> {
  const { tenantId } = caller;
  const ref = { channel, accountId };
  const stored = await loadChannel(admin, tenantId, ref);
  const { record, account } = stored;
  assertRole(account.channel, role);
  const book = await loadSecretBook(admin, tenantId);
  await assertMayWrite(admin, tenantId, { ...preconditions, ifNoneMatch: undefined }, { stored, book });
  const name = secretNameOf(account, role);
  const isNamed = account.secrets?.[role] === name;
  const { foundBy } = webhookChannels[account.channel];
  const named = isNamed ? account : { ...account, secrets: { ...account.secrets, [role]: name } };
  const changed = () => changedMeanwhile(admin, caller, ref);
  return {
    ...{ role, name, isNamed, book },
    resource: resourceOf(ref),
    sharers: sharersOf(book, account, role),
    bookWhenNamed: withAccount(book, named),
    async assertFree(value) {
      if ('secret' in foundBy && role === foundBy.secret)
        await assertCredentialFree(admin, tenantId, ref, apiKeyHash(value));
    },
    writeNamed: (isToBe) =>
      writeDocument(admin, caller, {
        ...{ record, before: account, changed },
        after: isToBe ? named : withoutNamed(account, role),
      }),
    async finish() {
      await writeOtherItems(admin, tenantId, ref);
      await admin.records.renewCacheVersion(tenantId);
      return readChannel(admin, caller, ref);
    },
    changedMeanwhile: changed,
  };
}

/** A required secret stays named, so that it is reported as missing. */
function withoutNamed(account: ChannelAccount, role: string): ChannelAccount {
  if (rolesOf(account.channel).some(([its, required]) => its === role && required)) return account;
  const { [role]: _, ...others } = account.secrets ?? {};
  return { ...account, secrets: others };
}

function withAccount({ owners, ...book }: SecretBook, account: ChannelAccount): SecretBook {
  const others = owners.channels.filter(
    ({ channel, id }) => channel !== account.channel || id !== account.id,
  );
  return { ...book, owners: { ...owners, channels: [...others, account] } };
}
