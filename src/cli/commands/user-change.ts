import { type Command, Option } from 'commander';
import { type RoleName, roleNames } from '../../contract/roles.ts';
import {
  deleteUser,
  disableUser,
  enableUser,
  resetUserFactor,
  resetUserPassword,
  setUserRole,
  signUserOut,
} from '../../operations/users/change-account.ts';
import type { UserAdministration, UserManager } from '../../operations/users/user-administration.ts';
import { UsageError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import type { TargetOptions } from '../target.ts';
import { targetUsers } from '../user-administration.ts';

type Options = TargetOptions & JsonOption & { readonly dryRun?: boolean };
type Change<More> = (
  parts: UserAdministration,
  manager: UserManager,
  asked: { readonly userId: string } & More,
) => Promise<unknown>;

/** One command on somebody who is there. @param did what it says of them when it is done */
function changeCommand<More>(
  io: Io,
  { name, about, more = '' }: { readonly name: string; readonly about: string; readonly more?: string },
  change: Change<More & { readonly email: string }>,
  did: (options: More) => string,
): Command {
  return withTarget(
    newCommand(name, about, [
      `user ${name} ada@acme.example${more} --stage dev`,
      `user ${name} ada@acme.example${more} --local --dry-run`,
    ]),
  )
    .argument('<email>', 'what they sign in with')
    .option('--dry-run', 'say who it would be and change nothing')
    .action(async (email: string, options: Options & More) => {
      const { dryRun = false } = options;
      const users = await targetUsers(options, io);
      const { id: userId, tenantId } = await users.find(email);
      const { parts, manager } = users.of(tenantId);
      if (!dryRun) await change(parts, manager, { ...options, email, userId });
      const text = `${email} of ${tenantId} ${dryRun ? 'would be changed:' : 'is changed:'} ${did(options)}`;
      printResult(io, options.json, text, { email, tenantId, id: userId, dryRun });
    });
}

/** `user set-role` */
export function userSetRole(io: Io): Command {
  const about = 'give somebody another role; a lower one holds within a minute';
  return changeCommand<{ readonly role: RoleName }>(
    io,
    { name: 'set-role', about, more: ' --role editor' },
    setUserRole,
    ({ role }) => role,
  ).addOption(new Option('--role <role>', 'what they may do').choices(roleNames).makeOptionMandatory());
}

/** `user disable` */
export const userDisable = (io: Io): Command =>
  changeCommand(
    io,
    { name: 'disable', about: "end somebody's access within a minute, until they are enabled" },
    disableUser,
    () => 'disabled',
  );

/** `user enable` */
export const userEnable = (io: Io): Command =>
  changeCommand(
    io,
    { name: 'enable', about: 'let somebody who is disabled sign in again' },
    enableUser,
    () => 'enabled',
  );

/** `user sign-out` */
export const userSignOut = (io: Io): Command =>
  changeCommand(
    io,
    { name: 'sign-out', about: "end somebody's sessions everywhere, within a minute" },
    signUserOut,
    () => 'signed out everywhere',
  );

/** `user reset` */
export function userReset(io: Io): Command {
  return changeCommand<{ readonly mfa?: boolean }>(
    io,
    { name: 'reset', about: 'mail somebody a code for a new password, or another invitation' },
    (parts, manager, { mfa, userId }) =>
      (mfa ? resetUserFactor : resetUserPassword)(parts, manager, { userId }),
    ({ mfa }) => (mfa ? 'a second factor is to be enrolled anew' : 'a mail for a new password is on its way'),
  ).option('--mfa', 'have them enrol a second factor anew instead');
}

/** `user delete` */
export function userDelete(io: Io): Command {
  return changeCommand<{ readonly confirm?: string }>(
    io,
    { name: 'delete', about: 'delete somebody for good', more: ' --confirm ada@acme.example' },
    (parts, manager, { confirm, email, userId }) => {
      if (confirm !== email)
        throw new UsageError(
          `Deleting ${email} can't be undone.`,
          `Say --confirm ${email}, or disable them.`,
        );
      return deleteUser(parts, manager, { userId });
    },
    () => 'deleted',
  ).option('--confirm <email>', 'the address once more, since nothing brings them back');
}
