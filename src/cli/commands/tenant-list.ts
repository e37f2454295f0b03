import type { Command } from 'commander';
import { DirectoryTable } from '../../aws/directory-table.ts';
import { describeTable } from '../describe-table.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

/** `tenant list` */
export function tenantList(io: Io): Command {
  return withTarget(
    newCommand('list', 'list every tenant, and whether it is served', [
      'tenant list --local',
      'tenant list --stage prod --json',
    ]),
  ).action(async (options: TargetOptions & JsonOption) => {
    const target = await resolveTarget(options, io);
    const directory = new DirectoryTable(target.clients.dynamodb, target.tablePrefix, io.nowMs);
    const tenants = await directory.listTenants();
    const rows = tenants.map(({ id, status, name }) => [id, status, name]);
    const text =
      rows.length > 0 ? describeTable(['tenant', 'status', 'name'], rows) : 'There are no tenants yet.';
    printResult(io, options.json, text, tenants);
  });
}
