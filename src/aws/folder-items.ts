import { createHash } from 'node:crypto';
import type { ChannelAccount } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import type { DirectoryItem } from '../domain/directory-item.ts';
import type { TenantFolder } from '../domain/tenant-folder.ts';
import { directoryKeys } from './directory-keys.ts';

/** A version of a flow as it is stored. */
export function flowItem(flow: FlowDefinition): DirectoryItem {
  return { sk: directoryKeys.flow(flow.id, flow.version), document: flow };
}

/** What points at something else, and the tenant itself: they are written last, when that is there. */
export function pointingItems({ tenant, widgets, channels, flows, secrets }: TenantFolder): DirectoryItem[] {
  const published = Map.groupBy(flows, ({ id }) => id);
  return [
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
    ...channels.map((account) => accountItem(account, secrets)),
    { sk: directoryKeys.tenant, document: tenant, credential: directoryKeys.tenantCredential },
  ];
}

function accountItem(account: ChannelAccount, secrets: TenantFolder['secrets']): DirectoryItem {
  const credential = credentialOf(account, secrets);
  return {
    sk: directoryKeys.account(account.channel, account.id),
    document: account,
    ...(credential && { credential: directoryKeys.accountCredential(account.channel, credential) }),
  };
}

/** What a webhook call shows of itself; a key only as its hash. */
function credentialOf(account: ChannelAccount, secrets: TenantFolder['secrets']): string | undefined {
  switch (account.channel) {
    case 'chatapp':
      return account.phone_number_id;
    case 'contactcenter':
      return account.username;
    case 'chatapp-360': {
      const key = secrets[account.secrets?.api_key ?? ''];
      return key && createHash('sha256').update(key).digest('hex');
    }
  }
}
