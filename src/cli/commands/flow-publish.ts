import { dirname } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { readStoredTenant } from '../../contract/stored-directory.ts';
import type { DirectoryItem } from '../../domain/directory-item.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { queuesOf } from '../../domain/handoff.ts';
import { conversationsOf } from '../../operations/directory/read-tenant-folder.ts';
import { findFlowWarnings } from '../../warnings/find-flow-warnings.ts';
import { assertConversationsPass } from '../check-flow.ts';
import { CommandError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { changedMeanwhile, toVersion } from '../live-version.ts';
import { type JsonOption, newCommand, type SetOption, withPlaceholders, withTarget } from '../new-command.ts';
import { parsePairs, placeholdersOf, standInsOf } from '../placeholders.ts';
import { readFlow, readFlowsBeside } from '../read-flow.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';
import { knownTenant } from '../tenant-directory.ts';
import { describeWarnings } from './flow-validate.ts';

type Options = TargetOptions &
  JsonOption &
  SetOption & { readonly tenant: string; readonly over?: number; readonly dryRun?: boolean };

/** `flow publish FILE` */
export function flowPublish(io: Io): Command {
  const command = newCommand('publish', 'validate and test a flow, store its version and make it live', [
    'flow publish examples/tenants/acme/flows/support.json --tenant acme --local',
    'flow publish flows/support.json --tenant acme --stage prod --dry-run',
  ]);
  return withTarget(withPlaceholders(command))
    .argument('<file>', "the flow's JSON file")
    .requiredOption('--tenant <id>', 'whose flow it is')
    .option('--over <version>', 'replace this version, though it was published in the console', toVersion)
    .option('--dry-run', 'say what would be done and do nothing')
    .action(async (file: string, options: Options) => {
      const target = await resolveTarget(options, io);
      const placeholders = await placeholdersOf(file, { ...target.placeholders, ...parsePairs(options.set) });
      const read = await readFlow(file, placeholders);
      const { flow } = read;
      for (const line of describeWarnings(findFlowWarnings(flow))) io.err(line);
      const others = await readFlowsBeside(file, await standInsOf(dirname(file), placeholders));
      await assertConversationsPass(io, read, others);
      const writer = new DirectoryTableWriter(target.clients, target);
      const { find, itemAt } = await knownTenant(writer, options.tenant, target);
      // Once more, with what is known now.
      await readFlow(file, placeholders, {
        queues: queuesOf(readStoredTenant(find(directoryKeys.tenant))),
      });
      const stored = find(directoryKeys.flow(flow.id, flow.version));
      if (stored !== undefined && !isDeepStrictEqual(stored, JSON.parse(JSON.stringify(flow)))) {
        throw new CommandError(
          `Flow ${flow.id} version ${flow.version} of ${options.tenant} is stored and is another.`,
          'A version never changes, since conversations hold on to it: raise "version" in the file.',
        );
      }
      const live = itemAt(directoryKeys.published(flow.id));
      const before = live?.document ?? null;
      assertSeen(flow.id, live, options);
      if (!options.dryRun) {
        await writer.addFlow(options.tenant, flow, conversationsOf(read));
        if (!(await writer.publish(options.tenant, flow.id, flow.version, live)))
          throw changedMeanwhile(flow.id);
      }
      const did = options.dryRun ? 'would be published' : 'is published';
      const instead = before === flow.version ? 'it was live before' : `before: ${before ?? 'none'}`;
      printResult(
        io,
        options.json,
        `flow ${flow.id} version ${flow.version} of ${options.tenant} ${did} in ${target.label} (${instead})`,
        {
          tenant: options.tenant,
          flow: flow.id,
          version: flow.version,
          before,
          dryRun: options.dryRun === true,
        },
      );
      if (!options.dryRun)
        io.err('New conversations get it within seconds; open ones stay with their version.');
    });
}

/** @throws CommandError when somebody has published in the console what the file's author may never have seen */
function assertSeen(flowId: string, live: DirectoryItem | undefined, { over }: Options): void {
  if (live?.by === undefined || over === live.document) return;
  throw new CommandError(
    `Version ${live.document} of flow ${flowId} was made live in the console.`,
    `Look at it there, bring what it changed into the file, and give --over ${live.document}.`,
  );
}
