import { widgetSecretRoles } from '../../../contract/admin/widgets.ts';
import { readStoredAccount, readStoredTenant, readStoredWidget } from '../../../contract/stored-directory.ts';
import { secretRoles } from '../../../domain/account-secrets.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { TenantNotFoundError } from '../../../domain/errors.ts';
import type { TenantFolder } from '../../../domain/tenant-folder.ts';
import type { DirectoryRecord } from '../../../ports/directory-records.ts';
import type { TenantSecretValues } from '../../../ports/tenant-secret-store.ts';
import type { Admin } from '../admin.ts';

/** Whoever of a tenant names secrets, with the secrets' values and who set them. */
export interface SecretBook {
  readonly owners: Pick<TenantFolder, 'tenant' | 'widgets' | 'channels'>;
  readonly changes: ReadonlyMap<string, DirectoryRecord>;
  readonly values: TenantSecretValues;
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
