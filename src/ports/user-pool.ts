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
  /** Mails a new password for the first sign-in to somebody who is invited. */
  inviteAgain(email: string): Promise<boolean>;
  /** Has them enrol a second factor again, where one is asked for. */
  forgetSecondFactor(id: string): Promise<boolean>;
  /** Ends their sessions: no token of theirs can be refreshed. */
  signOut(id: string): Promise<boolean>;
  remove(id: string): Promise<boolean>;
}
