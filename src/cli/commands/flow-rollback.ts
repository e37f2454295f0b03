import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { confirm, type YesOption } from '../confirm.ts';
import { CommandError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { changedMeanwhile, toVersion } from '../live-version.ts';
import { type JsonOption, newCommand, withTarget, withYes } from '../new-command.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';
import { knownTenant } from '../tenant-directory.ts';

type Options = TargetOptions &
  JsonOption &
  YesOption & { readonly tenant: string; readonly to?: number; readonly dryRun?: boolean };

/** `flow rollback FLOW` */
export function flowRollback(io: Io): Command {
  const command = newCommand('rollback', 'make an earlier version of a flow live again', [
    'flow rollback support --tenant acme --local',
    'flow rollback support --tenant acme --to 3 --stage prod',
  ]);
  return withTarget(withYes(command))
    .argument('<flow>', 'id of the flow')
    .requiredOption('--tenant <id>', 'whose flow it is')
    .option('--to <version>', 'the version to go back to; by default the one before what is live', toVersion)
    .option('--dry-run', 'say what would be done and do nothing')
    .action(async (flowId: string, options: Options) => {
      const target = await resolveTarget(options, io);
      const writer = new DirectoryTableWriter(target.clients, target);
      const { itemAt, versionsOf } = await knownTenant(writer, options.tenant, target);
      const live = itemAt(directoryKeys.published(flowId));
      const current = Number(live?.document ?? 0);
      const versions = versionsOf(flowId);
      const version = options.to ?? versions.findLast((stored) => stored < current);
      if (version === undefined || !versions.includes(version)) {
        const wanted = options.to ? `version ${options.to}` : 'earlier version';
        throw new CommandError(
          `Flow ${flowId} of ${options.tenant} has no ${wanted}.`,
          versions.length > 0 ? `Stored versions: ${versions.join(', ')}.` : 'No version of it is stored.',
        );
      }
      if (version === current)
        throw new CommandError(
          `Version ${version} of flow ${flowId} of ${options.tenant} is live already.`,
          `Nothing was done. Stored versions: ${versions.join(', ')}.`,
        );
      const what = `Make version ${version} of flow ${flowId} live instead of ${current}`;
      if (!options.dryRun) await confirm(io, target, options, what);
      if (!options.dryRun && !(await writer.publish(options.tenant, flowId, version, live)))
        throw changedMeanwhile(flowId);
      printResult(
        io,
        options.json,
        `flow ${flowId} of ${options.tenant}: ${options.dryRun ? 'would go' : 'went'} from version ${current} to ${version} in ${target.label}`,
        { tenant: options.tenant, flow: flowId, before: current, version, dryRun: options.dryRun === true },
      );
    });
}
