import type { Fault } from '../contract/in-words.ts';
import { secretRoles } from './account-secrets.ts';
import type { TenantFolder } from './tenant-folder.ts';

/** A file of a tenant's folder, by what it holds. */
export interface Subject {
  readonly kind: 'tenant' | 'widget' | 'channel' | 'flow';
  readonly id: string;
}

/** What a file says of another one that is not so. */
export interface FolderFault extends Fault {
  readonly subject: Subject;
}

/** The parts of a folder that its files' references are held against. */
export type References = Pick<TenantFolder, 'tenant' | 'widgets' | 'channels'> & {
  /** Ids of the flows and widgets that have a file, good or bad. */
  readonly flowIds: ReadonlySet<string>;
  readonly widgetIds: ReadonlySet<string>;
};

/** References from one file of a tenant's folder to another that lead nowhere. @see design 6 */
export function findReferenceFaults(folder: References): FolderFault[] {
  const { tenant, widgets, channels, flowIds, widgetIds } = folder;
  const toFlow = (kind: Subject['kind'], id: string, flow: string) =>
    flowIds.has(flow) ? [] : [{ subject: { kind, id }, path: 'flow', message: `there is no flow ${flow}` }];
  const { default_widget: widget } = tenant;
  return [
    ...(widget === undefined || widgetIds.has(widget)
      ? []
      : [
          {
            subject: { kind: 'tenant' as const, id: tenant.id },
            path: 'default_widget',
            message: `there is no widget ${widget}`,
          },
        ]),
    ...escalationFaults(folder),
    ...widgets.flatMap(({ id, flow }) => toFlow('widget', id, flow)),
    ...channels.flatMap(({ id, flow }) => toFlow('channel', id, flow)),
  ];
}

function escalationFaults({ tenant, channels }: References): FolderFault[] {
  const { account } = tenant.escalation ?? {};
  const isThere = channels.some(({ channel, id }) => channel === 'contactcenter' && id === account);
  if (account === undefined || isThere) return [];
  const message = `there is no contact center ${account}`;
  return [{ subject: { kind: 'tenant', id: tenant.id }, path: 'escalation.account', message }];
}

/** Names of secrets in a tenant's files that have no value. @see design 6 */
export function findSecretFaults({ tenant, widgets, channels, secrets }: TenantFolder): FolderFault[] {
  const missing = (kind: Subject['kind'], id: string, path: string, name: string) =>
    secrets[name]
      ? []
      : [{ subject: { kind, id }, path, message: `names the secret ${name}, which has no value` }];
  return [
    ...Object.keys(tenant.flow_secrets ?? {}).flatMap((name) =>
      missing('tenant', tenant.id, `flow_secrets.${name}`, name),
    ),
    ...widgets.flatMap(({ id, signing_secret, identity_secret }) =>
      Object.entries({ signing_secret, identity_secret }).flatMap(([path, name]) =>
        name === undefined ? [] : missing('widget', id, path, name),
      ),
    ),
    ...channels.flatMap((account) =>
      secretRoles(account).flatMap(([role, name]) => missing('channel', account.id, `secrets.${role}`, name)),
    ),
  ];
}
