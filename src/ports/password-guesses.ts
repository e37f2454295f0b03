/** Whose password is guessed, and from where. */
export interface GuessedAccount {
  readonly tenantId: string;
  readonly accountId: string;
  /** The network that the caller's address belongs to. */
  readonly network: string;
}

/** Wrong passwords of late; only the network that they came from waits for it. @see design 2.7 */
export interface PasswordGuesses {
  /** How long no password from there is looked at; 0 for most. */
  waitMs(account: GuessedAccount): Promise<number>;
  /** Counts a wrong password. */
  note(account: GuessedAccount): Promise<void>;
}
