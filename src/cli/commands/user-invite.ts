import { type Command, Option } from 'commander';
import * as z from 'zod/mini';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { type Invitation, invitation } from '../../contract/admin/users.ts';
import { faultsOf, inWords } from '../../contract/in-words.ts';
import { roleNames } from '../../contract/roles.ts';
import { inviteUser } from '../../operations/users/invite-user.ts';
import { UsageError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import type { TargetOptions } from '../target.ts';
import { knownTenant } from '../tenant-directory.ts';
import { targetUsers } from '../user-administration.ts';

type Options = TargetOptions &
  JsonOption &
  Pick<Invitation, 'role' | 'name'> & {
    readonly email?: string;
    readonly tenant: string;
    readonly dryRun?: boolean;
  };

/** `user invite` */
export function userInvite(io: Io): Command {
  return withTarget(
    newCommand('invite', 'let somebody sign in to the console of a tenant', [
      'user invite ada@acme.example --tenant acme --role editor --stage dev',
      'user invite ada@acme.example --name "Ada Lovelace" --tenant acme --role admin --local',
    ]),
  )
    .argument('[email]', 'what they sign in with; a mail there has the first password')
    .option('--email <address>', 'the same, as an option')
    .requiredOption('--tenant <id>', 'the tenant that they work for')
    .addOption(new Option('--role <role>', 'what they may do').choices(roleNames).makeOptionMandatory())
    .option('--name <name>', 'what to call them')
    .option('--dry-run', 'check everything and invite nobody')
    .action(async (named: string | undefined, given: Options) => {
      const { name, tenant: tenantId, role, dryRun = false, ...options } = given;
      const email = named ?? given.email;
      if (email === undefined) throw new UsageError('Say who is invited: an email address is missing.');
      const parsed = z.safeParse(
        invitation,
        { email, role, ...(name !== undefined && { name }) },
        { error: inWords },
      );
      if (!parsed.success) {
        const [fault] = faultsOf(parsed.error);
        throw new UsageError(`--${fault?.path} ${fault?.message}.`);
      }
      const users = await targetUsers(options, io);
      const { target } = users;
      await knownTenant(new DirectoryTableWriter(target.clients, target), tenantId, target);
      const { parts, manager } = users.of(tenantId);
      const invited = dryRun ? null : await inviteUser(parts, manager, parsed.data);
      const did = dryRun ? 'would be invited' : 'is invited; a mail with the first password is on its way';
      const result = { ...parsed.data, tenantId, id: invited?.user.id ?? null, dryRun };
      printResult(io, options.json, `${email}, ${role} of ${tenantId}, ${did}`, result);
    });
}
