import { type Command, Option } from 'commander';
import * as z from 'zod/mini';
import { DirectoryRecordsTable } from '../../aws/directory-records-table.ts';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { SqsQueue } from '../../aws/sqs-queue.ts';
import { CognitoUserPool, createCognitoClient, findUserPool } from '../../aws/user-pool.ts';
import { type Invitation, invitation } from '../../contract/admin/users.ts';
import { inWords, problemsOf } from '../../contract/in-words.ts';
import { type RoleName, roleNames } from '../../contract/roles.ts';
import { audited } from '../../operations/admin/audit.ts';
import {
  deleteUser,
  disableUser,
  enableUser,
  resetUserFactor,
  resetUserPassword,
  setUserRole,
  signUserOut,
} from '../../operations/users/change-account.ts';
import { inviteUser } from '../../operations/users/invite-user.ts';
import { syncUsers } from '../../operations/users/sync-users.ts';
import {
  enqueueRelease,
  listUsers,
  type UserAdministration,
  type UserManager,
} from '../../operations/users/user-administration.ts';
import type { DirectoryRecords } from '../../ports/directory-writer.ts';
import type { PoolUser, UserPool } from '../../ports/users.ts';
import { CommandError, UsageError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newTargetCommand, newTenantCommand } from '../new-command.ts';
import { allPages, describeTable } from '../records.ts';
import { operatorOf } from '../stored-flow.ts';
import { deployedNames, resolveTarget, type Target, type TargetOptions } from '../target.ts';
import { knownTenant } from '../tenant-directory.ts';

/** What user commands use. */
export interface TargetUsers {
  readonly target: Target;
  readonly pool: UserPool;
  readonly records: DirectoryRecords;
  readonly nowMs: () => number;
  /** With an audit log: that of the tenant. */
  of(tenantId: string): { readonly parts: UserAdministration; readonly manager: UserManager };
  /** @throws CommandError if no user of the tenant has this address */
  find(email: string): Promise<PoolUser & { readonly tenantId: string }>;
}

/**
 * The users of the gateway that the options name.
 * @throws UsageError, CommandError
 */
export async function targetUsers(options: TargetOptions, io: Io): Promise<TargetUsers> {
  const target = await resolveTarget(options, io);
  const pool = await targetUserPool(target);
  const records = new DirectoryRecordsTable(target.clients.dynamodb, target.tablePrefix);
  const { nowMs } = io;
  return {
    ...{ target, pool, records, nowMs },
    of(tenantId) {
      const manager = { id: null, role: 'super-admin', tenantId } as const;
      const { caller, audit } = operatorOf(target, tenantId, io);
      const parts: UserAdministration = {
        ...{ pool, records, nowMs },
        giveBack: async (...named) =>
          enqueueRelease(new SqsQueue(target.clients, await target.jobQueue()), audit.log)(...named),
        audited: (change, make) => audited(audit, caller, change, make),
      };
      return { parts, manager };
    },
    async find(email) {
      const found = await pool.find(email);
      if (found?.tenantId) return { ...found, tenantId: found.tenantId };
      throw new CommandError(
        `There is no user ${email} of a tenant in ${target.label}.`,
        'See `npx gateway user list --tenant ID`.',
      );
    },
  };
}

/**
 * The user pool of a gateway, on AWS or on this machine.
 * @throws CommandError when there is none
 */
export async function targetUserPool(target: Target): Promise<CognitoUserPool> {
  const cognito = createCognitoClient(target.env);
  const name = deployedNames(target.tablePrefix).userPool;
  const poolId = await findUserPool(cognito, name);
  if (poolId !== null) return new CognitoUserPool(cognito, poolId);
  throw new CommandError(
    `There is no user pool ${name} in ${target.label}.`,
    target.local ? 'Start the local stack again.' : 'Check --stage, AWS_REGION and the account.',
  );
}

/** `user list` */
export function userList(io: Io): Command {
  return newTenantCommand('list', "list the users of a tenant's console", [
    'user list --tenant acme --local',
    'user list --tenant acme --stage prod --json',
  ]).action(async ({ tenant: tenantId, ...options }: TargetOptions & JsonOption & { tenant: string }) => {
    const parts = await targetUsers(options, io);
    await knownTenant(new DirectoryTableWriter(parts.target.clients, parts.target), tenantId, parts.target);
    const users = await allPages((page) => listUsers(parts, { tenantId }, page));
    users.sort((a, b) => (a.email < b.email ? -1 : 1));
    const rows = users.map(({ email, name, role, status }) => [email, role ?? 'none', status, name ?? '']);
    const text = describeTable(['email', 'role', 'status', 'name'], rows);
    printResult(io, options.json, `${text}\n${users.length} users of ${tenantId}`, users);
  });
}

type Options = TargetOptions &
  JsonOption &
  Pick<Invitation, 'role' | 'name'> & {
    readonly tenant: string;
    readonly dryRun?: boolean;
  };

