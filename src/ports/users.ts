import type { RoleName } from '../contract/roles.ts';

/** A user to be. */
export interface NewUser {
  readonly email: string;
  readonly name: string | undefined;
  readonly tenantId: string;
  readonly role: RoleName;
}

/** A user in the user pool, which is authoritative. */
export interface PoolUser {
  /** `sub` of their tokens. */
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  /** As stored in the pool; may be invalid. */
  readonly tenantId: string | null;
  readonly role: string | null;
  readonly enabled: boolean;
  /** `invited` owes the first sign-in, `reset_required` a new password. */
  readonly status: 'invited' | 'active' | 'reset_required';
  /** Null in a list: Cognito returns it for single users only. */
  readonly hasSecondFactor: boolean | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** Some of the users; `next` leads on, null after the last. */
export interface PoolPage {
  readonly users: readonly PoolUser[];
  readonly next: string | null;
}

/** The users who can sign in to the console. Every change returns false for an unknown user. @see design 9 "Users" */
export interface UserPool {
  /** Mails a password for the first sign-in. @returns null when there is a user with this address */
  create(user: NewUser): Promise<PoolUser | null>;
  /** @param name id or e-mail address */
  find(name: string): Promise<PoolUser | null>;
  /** Lists users in no order. @returns null if the pool no longer accepts `after`: start again */
  list(limit: number, after: string | null): Promise<PoolPage | null>;
  setRole(id: string, role: RoleName): Promise<boolean>;
  disable(id: string): Promise<boolean>;
  enable(id: string): Promise<boolean>;
  /** Mails a code to choose a new password with; the old one is of no use any more. */
  resetPassword(id: string): Promise<boolean>;
  /** Emails a new temporary password to an invited user. */
  inviteAgain(email: string): Promise<boolean>;
  /** Resets two-factor authentication: the user enrols again if it is required. */
  forgetSecondFactor(id: string): Promise<boolean>;
  /** Ends their sessions: no token of theirs can be refreshed. */
  signOut(id: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}

/** A user's current permissions, whatever their token says. */
export interface Access {
  /** Null when theirs is none of the known ones. */
  readonly role: RoleName | null;
  readonly isDisabled: boolean;
  /** Tokens of sign-ins before it, in epoch milliseconds, are refused. */
  readonly endedAtMs: number | null;
}

/** The index of users, as requests are decided by it. @see design 9 "Who" */
export interface UserAccess {
  /** Finds a user's permissions; may be 30 seconds old. @returns null for an unknown user */
  find(tenantId: string, userId: string): Promise<Access | null>;
}

/** When users last had the console open. */
export interface UserSightings {
  /** Written at most once every few minutes for each user. */
  note(tenantId: string, userId: string): Promise<void>;
  /** In epoch milliseconds, of those who were seen lately. */
  find(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

/** The account whose password is guessed, and the caller's address. */
export interface GuessedAccount {
  readonly tenantId: string;
  readonly accountId: string;
  /** The network that the caller's address belongs to. */
  readonly network: string;
}

/** Wrong passwords of late; only the network that they came from waits for it. @see design 2.7 */
export interface PasswordGuesses {
  /** How long passwords from this address are rejected; usually 0. */
  waitMs(account: GuessedAccount): Promise<number>;
  /** Counts a wrong password. */
  note(account: GuessedAccount): Promise<void>;
}
