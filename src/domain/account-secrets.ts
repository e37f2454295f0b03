import type { ChannelAccount } from '../contract/directory.ts';
import type { TenantFolder } from './tenant-folder.ts';

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
 * A tenant's secrets by who needs them: what messages are sent with, and all the rest. One that serves as both is in both.
 * @param sendingBefore names that are stored as sending, which stay so unless the folder says otherwise
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