/** `user invite` */
export function userInvite(io: Io): Command {
  return newTargetCommand('invite', 'invite a user to the console of a tenant', [
    'user invite ada@acme.example --tenant acme --role editor --stage dev',
    'user invite ada@acme.example --name "Ada Lovelace" --tenant acme --role admin --local',
  ])
    .argument('<email>', 'the email address to sign in with, which receives a temporary password')
    .requiredOption('--tenant <id>', 'the tenant')
    .addOption(new Option('--role <role>', "the user's role").choices(roleNames).makeOptionMandatory())
    .option('--name <name>', "the user's name")
    .option('--dry-run', 'check everything without inviting')
    .action(async (email: string, given: Options) => {
      const { name, tenant: tenantId, role, dryRun = false, ...options } = given;
      const parsed = z.safeParse(
        invitation,
        { email, role, ...(name !== undefined && { name }) },
        { error: inWords },
      );
      if (!parsed.success) {
        const [problem] = problemsOf(parsed.error);
        throw new UsageError(`The ${problem?.path} ${problem?.message}.`);
      }
      const users = await targetUsers(options, io);
      const { target } = users;
      await knownTenant(new DirectoryTableWriter(target.clients, target), tenantId, target);
      const { parts, manager } = users.of(tenantId);
      const invited = dryRun ? null : await inviteUser(parts, manager, parsed.data);
      const did = dryRun ? 'would be invited' : 'is invited by email with a temporary password';
      const result = { ...parsed.data, tenantId, id: invited?.user.id ?? null, dryRun };
      printResult(io, options.json, `${email}, ${role} of ${tenantId}, ${did}`, result);
    });
}

type UserChangeOptions = TargetOptions & JsonOption & { readonly dryRun?: boolean };
type Change<More> = (
  parts: UserAdministration,
  manager: UserManager,
  asked: { readonly userId: string } & More,
) => Promise<unknown>;

/** Runs a command on an existing user. @param did the success message */
function changeCommand<More>(
  io: Io,
  { name, about, more = '' }: { readonly name: string; readonly about: string; readonly more?: string },
  change: Change<More & { readonly email: string }>,
  did: (options: More) => string,
): Command {
  return newTargetCommand(name, about, [
    `user ${name} ada@acme.example${more} --stage dev`,
    `user ${name} ada@acme.example${more} --local --dry-run`,
  ])
    .argument('<email>', "the user's email address")
    .option('--dry-run', 'report the change without making it')
    .action(async (email: string, options: UserChangeOptions & More) => {
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
  const about = "change a user's role; a lower one takes effect within a minute";
  return changeCommand<{ readonly role: RoleName }>(
    io,
    { name: 'set-role', about, more: ' --role editor' },
    setUserRole,
    ({ role }) => role,
  ).addOption(new Option('--role <role>', "the user's role").choices(roleNames).makeOptionMandatory());
}

/** `user disable` */
export const userDisable = (io: Io): Command =>
  changeCommand(
    io,
    { name: 'disable', about: "end a user's access within a minute, until the user is enabled" },
    disableUser,
    () => 'disabled',
  );

/** `user enable` */
export const userEnable = (io: Io): Command =>
  changeCommand(
    io,
    { name: 'enable', about: 'let a disabled user sign in again' },
    enableUser,
    () => 'enabled',
  );

/** `user sign-out` */
export const userSignOut = (io: Io): Command =>
  changeCommand(
    io,
    { name: 'sign-out', about: "end a user's sessions everywhere within a minute" },
    signUserOut,
    () => 'signed out everywhere',
  );

/** `user reset` */
export function userReset(io: Io): Command {
  return changeCommand<{ readonly mfa?: boolean }>(
    io,
    { name: 'reset', about: 'email a user a reset code, or a new invitation' },
    (parts, manager, { mfa, userId }) =>
      (mfa ? resetUserFactor : resetUserPassword)(parts, manager, { userId }),
    ({ mfa }) => (mfa ? '2FA must be set up again' : 'an email to reset the password is sent'),
  ).option('--mfa', 'require the user to set up 2FA again instead');
}

/** `user delete` */
export function userDelete(io: Io): Command {
  return changeCommand<{ readonly confirm?: string }>(
    io,
    { name: 'delete', about: 'delete a user permanently', more: ' --confirm ada@acme.example' },
    (parts, manager, { confirm, email, userId }) => {
      if (confirm !== email)
        throw new UsageError(
          `Deleting ${email} can't be undone.`,
          `Pass --confirm ${email}, or disable the user instead.`,
        );
      return deleteUser(parts, manager, { userId });
    },
    () => 'deleted',
  ).option('--confirm <email>', 'the email address again, since this cannot be undone');
}

/** `user sync` */
export function userSync(io: Io): Command {
  return newTargetCommand(
    'sync',
    "synchronize the directory with the user pool, after changes in Cognito's own console",
    ['user sync --stage prod'],
  ).action(async (options: TargetOptions & JsonOption) => {
    const parts = await targetUsers(options, io);
    const { users, removed } = await syncUsers(parts);
    const text = `${users} users of ${parts.target.label} are in sync; ${removed} deleted ones were removed`;
    printResult(io, options.json, text, { users, removed });
  });
}
