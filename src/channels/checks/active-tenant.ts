import type { Tenant } from '../../contract/directory.ts';
import { identifier } from '../../contract/vocabulary.ts';
import { TenantNotFoundError } from '../../domain/errors.ts';
import type { Directory } from '../../ports/directory.ts';

/**
 * The tenant, if it exists and is active.
 * @throws TenantNotFoundError otherwise; the caller can't tell why
 */
export async function findActiveTenant(
  { directory }: { readonly directory: Pick<Directory, 'findTenant'> },
  tenantId: string,
): Promise<Tenant> {
  const tenant = identifier.safeParse(tenantId).success ? await directory.findTenant(tenantId) : null;
  if (tenant?.status !== 'active') throw new TenantNotFoundError();
  return tenant;
}
