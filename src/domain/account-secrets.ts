import type { ChannelAccount } from '../contract/directory.ts';

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
