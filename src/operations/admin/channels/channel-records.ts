import { channelSecrets } from '../../../contract/admin/channels.ts';
import type { ChannelAccount } from '../../../contract/directory.ts';
import { readStoredAccount } from '../../../contract/stored-directory.ts';
import { ChannelNotFoundError, SecretNotFoundError } from '../../../domain/admin-errors.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import type { DirectoryRecord } from '../../../ports/directory-records.ts';
import { hashOf } from '../../derive-id.ts';
import type { Admin } from '../admin.ts';
import { type SecretBook, sharersOfName } from '../secrets/secret-book.ts';

type Channel = ChannelAccount['channel'];

/** An account by its address. */
export interface ChannelRef {
  readonly channel: string;
  readonly accountId: string;
}

/** An account as it is stored. */
export interface StoredChannel {
  readonly record: DirectoryRecord;
  readonly account: ChannelAccount;
}

/** @throws ChannelNotFoundError */
export async function loadChannel(
  { records }: Pick<Admin, 'records'>,
  tenantId: string,
  { channel, accountId }: ChannelRef,
): Promise<StoredChannel> {
  const record = isChannel(channel)
    ? await records.find(tenantId, directoryKeys.account(channel, accountId))
    : null;
  if (!record) throw new ChannelNotFoundError(channel, accountId);
  return { record, account: readStoredAccount(record.attributes.document) };
}

export function isChannel(channel: string): channel is Channel {
  return Object.hasOwn(channelSecrets, channel);
}

/** The channel's roles of secrets, each with whether it must have a value. */
export function rolesOf(channel: Channel): readonly (readonly [role: string, required: boolean])[] {
  return Object.entries(channelSecrets[channel]).map(([role, need]) => [role, need === 'required']);
}

/** @throws SecretNotFoundError */
export function assertRole(channel: Channel, role: string): void {
  const roles = rolesOf(channel).map(([known]) => known);
  if (!roles.includes(role)) throw new SecretNotFoundError(`accounts of ${channel}`, role, roles);
}

/** Name of an account's secret: as its file has it, or of our own, which no other account's is. */
export function secretNameOf({ channel, id, secrets = {} }: ChannelAccount, role: string): string {
  return secrets[role] ?? `${channel}:${id}:${role}`;
}

/** The names that an account made here gives its secrets. */
export function namedSecrets(channel: Channel, accountId: string): Record<string, string> {
  return Object.fromEntries(
    rolesOf(channel)
      .filter(([, required]) => required)
      .map(([role]) => [role, `${channel}:${accountId}:${role}`]),
  );
}

/** Who names a secret, besides this role of this account. */
export function sharersOf(book: SecretBook, account: ChannelAccount, role: string) {
  const own = `${account.channel}/${account.id}`;
  return sharersOfName(
    book,
    secretNameOf(account, role),
    (other) => other.kind === 'channel' && other.id === own && other.role === role,
  );
}

/** Changes with the account and with each of its secrets, so that neither is ever overwritten unseen. */
export function etagOfChannel({ record, account }: StoredChannel, book: SecretBook): string {
  const secrets = rolesOf(account.channel).map(
    ([role]) => book.changes.get(secretNameOf(account, role))?.revision ?? '-',
  );
  return `"${hashOf(record.revision ?? JSON.stringify(record.attributes.document), ...secrets)}"`;
}

/** How audit entries name it. */
export const resourceOf = ({ channel, accountId }: ChannelRef) => ({
  kind: 'channel' as const,
  id: `${channel}/${accountId}`,
});
