import { GatewayError } from './errors.ts';

/** A webhook's key, user name or password is missing or wrong: the caller can't tell which. @see design 2.7 */
export class InvalidCredentialsError extends GatewayError {
  constructor(message: string, headers: Readonly<Record<string, string>> = {}) {
    super(message, { code: 'invalid_credentials', status: 401, headers });
  }
}

/** The credentials are right, but the account does not let this address call. @see design 2.7 */
export class AddressNotAllowedError extends GatewayError {
  constructor() {
    super('this address may not call the webhook', { code: 'address_not_allowed', status: 403 });
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
