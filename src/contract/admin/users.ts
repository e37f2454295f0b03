import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { roleName } from '../roles.ts';
import { pageOf } from './lists.ts';

/** The status of a user: `invited` has not signed in yet, `reset_required` must set a new password. */
export const userStatus = z.enum(['invited', 'active', 'reset_required', 'disabled']);

/** A user's account, as the directory keeps it. @see design 9 "Users" */
export const userAccount = z.object({
  /** `sub` of their tokens. */
  id: z.string(),
  email: z.string(),
  name: z.nullable(z.string()),
  /** Null when theirs is none of the known ones. */
  role: z.nullable(roleName),
  status: userStatus,
  /** Whether the sign-in asks for a code of their authenticator app. */
  hasSecondFactor: z.boolean(),
  /** ISO 8601 UTC. */
  createdAt: z.string(),
});
export type UserAccount = z.infer<typeof userAccount>;

/** A user of the console. */
export const adminUser = z.extend(userAccount, {
  /** When they last had the console open, to within some minutes; null if not in the last 400 days. ISO 8601 UTC. */
  lastSeenAt: z.nullable(z.string()),
});
export type AdminUser = z.infer<typeof adminUser>;
export const userPage = pageOf(adminUser);

/** `GET /v1/admin/admins`: the names of the admins to contact about missing permissions. */
export const adminNames = z.object({ items: z.array(z.object({ name: z.string() })) });
export type AdminNames = z.infer<typeof adminNames>;

/** `POST /v1/admin/users`: the address gets a mail with a password for the first sign-in. */
export const invitation = z.strictObject({
  email: z.email().check(z.maxLength(limits.emailChars)),
  name: z.optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(limits.identifierChars))),
  role: roleName,
});
export type Invitation = z.infer<typeof invitation>;

/** `PATCH /v1/admin/users/{userId}`: one or both. */
export const userChange = z.strictObject({
  role: z.optional(roleName),
  status: z.optional(z.enum(['active', 'disabled'])),
});
export type UserChange = z.infer<typeof userChange>;
