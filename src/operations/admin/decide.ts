import { allows, type Capability, type RoleName, roleNames } from '../../contract/roles.ts';
import { identifier } from '../../contract/vocabulary.ts';
import { NotAllowedError, OtherTenantError } from '../../domain/admin-errors.ts';
import { TenantNotFoundError } from '../../domain/errors.ts';
import { InvalidRoleError } from '../../domain/session-errors.ts';
import { type Claims, readSession } from '../session/read-session.ts';
import type { Admin, AdminCaller } from './admin.ts';

/** What a request says of its sender before anything else of it is read. */
export interface AdminRequest {
  readonly claims: Claims;
  /** Header `x-tenant-id`. */
  readonly tenantId: string | undefined;
  readonly sourceIp: string;
  readonly correlationId: string;
}

/**
 * The one place that decides who may do what in which tenant.
 * @throws InvalidTokenError, MissingTenantClaimError, InvalidRoleError, TenantNotActiveError for what the token lacks
 * @throws AccessEndedError for a user whose access has ended since
 * @throws OtherTenantError, NotAllowedError, TenantNotFoundError
 * @see design 9 "Who"
 */
export async function decide(
  admin: Pick<Admin, 'directory' | 'access'>,
  request: AdminRequest,
  capability: Capability,
): Promise<AdminCaller> {
  const session = await readSession(admin, request.claims);
  const [role] = session.roles;
  if (role === undefined) throw new InvalidRoleError();
  const tenantId = request.tenantId ?? session.tenantId;
  const isOwn = tenantId === session.tenantId;
  if (!isOwn && role !== 'super-admin') throw new OtherTenantError();
  if (!allows([role], capability)) throw new NotAllowedError(role, leastRoleOf(capability));
  if (!isOwn) await assertTenant(admin, tenantId);
  const { sourceIp, correlationId } = request;
  const { id, email = null, name = null } = session.user;
  return { id, email, name, role, tenantId, homeTenantId: session.tenantId, sourceIp, correlationId };
}

/** A suspended tenant is one whom a super-admin may look after. */
async function assertTenant({ directory }: Pick<Admin, 'directory'>, tenantId: string): Promise<void> {
  const tenant = identifier.safeParse(tenantId).success ? await directory.findTenant(tenantId) : null;
  if (!tenant) throw new TenantNotFoundError();
}

function leastRoleOf(capability: Capability): RoleName {
  return roleNames.find((role) => allows([role], capability)) ?? 'super-admin';
}
