import { GatewayError } from './errors.ts';

/** A webhook's key, user name or password is missing or wrong: the caller can't tell which. @see design 2.7 */
export class InvalidCredentialsError extends GatewayError {
  constructor(message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message, { code: 'invalid_credentials', status: 401, headers });
  }
}

/**
 * The account that is named does not let this address call, or there is none: the caller can't tell which, nor
 * whether the password was right.
 * @see design 2.7
 */
export class AddressNotAllowedError extends GatewayError {
  constructor() {
    super('the user name is not known, or may not be used from this address', {
      code: 'address_not_allowed',
      status: 403,
    });
  }
}

/** Too many wrong passwords came from the caller's network of late. @see design 2.7 */
export class TooManyGuessesError extends GatewayError {
  constructor(waitMs: number) {
    super('too many wrong passwords came from this address', {
      code: 'rate_limited',
      status: 429,
      headers: { 'retry-after': String(Math.max(1, Math.ceil(waitMs / 1000))) },
    });
  }
}

/** A reply can't be sent: its account lacks a setting or a secret. Never shown to a caller. */
export class AccountIncompleteError extends Error {
  override readonly name = 'AccountIncompleteError';

  constructor(accountId: string, missing: string) {
    super(`the channel account ${accountId} has no ${missing}`);
  }
}

/** The subscription handshake shows a token that the operator has not registered. @see design 2.7 */
export class WebhookNotSubscribedError extends GatewayError {
  constructor() {
    super('the verify token is not known', { code: 'invalid_credentials', status: 403 });
  }
}
