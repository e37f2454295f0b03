import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import type { Tenant } from '../../contract/directory.ts';
import { confirm, type YesOption } from '../confirm.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget, withYes } from '../new-command.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';
import { noSuchTenant } from '../tenant-directory.ts';

/** `tenant suspend ID` */
export function tenantSuspend(io: Io): Command {
  return withTarget(
    withYes(
      newCommand(
        'suspend',
        'stop serving a tenant: its visitors get 404, its users 403; nothing is deleted',
        ['tenant suspend acme --stage prod', 'tenant suspend acme --stage prod --yes'],
      ),
    ),
  )
    .argument('<id>', 'the tenant')
    .action((id: string, options: TargetOptions & JsonOption & YesOption) =>
      setStatus(io, id, 'suspended', options),
    );
}

/** `tenant resume ID` */
export function tenantResume(io: Io): Command {
  return withTarget(
    newCommand('resume', 'serve a suspended tenant again', ['tenant resume acme --stage prod']),
  )
    .argument('<id>', 'the tenant')
    .action((id: string, options: TargetOptions & JsonOption) => setStatus(io, id, 'active', options));
}

async function setStatus(
  io: Io,
  id: string,
  status: Tenant['status'],
  options: TargetOptions & JsonOption & YesOption,
): Promise<void> {
  const target = await resolveTarget(options, io);
  const writer = new DirectoryTableWriter(target.clients, target);
  if (status === 'suspended') await confirm(io, target, options, `Stop serving tenant ${id}`);
  if (!(await writer.setStatus(id, status))) throw noSuchTenant(id, target);
  printResult(io, options.json, `tenant ${id} is ${status} in ${target.label}, everywhere within a minute`, {
    tenant: id,
    status,
  });
  io.err(`Its tenant.json must say "status": "${status}" too, or the next apply undoes this.`);
}
