import { GatewayError } from './errors.ts';

/** The token was not issued to call this API with: an ID token, or none at all. @see design 2.8 */
export class InvalidTokenError extends GatewayError {
  constructor() {
    super('an access token is needed', {
      code: 'invalid_token',
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  }
}

/** The user belongs to no tenant. @see spec "Sign-in errors" */
export class MissingTenantClaimError extends GatewayError {
  constructor() {
    super('missing tenant claim', { code: 'missing_tenant_claim', status: 403 });
  }
}

/** The user's role is missing or none of the known ones. @see design 2.8 */
export class InvalidRoleError extends GatewayError {
  constructor() {
    super('the user has no known role', { code: 'invalid_role', status: 403 });
  }
}

/** The token is good, but its tenant is unknown or suspended. @see design 2.8 */
export class TenantNotActiveError extends GatewayError {
  constructor() {
    super('the tenant does not exist or is suspended', { code: 'tenant_not_found', status: 403 });
  }
}
