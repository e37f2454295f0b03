import { type Command, Option } from 'commander';
import * as z from 'zod/mini';
import { directoryWriter } from '../../aws/directory-writer.ts';
import { roleNames } from '../../contract/roles.ts';
import type { NewUser } from '../../ports/user-pool.ts';
import { CommandError, UsageError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';
import { targetUserPool } from '../target-user-pool.ts';
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
    .action(async ({ email, name, tenant: tenantId, role, dryRun = false, ...options }: Options) => {
      if (!z.email().safeParse(email).success) throw new UsageError(`"${email}" is no e-mail address.`);
      const target = await resolveTarget(options, io);
      await knownTenant(directoryWriter(target.clients, target), tenantId, target);
      const user = { email, name, tenantId, role };
      const pool = await targetUserPool(target);
      const created = dryRun ? null : await pool.create(user);
      if (!dryRun && !created) throw new CommandError(`There is a user ${email} already.`);
      const did = dryRun ? 'would be invited' : 'is invited; a mail with the first password is on its way';
      const result = { ...user, id: created?.id ?? null, dryRun };
      printResult(io, options.json, `${email}, ${role} of ${tenantId}, ${did}`, result);
    });
}
