/** The partition of what belongs to no tenant: none can be called so. */
export const ofNoTenant = '#';

/** Sort keys and credentials of the directory's items; the partition is the tenant's id. @see design 6 */
export const directoryKeys = {
  tenant: 'tenant',
  widget: (widgetId: string) => `widget#${widgetId}`,
  /** A deleted widget that had security settings: only users who may configure channels can recreate it. */
  guardedWidget: (widgetId: string) => `guarded-widget#${widgetId}`,
  origin: (widgetId: string, origin: string) => `origin#${widgetId}#${origin}`,
  accounts: 'account#',
  account: (channel: string, accountId: string) => `account#${channel}#${accountId}`,
  /** The same account, by the key that it had before. */
  previousAccount: (channel: string, accountId: string) => `previous-account#${channel}#${accountId}`,
  /** The same account, by its business account; without one it is among those that name none. */
  businessAccount: (channel: string, accountId: string) => `business-account#${channel}#${accountId}`,
  /** Who set a tenant's secret in the console, and when. The secret store has the value. */
  secret: (name: string) => `secret#${name}`,
  flow: (flowId: string, version: number) => `flow#${flowId}#${version}`,
  published: (flowId: string) => `published#${flowId}`,
  draft: (flowId: string) => `draft#${flowId}`,
  versions: (flowId: string) => `version#${flowId}#`,
  /** A version's metadata; zero-padded, so that keys sort like versions. */
  version: (flowId: string, version: number) => `version#${flowId}#${String(version).padStart(10, '0')}`,
  /** Saved replies. */
  savedReplies: 'text#',
  savedReply: (textId: string) => `text#${textId}`,
  users: 'user#',
  user: (userId: string) => `user#${userId}`,
  serviceKeys: 'service-key#',
  serviceKey: (id: string) => `service-key#${id}`,
  /** The progress of comparing users with the pool; belongs to no tenant. */
  userSync: 'user-sync',
  /** The admins of a tenant, in one item, so that two can't remove each other at once. */
  admins: 'admins',
  /** Another after each change of the tenant's configuration. */
  cacheVersion: 'stamp',
  /** Every tenant's own item carries it, so that the schedule can list them. */
  tenantCredential: 'tenant',
  accountCredential: (channel: string, credential: string) => `${channel}:${credential}`,
  businessCredential: (businessId: string | null) => `business:${businessId ?? ''}`,
  serviceKeyCredential: (id: string) => `key#${id}`,
  originCredential: (origin: string) => `origin:${origin}`,
} as const;

/** One document of a tenant's part of the directory. @see design 6 */
export interface DirectoryItem {
  /**
   * The item's kind: `tenant`, `widget#id`, `account#channel#id`, `previous-account#channel#id`,
   * `business-account#channel#id`, `flow#id#version`, `published#id`, `origin#widget#origin`.
   */
  readonly sk: string;
  readonly document: unknown;
  /** By which the index finds it. */
  readonly credential?: string;
  /** Another after each write; none for what an earlier release wrote. */
  readonly revision?: string;
  /** Who changed it in the console; absent for the command line. */
  readonly by?: unknown;
  /** For `published#id`: the highest version that was rolled back since. */
  readonly rolledBackFrom?: number;
  /** For `published#id`: the flows that this version calls; absent in items of an earlier release. */
  readonly calls?: readonly string[];
  /** For `published#id`: the version in gradual rollout. */
  readonly canary?: { readonly version: number };
}

/**
 * Whether a folder with this version leaves the live version alone, because the folder's is older or was rolled
 * back.
 */
export function staysLive(pointer: DirectoryItem | undefined, version: number): boolean {
  if (pointer === undefined) return false;
  return Number(pointer.document) >= version || (pointer.rolledBackFrom ?? 0) >= version;
}
