import type { RoleName } from '../contract/roles.ts';
import { GatewayError } from './errors.ts';

/** Unknown, deleted or another tenant's: the caller can't tell which. */
export class UserNotFoundError extends GatewayError {
  constructor() {
    super('there is no such user', { code: 'user_not_found', status: 404 });
  }
}

/** Nobody changes their own role or status, or removes themselves. @see design 9 "Users" */
export class OwnAccountError extends GatewayError {
  constructor() {
    super('nobody changes their own account here: ask another admin', { code: 'own_account', status: 403 });
  }
}

/** Nobody gives a role above their own, or changes who has one. @see design 9 "Users" */
export class RoleAboveOwnError extends GatewayError {
  constructor(own: RoleName, above: RoleName) {
    super(`your role, ${own}, may not change a ${above} nor make one`, {
      code: 'role_above_own',
      status: 403,
      members: { leastRole: above },
    });
  }
}

/** A tenant keeps an admin who is enabled and has signed in. @see design 9 "Users" */
export class LastAdminError extends GatewayError {
  constructor() {
    super('this is the last admin: make another first, who has signed in', {
      code: 'last_admin',
      status: 409,
    });
  }
}

/** Somebody else's change of the same user is under way, or its end is not known yet. */
export class UserBusyError extends GatewayError {
  constructor() {
    super('this user is being changed by somebody else: look again and repeat', {
      code: 'user_busy',
      status: 409,
      headers: { 'retry-after': '1' },
    });
  }
}

/** A disabled user's password can't be reset. */
export class UserDisabledError extends GatewayError {
  constructor() {
    super('the user is disabled: enable them first', { code: 'user_disabled', status: 409 });
  }
}

/** The token is good, but its user was removed, disabled or signed out since. @see design 9 "Who" */
export class AccessEndedError extends GatewayError {
  constructor() {
    super('your access has ended: sign in again, or ask an admin of yours', {
      code: 'access_ended',
      status: 401,
      headers: { 'www-authenticate': 'Bearer error="invalid_token"' },
    });
  }
}
