import type { RoleName } from '../contract/roles.ts';

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
