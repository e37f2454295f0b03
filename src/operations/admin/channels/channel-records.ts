import { channelSecrets } from '../../../contract/admin/channels.ts';
import { widgetSecretRoles } from '../../../contract/admin/widgets.ts';
import type { ChannelAccount } from '../../../contract/directory.ts';
import { readStoredAccount, readStoredTenant, readStoredWidget } from '../../../contract/stored-directory.ts';
import { secretRoles } from '../../../domain/account-secrets.ts';
import { ChannelNotFoundError, SecretNotFoundError } from '../../../domain/admin-errors.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { TenantNotFoundError } from '../../../domain/errors.ts';
import type { TenantFolder } from '../../../domain/tenant-folder.ts';
import type { DirectoryRecord } from '../../../ports/directory-records.ts';
import type { TenantSecretValues } from '../../../ports/tenant-secret-store.ts';
import { hashOf } from '../../derive-id.ts';
import type { Admin } from '../admin.ts';

type Channel = ChannelAccount['channel'];

/** An account by its address. */
export interface ChannelRef {
  readonly channel: string;
  readonly accountId: string;
}

/** Whoever of a tenant names secrets, with the secrets' values and who set them. */
export interface SecretBook {
  readonly owners: Pick<TenantFolder, 'tenant' | 'widgets' | 'channels'>;
  readonly changes: ReadonlyMap<string, DirectoryRecord>;
  readonly values: TenantSecretValues;
}

/** An account as it is stored. */
export interface StoredChannel {
  readonly record: DirectoryRecord;
  readonly account: ChannelAccount;
}

const most = 1_000;

/** @throws TenantNotFoundError */
export async function loadSecretBook(
  { records, secretStore }: Pick<Admin, 'records' | 'secretStore'>,
  tenantId: string,
): Promise<SecretBook> {
  const under = (prefix: string) => records.list(tenantId, prefix, { limit: most });
  const [tenant, widgets, accounts, changes, values] = await Promise.all([
    records.find(tenantId, directoryKeys.tenant),
    under(directoryKeys.widget('')),
    under(directoryKeys.accounts),
    under(directoryKeys.secret('')),
    secretStore.read(tenantId),
  ]);
  if (!tenant) throw new TenantNotFoundError();
  return {
    owners: {
      tenant: readStoredTenant(tenant.attributes.document),
      widgets: widgets.map(({ attributes }) => readStoredWidget(attributes.document)),
      channels: accounts.map(({ attributes }) => readStoredAccount(attributes.document)),
    },
    changes: new Map(changes.map((record) => [record.sk.slice(directoryKeys.secret('').length), record])),
    values,
  };
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

/** Who names a secret, besides whoever asks. */
export function sharersOfName(
  { owners: { tenant, widgets, channels } }: SecretBook,
  name: string,
  isSelf: (one: {
    readonly kind: 'channel' | 'widget';
    readonly id: string;
    readonly role: string;
  }) => boolean,
) {
  return [
    ...channels.flatMap((account) => {
      const [kind, id] = ['channel' as const, `${account.channel}/${account.id}`];
      const roles = secretRoles(account).filter(
        ([role, named]) => named === name && !isSelf({ kind, id, role }),
      );
      return roles.map(() => ({ kind, id }));
    }),
    ...widgets
      .filter((widget) =>
        widgetSecretRoles.some(
          (role) => widget[role] === name && !isSelf({ kind: 'widget', id: widget.id, role }),
        ),
      )
      .map(({ id }) => ({ kind: 'widget' as const, id })),
    ...(Object.hasOwn(tenant.flow_secrets ?? {}, name) ? [{ kind: 'tenant' as const, id: tenant.id }] : []),
  ];
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
  kind: 'channel',
  id: `${channel}/${accountId}`,
});
