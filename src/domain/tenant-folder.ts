import type { ChannelAccount, Tenant, Widget } from '../contract/directory.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import type { InputProblem } from '../contract/in-words.ts';
import { findQueueProblems } from '../contract/queues.ts';

/** A tenant's configuration as its folder of files holds it. @see design 6 */
export interface TenantFolder {
  readonly tenant: Tenant;
  readonly widgets: readonly Widget[];
  readonly channels: readonly ChannelAccount[];
  readonly flows: readonly FlowDefinition[];
  /** Scripted conversations of the flows' versions, as JSON, by `scriptsKey`. */
  readonly conversations?: Readonly<Record<string, Conversations>>;
  /** The tenant's secrets by name; they go to the secret store only. */
  readonly secrets: Readonly<Record<string, string>>;
}

/** Scripted conversations as their file holds them. */
export type Conversations = readonly Readonly<Record<string, unknown>>[];

/** The key of a version's tests. */
export const scriptsKey = ({ id, version }: Pick<FlowDefinition, 'id' | 'version'>): string =>
  `${id}#${version}`;

/**
 * The secrets that an account names, by role: the current one, then the previous one (`<name>_previous`) while a
 * rotation overlaps. A role whose secret is not to be had gets an empty list, which verifies nothing.
 * @param known the tenant's secrets by name
 * @see design 2.7
 */
export function accountSecrets(
  account: ChannelAccount,
  known: Readonly<Record<string, string>>,
): Record<string, string[]> {
  return Object.fromEntries(
    secretRoles(account).map(([role, name]) => [
      role,
      [known[name], known[`${name}_previous`]].flatMap((secret) => secret || []),
    ]),
  );
}

/** The roles that an account names a secret for, each with the secret's name. */
export function secretRoles({
  secrets = {},
}: Pick<ChannelAccount, 'secrets'>): [role: string, name: string][] {
  return Object.entries(secrets).flatMap(([role, name]) => (name === undefined ? [] : [[role, name]]));
}

/**
 * Splits a tenant's secrets: those for sending, and all others. A secret for both is in both.
 * @param sendingBefore names stored as sending, which stay so unless the folder changes them
 */
export function splitSecrets(
  { tenant, widgets, channels, secrets }: Pick<TenantFolder, 'tenant' | 'widgets' | 'channels' | 'secrets'>,
  sendingBefore: readonly string[] = [],
): Readonly<Record<'sending' | 'verifying', Readonly<Record<string, string>>>> {
  const roles = channels.flatMap(secretRoles);
  const withPrevious = (names: readonly string[]) =>
    new Set(names.flatMap((name) => [name, `${name}_previous`]));
  const verifies = withPrevious([
    ...roles.flatMap(([role, name]) => (role === 'sending_token' ? [] : [name])),
    ...widgets.flatMap(({ signing_secret, identity_secret }) =>
      [signing_secret ?? [], identity_secret ?? []].flat(),
    ),
    ...Object.keys(tenant.flow_secrets ?? {}),
  ]);
  const named = withPrevious(roles.flatMap(([role, name]) => (role === 'sending_token' ? [name] : [])));
  const sends = new Set([...named, ...sendingBefore.filter((name) => !verifies.has(name))]);
  const pick = (wanted: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(secrets).filter(([name]) => wanted(name)));
  return {
    sending: pick((name) => sends.has(name)),
    verifying: pick((name) => verifies.has(name) || !sends.has(name)),
  };
}

/** A file of a tenant's folder, by what it holds. */
export interface Subject {
  readonly kind: 'tenant' | 'widget' | 'channel' | 'flow';
  readonly id: string;
}

/** A reference in a file to something that doesn't exist. */
export interface FolderProblem extends InputProblem {
  readonly subject: Subject;
}

/** The parts of a folder that its files' references are held against. */
type References = Pick<TenantFolder, 'tenant' | 'widgets' | 'channels'> & {
  /** Ids of the flows and widgets that have a file, good or bad. */
  readonly flowIds: ReadonlySet<string>;
  readonly widgetIds: ReadonlySet<string>;
};

/** References from one file of a tenant's folder to another that lead nowhere. @see design 6 */
export function findReferenceProblems(folder: References): FolderProblem[] {
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
    ...escalationProblems(folder),
    ...findQueueProblems(tenant).map((problem) => ({
      subject: { kind: 'tenant' as const, id: tenant.id },
      ...problem,
    })),
    ...widgets.flatMap(({ id, flow }) => toFlow('widget', id, flow)),
    ...channels.flatMap(({ id, flow }) => toFlow('channel', id, flow)),
  ];
}

function escalationProblems({ tenant, channels }: References): FolderProblem[] {
  const { account } = tenant.escalation ?? {};
  const isThere = channels.some(({ channel, id }) => channel === 'contactcenter' && id === account);
  if (account === undefined || isThere) return [];
  const message = `there is no contact center ${account}`;
  return [{ subject: { kind: 'tenant', id: tenant.id }, path: 'escalation.account', message }];
}

/** Names of secrets in a tenant's files that have no value. @see design 6 */
export function findSecretProblems({ tenant, widgets, channels, secrets }: TenantFolder): FolderProblem[] {
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

/** Returns the positions of duplicate names. */
export function findDoubled(names: readonly string[]): number[] {
  return names.flatMap((name, n) => (name !== '' && names.indexOf(name) !== n ? [n] : []));
}

/** The queues that a flow's handoffs wait in by name, each once, in order; the one that is always there needs none. */
export function queuesNamed({ steps }: Pick<FlowDefinition, 'steps'>): readonly string[] {
  const named = Object.values(steps).flatMap((step) => (step.kind === 'handoff' ? (step.queue ?? []) : []));
  return [...new Set(named)].sort();
}
