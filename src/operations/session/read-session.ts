import { type RoleName, roleName } from '../../contract/roles.ts';
import type { SessionInformation } from '../../contract/session.ts';
import { userClaims } from '../../contract/user-claims.ts';
import { identifier } from '../../contract/vocabulary.ts';
import {
  InvalidRoleError,
  InvalidTokenError,
  MissingTenantClaimError,
  TenantNotActiveError,
} from '../../domain/session-errors.ts';
import type { Directory } from '../../ports/directory.ts';

export type Claims = Readonly<Record<string, unknown>>;

/**
 * Tells a signed-in user's tenant, roles and features from the claims of a verified token.
 * @throws InvalidTokenError, MissingTenantClaimError, InvalidRoleError, TenantNotActiveError
 * @see spec "GET /v1/auth/session", design 2.8
 */
export async function readSession(
  directory: Pick<Directory, 'findTenant'>,
  claims: Claims,
): Promise<SessionInformation> {
  const userId = text(claims, 'sub');
  // API Gateway can't tell ID tokens from access tokens: it takes either's audience.
  if (claims.token_use !== 'access' || userId === null) throw new InvalidTokenError();
  const tenantId = text(claims, userClaims.tenantId);
  if (tenantId === null) throw new MissingTenantClaimError();
  const role = readRole(claims);
  const tenant = identifier.safeParse(tenantId).success ? await directory.findTenant(tenantId) : null;
  if (tenant?.status !== 'active') throw new TenantNotActiveError();
  const email = text(claims, 'email');
  const name = text(claims, 'name');
  return {
    tenantId,
    roles: [role],
    features: tenant.features ?? [],
    user: { id: userId, ...(email !== null && { email }), ...(name !== null && { name }) },
  };
}

function readRole(claims: Claims): RoleName {
  const role = roleName.safeParse(claims[userClaims.role]);
  if (!role.success) throw new InvalidRoleError();
  return role.data;
}

/** A claim that says something; null for one that is missing, blank or not a string. */
function text(claims: Claims, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
