import type { RoleName } from '../contract/roles.ts';

/** A user to be. */
export interface NewUser {
  readonly email: string;
  readonly name: string | undefined;
  readonly tenantId: string;
  readonly role: RoleName;
}

/** A user as the pool, which is the authority, knows them. */
export interface PoolUser {
  /** `sub` of their tokens. */
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  /** As they are written there, which may be anything. */
  readonly tenantId: string | null;
  readonly role: string | null;
  readonly enabled: boolean;
  /** `invited` owes the first sign-in, `reset_required` a new password. */
  readonly status: 'invited' | 'active' | 'reset_required';
  /** Null in a list: Cognito tells it of a single user only. */
  readonly hasSecondFactor: boolean | null;
  /** ISO 8601 UTC. */
  readonly createdAt: string;
}

/** Some of the users; `next` leads on, null after the last. */
export interface PoolPage {
  readonly users: readonly PoolUser[];
  readonly next: string | null;
}

/** Who may sign in to the admin application. Every change answers false when there is no such user. @see design 9 "Users" */
export interface UserPool {
  /** Mails a password for the first sign-in. @returns null when there is a user with this address */
  create(user: NewUser): Promise<PoolUser | null>;
  /** @param name id or e-mail address */
  find(name: string): Promise<PoolUser | null>;
  /** In no order. @returns null when the pool no longer knows where `after` leads: begin again */
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

/** What a user may still do, whatever their token says. */
export interface Access {
  /** Null when theirs is none of the known ones. */
  readonly role: RoleName | null;
  readonly isDisabled: boolean;
  /** Tokens of sign-ins before it, in epoch milliseconds, are refused. */
  readonly endedAtMs: number | null;
}

/** The index of users, as requests are decided by it. @see design 9 "Who" */
export interface UserAccess {
  /** @returns null when there is no such user; what it says may be half a minute old */
  find(tenantId: string, userId: string): Promise<Access | null>;
}

/** When users last had the console open. */
export interface UserSightings {
  /** Written at most once every few minutes for each user. */
  note(tenantId: string, userId: string): Promise<void>;
  /** In epoch milliseconds, of those who were seen lately. */
  find(tenantId: string, userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
}

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

/** A plain-text mail to one person. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

/** Sends mails to users of the console. */
export interface Mailer {
  /** @throws TemporarilyUnavailableError when it may be tried again, Error when it was refused */
  send(mail: Mail): Promise<void>;
}
