import { type Command, Option } from 'commander';
import * as z from 'zod/mini';
import { directoryWriter } from '../../aws/directory-writer.ts';
import { type NewUser, userPool } from '../../aws/user-pool.ts';
import { roleNames } from '../../contract/roles.ts';
import { deployedNames } from '../deployed-names.ts';
import { CommandError, UsageError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { addLocalUser } from '../local-users.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { resolveTarget, type Target, type TargetOptions } from '../target.ts';
import { knownTenant } from '../tenant-directory.ts';

type Options = TargetOptions & JsonOption & NewUser & { readonly tenant: string; readonly dryRun?: boolean };

/** `user create` */
export function userCreate(io: Io): Command {
  return withTarget(
    newCommand('create', 'let somebody sign in to the admin application of a tenant', [
      'user create --email ada@acme.example --tenant acme --role editor --stage dev',
      'user create --email ada@acme.example --name "Ada Lovelace" --tenant acme --role admin --local',
    ]),
  )
    .requiredOption('--email <address>', 'what they sign in with; Cognito mails the first password there')
    .requiredOption('--tenant <id>', 'the tenant that they work for')
    .addOption(new Option('--role <role>', 'what they may do').choices(roleNames).makeOptionMandatory())
    .option('--name <name>', 'what to call them')
    .option('--dry-run', 'check everything and create nobody')
    .action(async ({ email, name, tenant: tenantId, role, ...options }: Options) => {
      if (!z.email().safeParse(email).success) throw new UsageError(`"${email}" is no e-mail address.`);
      const target = await resolveTarget(options, io);
      await knownTenant(directoryWriter(target.clients, target), tenantId, target);
      const user = { email, name, tenantId, role };
      const did = target.local
        ? await addLocalUser(target.local.usersFile, user, options.dryRun === true)
        : await addCognitoUser(target, user, options.dryRun === true);
      printResult(io, options.json, `${email}, ${role} of ${tenantId}, ${did.text}`, {
        ...user,
        id: did.id,
        dryRun: options.dryRun === true,
      });
    });
}

async function addCognitoUser(target: Target, user: NewUser, dryRun: boolean) {
  const poolName = deployedNames(target.tablePrefix).userPool;
  const pool = userPool(target.env, poolName);
  const poolId = await pool.findId();
  if (poolId === null) {
    throw new CommandError(
      `There is no user pool ${poolName} in ${target.label}.`,
      'Check --stage, AWS_REGION and the account.',
    );
  }
  if (dryRun) return { id: null, text: `would be created in ${poolName}` };
  const id = await pool.create(poolId, user);
  if (id === null) {
    throw new CommandError(
      `There is a user ${user.email} already.`,
      'Change tenant or role of an existing user in the Cognito console, or with aws cognito-idp admin-update-user-attributes.',
    );
  }
  return { id, text: `is created in ${poolName}; a mail with the first password is on its way` };
}
