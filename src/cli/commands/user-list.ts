import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import type { AdminUser } from '../../contract/admin/users.ts';
import { limits } from '../../contract/limits.ts';
import { listUsers } from '../../operations/users/list-users.ts';
import { describeTable } from '../describe-table.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import type { TargetOptions } from '../target.ts';
import { knownTenant } from '../tenant-directory.ts';
import { targetUsers } from '../user-administration.ts';

/** `user list` */
export function userList(io: Io): Command {
  return withTarget(
    newCommand('list', 'list who may sign in to the console of a tenant', [
      'user list --tenant acme --local',
      'user list --tenant acme --stage prod --json',
    ]),
  )
    .requiredOption('--tenant <id>', 'the tenant that they work for')
    .action(async ({ tenant: tenantId, ...options }: TargetOptions & JsonOption & { tenant: string }) => {
      const parts = await targetUsers(options, io);
      await knownTenant(new DirectoryTableWriter(parts.target.clients, parts.target), tenantId, parts.target);
      const users: AdminUser[] = [];
      for (let after: string | null = null, isMore = true; isMore; ) {
        const page = await listUsers(parts, { tenantId }, { limit: limits.listItemsMax, after });
        users.push(...page.items);
        after = page.cursor;
        isMore = page.cursor !== null;
      }
      users.sort((a, b) => (a.email < b.email ? -1 : 1));
      const rows = users.map(({ email, name, role, status }) => [email, role ?? 'none', status, name ?? '']);
      const text = describeTable(['email', 'role', 'status', 'name'], rows);
      printResult(io, options.json, `${text}\n${users.length} users of ${tenantId}`, users);
    });
}
