import { apiKeyHash } from '../../../channels/checks/credentials.ts';
import { webhookChannels } from '../../../contract/channels.ts';
import { type ChannelAccount, readStoredAccount } from '../../../contract/directory.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { GatewayError, TemporarilyUnavailableError } from '../../../domain/errors.ts';
import { channelNotFound, secretNotFound } from '../../../domain/problems.ts';
import type { DirectoryRecord } from '../../../ports/directory-writer.ts';
import { hashOf } from '../../derive-id.ts';
import type { Admin } from '../admin.ts';
import { expectedOf } from '../flows/flow-records.ts';
import { type SecretBook, sharersOfName } from '../secrets/secrets.ts';

type Channel = ChannelAccount['channel'];

/** An account by its address. */
export interface ChannelRef {
  readonly channel: string;
  readonly accountId: string;
}

/** A stored account. */
export interface StoredChannel {
  readonly record: DirectoryRecord;
  readonly account: ChannelAccount;
}

/** @throws `channel_not_found` */
export async function loadChannel(
  { records }: Pick<Admin, 'records'>,
  tenantId: string,
  { channel, accountId }: ChannelRef,
): Promise<StoredChannel> {
  const record = isChannel(channel)
    ? await records.find(tenantId, directoryKeys.account(channel, accountId))
    : null;
  if (!record) throw channelNotFound(channel, accountId);
  return { record, account: readStoredAccount(record.attributes.document) };
}

export function isChannel(channel: string): channel is Channel {
  return Object.hasOwn(webhookChannels, channel);
}

/** The channel's roles of secrets, each with whether it must have a value. */
export function rolesOf(channel: Channel): readonly (readonly [role: string, required: boolean])[] {
  return Object.entries(webhookChannels[channel].secrets).map(([role, need]) => [role, need === 'required']);
}

/** @throws `secret_not_found` */
export function assertRole(channel: Channel, role: string): void {
  const roles = rolesOf(channel).map(([known]) => known);
  if (!roles.includes(role)) throw secretNotFound(`accounts of ${channel}`, role, roles);
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

/** Returns the other users of a secret. */
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

/** The resource in audit entries. */
export const resourceOf = ({ channel, accountId }: ChannelRef) => ({
  kind: 'channel' as const,
  id: `${channel}/${accountId}`,
});

type Records = Pick<Admin, 'records'>;
type Stores = Pick<Admin, 'records' | 'secretStore'>;

const attempts = 5;

/**
 * Returns the credentials of an account's webhook calls: keys only as hashes; `previous` during a rotation.
 * @see src/aws/directory-writer.ts
 */
export async function credentialsOf(
  { secretStore }: Pick<Admin, 'secretStore'>,
  tenantId: string,
  account: ChannelAccount,
): Promise<{ readonly current?: string | undefined; readonly previous?: string | undefined }> {
  const credential = (value: string | undefined) =>
    value && directoryKeys.accountCredential(account.channel, value);
  const { foundBy } = webhookChannels[account.channel];
  if ('setting' in foundBy) return { current: credential(account[foundBy.setting]) };
  const { verifying } = await secretStore.read(tenantId);
  const name = secretNameOf(account, foundBy.secret);
  const [current, previous] = [verifying[name], verifying[`${name}_previous`]].map(
    (key) => key && credential(apiKeyHash(key)),
  );
  return { current, previous: previous === current ? undefined : previous };
}

/** @throws `credential_taken` when another account, of whichever tenant, is found by it */
export async function assertCredentialFree(
  { records }: Records,
  tenantId: string,
  { channel, accountId }: ChannelRef,
  credential: string,
): Promise<void> {
  const own = [directoryKeys.account(channel, accountId), directoryKeys.previousAccount(channel, accountId)];
  const found = await records.listByCredential(directoryKeys.accountCredential(channel, credential), 3);
  const isOwn = (one: { tenantId: string; sk: string }) => one.tenantId === tenantId && own.includes(one.sk);
  if (!found.every(isOwn)) throw new GatewayError('credential_taken');
}

/**
 * Writes the account's lookup items, and the credential of its own item from the secrets. Concurrent writers do
 * the same, and the last to read sees the newest values.
 * @throws `channel_not_found`, TemporarilyUnavailableError when others keep writing
 */
export async function writeOtherItems(admin: Stores, tenantId: string, ref: ChannelRef): Promise<void> {
  const { channel, accountId } = ref;
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const { record, account } = await loadChannel(admin, tenantId, ref);
    const { current, previous } = await credentialsOf(admin, tenantId, account);
    const { document, by, at } = record.attributes;
    const copy = { document, by, at };
    const business =
      channel === 'chatapp' ? directoryKeys.businessCredential(account.waba_id ?? null) : undefined;
    // The former key first: two items of an account still resolve to it, none would not.
    const done =
      (await put(admin, tenantId, directoryKeys.previousAccount(channel, accountId), previous, copy)) &&
      (await put(admin, tenantId, directoryKeys.businessAccount(channel, accountId), business, copy)) &&
      (record.attributes.credential === current ||
        (await admin.records.write(
          tenantId,
          { sk: record.sk, attributes: { ...record.attributes, credential: current } },
          expectedOf(record),
        )) !== null);
    const now = await loadChannel(admin, tenantId, ref);
    const isNewest = JSON.stringify(now.record.attributes.document) === JSON.stringify(document);
    if (done && isNewest) return;
  }
  throw new TemporarilyUnavailableError();
}

/** Takes away what is left of an account that is gone. */
export async function removeOtherItems(
  { records }: Records,
  tenantId: string,
  { channel, accountId }: ChannelRef,
): Promise<void> {
  for (const sk of [
    directoryKeys.previousAccount(channel, accountId),
    directoryKeys.businessAccount(channel, accountId),
  ]) {
    const record = await records.find(tenantId, sk);
    if (record) await records.remove(tenantId, sk, expectedOf(record));
  }
}

/** One of the other items: as it should be, or gone. @returns false after a concurrent write */
async function put(
  { records }: Records,
  tenantId: string,
  sk: string,
  credential: string | undefined,
  copy: Readonly<Record<string, unknown>>,
): Promise<boolean> {
  const before = await records.find(tenantId, sk);
  if (credential === undefined)
    return before === null || (await records.remove(tenantId, sk, expectedOf(before)));
  const attributes = { ...copy, credential };
  return (
    (await records.write(tenantId, { sk, attributes }, before ? expectedOf(before) : 'nothing')) !== null
  );
}
