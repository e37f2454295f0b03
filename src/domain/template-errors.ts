import type { Problem } from '../contract/problem-body.ts';
import { GatewayError } from './errors.ts';

/** Which template is meant, or what it is filled with, is not what the provider takes. @see handoff.md 3.6 */
export class InvalidTemplateError extends GatewayError {
  constructor(errors: NonNullable<Problem['errors']>) {
    const [first] = errors;
    super(first ? `the template can not be sent: ${first.message}` : 'the template can not be sent', {
      code: 'invalid_template',
      status: 422,
      errors,
    });
  }
}

/** What somebody can mend about it. */
const words: Readonly<Record<string, string>> = {
  account_incomplete: 'the account lacks its sending token, or (WhatsApp Cloud API) its waba_id',
  permission_denied: 'the provider refuses the token, which must be allowed to manage the business account',
};

/** The provider has never told the account's templates, and can't be asked now. */
export class TemplatesUnavailableError extends GatewayError {
  constructor(accountId: string, reason: string) {
    const isOurs = Object.hasOwn(words, reason);
    super(`the templates of ${accountId} can not be read: ${words[reason] ?? reason}`, {
      code: 'templates_unavailable',
      status: isOurs ? 409 : 503,
      ...(!isOurs && { headers: { 'retry-after': '60' } }),
    });
  }
}
