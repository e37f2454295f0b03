import { type RoleName, roleName, roleNames, userClaims } from '../../contract/roles.ts';
import type { SessionInformation } from '../../contract/session.ts';
import { identifier } from '../../contract/vocabulary.ts';
import { GatewayError } from '../../domain/errors.ts';
import { accessEnded, invalidToken, tenantNotActive } from '../../domain/problems.ts';
import type { Directory } from '../../ports/directory.ts';
import type { Log } from '../../ports/observability.ts';
import type { UserAccess, UserSightings } from '../../ports/users.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** What reading a session uses. */
export interface SessionParts {
  readonly directory: Pick<Directory, 'findTenant'>;
  readonly access: UserAccess;
}

/**
 * Returns a signed-in user's tenant, roles and features from a verified token, as far as they are still valid.
 * @throws `invalid_token`, `missing_tenant_claim`, `invalid_role`, `tenant_not_found`
 * @throws `access_ended` for a user who was removed, disabled or signed out since
 * @see spec "GET /v1/auth/session", design 2.8, 9 "Who"
 */
export async function readSession(
  { directory, access }: SessionParts,
  claims: Claims,
): Promise<SessionInformation> {
  const userId = text(claims, 'sub');
  // API Gateway can't tell ID tokens from access tokens: it takes either's audience.
  if (claims.token_use !== 'access' || userId === null) throw invalidToken();
  const tenantId = text(claims, userClaims.tenantId);
  if (tenantId === null) throw new GatewayError('missing_tenant_claim');
  const claimed = readRole(claims);
  const signedInAtMs = signInTimeMs(claims);
  const email = text(claims, 'email');
  const name = text(claims, 'name');
  if (!identifier.safeParse(tenantId).success) throw tenantNotActive();
  const [tenant, current] = await Promise.all([
    directory.findTenant(tenantId),
    access.find(tenantId, userId),
  ]);
  if (tenant?.status !== 'active') throw tenantNotActive();
  if (!current || current.isDisabled || signedInAtMs < (current.endedAtMs ?? 0)) throw accessEnded();
  if (current.role === null) throw new GatewayError('invalid_role');
  // Removed permissions take effect at once, added ones with the next token.
  const isLess = roleNames.indexOf(current.role) < roleNames.indexOf(claimed);
  const role = isLess ? current.role : claimed;
  return {
    tenantId,
    roles: [role],
    features: tenant.features ?? [],
    user: { id: userId, ...(email !== null && { email }), ...(name !== null && { name }) },
  };
}

/** What reading one's own session uses, including the record of when users were seen. */
export interface OwnSessionParts extends SessionParts {
  readonly sightings: Pick<UserSightings, 'note'>;
  readonly log: Pick<Log, 'error'>;
}

/**
 * Returns the caller's session, and whether their role has changed since the token was issued. The user's entry is
 * cached from the check before. The console calls this regularly while it is open, so it also records when users
 * were seen.
 * @throws as {@link readSession}
 */
export async function readOwnSession(parts: OwnSessionParts, claims: Claims): Promise<SessionInformation> {
  const session = await readSession(parts, claims);
  const seen = { tenantId: session.tenantId, userId: session.user.id };
  const [current] = await Promise.all([
    parts.access.find(seen.tenantId, seen.userId),
    parts.sightings
      .note(seen.tenantId, seen.userId)
      .catch((error: unknown) => parts.log.error('user seen but not noted', error, seen)),
  ]);
  const isRaised = current?.role != null && !session.roles.includes(current.role);
  return isRaised ? { ...session, roleChanged: true } : session;
}

function readRole(claims: Claims): RoleName {
  const role = roleName.safeParse(claims[userClaims.role]);
  if (!role.success) throw new GatewayError('invalid_role');
  return role.data;
}

/**
 * The beginning of its second, so that none passes who signed in before. API Gateway hands numbers on as text.
 * @see OpenID Connect Core 2 `auth_time`
 */
function signInTimeMs(claims: Claims): number {
  const seconds = Number(claims.auth_time ?? claims.iat);
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

/** A claim's text; null if it is missing, blank or not a string. */
function text(claims: Claims, name: string): string | null {
  const value = claims[name];
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}
