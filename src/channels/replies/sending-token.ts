import { AccountIncompleteError } from '../../domain/problems.ts';
import type { KnownAccount } from '../../ports/directory.ts';

/**
 * The token that the provider's API is called with.
 * @throws AccountIncompleteError when the account has none
 */
export function sendingToken({ account, secrets }: KnownAccount): string {
  const [token] = secrets.sending_token ?? [];
  if (!token) throw new AccountIncompleteError(account.id, 'sending_token');
  return token;
}
