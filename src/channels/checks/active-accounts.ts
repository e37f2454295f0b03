import { TenantNotFoundError } from '../../domain/errors.ts';
import type { KnownAccount } from '../../ports/directory.ts';

/**
 * Returns the accounts with an active tenant, out of those whose credentials were right.
 * @throws TenantNotFoundError when there is none
 * @see design 2.7
 */
export function activeAccounts(proven: readonly KnownAccount[]): readonly KnownAccount[] {
  const active = proven.filter(({ tenant }) => tenant.status === 'active');
  if (active.length === 0) throw new TenantNotFoundError();
  return active;
}
