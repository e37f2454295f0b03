import type { ProblemCode } from '../../../contract/problem.ts';

/** Refusals that name a rule, by the service's word for them. @see console.md 9, criterion 60 */
export const refusals = {
  last_admin: 'You cannot remove the last admin. Make somebody else an admin first, who has signed in.',
  own_account: 'Nobody changes their own account. Ask another admin.',
  role_above_own: 'You cannot give a role above your own, nor change who has one.',
  user_busy: 'Somebody else is changing this user. Look again in a moment.',
  user_disabled: 'This user is disabled. Enable them first.',
  credential_taken: 'Another account has this number, key or user name already.',
  channel_incomplete: 'The account lacks something to send with. Set its sending token first.',
  already_exists: 'There is already one with this name or address.',
} satisfies Partial<Record<ProblemCode, string>>;
