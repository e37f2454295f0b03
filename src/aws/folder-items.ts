import { createHash } from 'node:crypto';
import type { ChannelAccount } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import type { DirectoryItem } from '../domain/directory-item.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';

/** A version of a flow as it is stored. */
export function flowItem(flow: FlowDefinition): DirectoryItem {
  return { sk: directoryKeys.flow(flow.id, flow.version), document: flow };
}

/** What points at something else, and the tenant itself: they are written last, when that is there. */
export function pointingItems({ tenant, widgets, channels, flows, secrets }: TenantFolder): DirectoryItem[] {
  const published = Map.groupBy(flows, ({ id }) => id);
  const items = [
    ...[...published].map(([id, versions]) => ({
      sk: directoryKeys.published(id),
      document: Math.max(...versions.map(({ version }) => version)),
    })),
    ...widgets.map((widget) => ({ sk: directoryKeys.widget(widget.id), document: widget })),
    ...widgets.flatMap((widget) =>
      widget.allowed_origins.map((origin) => ({
        sk: directoryKeys.origin(widget.id, origin),
        document: origin,
        credential: directoryKeys.originCredential(origin),
      })),
    ),
    ...channels.flatMap((account) => accountItems(account, secrets)),
    { sk: directoryKeys.tenant, document: tenant, credential: directoryKeys.tenantCredential },
  ];
  // A widget may list an origin twice.
  return [...new Map(items.map((item) => [item.sk, item])).values()];
}

/** One item, of a chat app a second one by its business account, and while a key that finds the account is rotated, a second one for the key before. */
function accountItems(account: ChannelAccount, secrets: TenantFolder['secrets']): DirectoryItem[] {
  const { channel, id } = account;
  const [current, previous] = credentialsOf(account, secrets);
  const item = (sk: string, credential: string | undefined) => ({
    sk,
    document: account,
    ...(credential && { credential: directoryKeys.accountCredential(channel, credential) }),
  });
  return [
    item(directoryKeys.account(channel, id), current),
    ...(channel === 'chatapp'
      ? [
          {
            sk: directoryKeys.businessAccount(channel, id),
            document: account,
            credential: directoryKeys.businessCredential(account.waba_id ?? null),
          },
        ]
      : []),
    ...(previous ? [item(directoryKeys.previousAccount(channel, id), previous)] : []),
  ];
}

/** What a webhook call shows of itself, and may still show during a rotation; a key only as its hash. */
function credentialsOf(
  account: ChannelAccount,
  secrets: TenantFolder['secrets'],
): readonly (string | undefined)[] {
  switch (account.channel) {
    case 'chatapp':
      return [account.phone_number_id];
    case 'contactcenter':
      return [account.username];
    case 'chatapp-360': {
      const name = account.secrets?.api_key ?? '';
      const [current, previous] = [secrets[name], secrets[`${name}_previous`]];
      return [current, previous === current ? undefined : previous].map(
        (key) => key && createHash('sha256').update(key).digest('hex'),
      );
    }
  }
}
