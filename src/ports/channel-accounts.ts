import type { ChannelAccount, Tenant } from '../contract/directory.ts';

/** What a secret of an account is for; `secrets` of the account names it. @see design 2.7 */
export type SecretRole =
  | 'app_secret'
  | 'api_key'
  | 'hmac_secret'
  | 'password'
  | 'sending_token'
  | 'signing_secret';

/** An account with its tenant, which may be suspended, and its secrets: of each role the current, then the previous. */
export interface KnownAccount {
  readonly tenant: Tenant;
  readonly account: ChannelAccount;
  readonly secrets: Readonly<Partial<Record<SecretRole, readonly string[]>>>;
}

/** Finds the account that a webhook call claims to be for. @see design 6 */
export interface ChannelAccounts {
  /** @param credential phone number id, SHA-256 of the key in hex, or user name */
  find(channel: ChannelAccount['channel'], credential: string): Promise<KnownAccount | null>;
  /**
   * Accounts of the first chat app by the business account that they say they belong to.
   * @param businessId null: those that say none
   * @param most how many at most
   */
  findByBusiness(businessId: string | null, most: number): Promise<readonly KnownAccount[]>;
}
