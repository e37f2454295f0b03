import type { Command } from 'commander';
import { describeChanges, findChanges } from '../directory-changes.ts';
import { type Io, printResult } from '../io.ts';
import { toVersion } from '../live-version.ts';
import { type JsonOption, newCommand, type SetOption, withPlaceholders, withTarget } from '../new-command.ts';
import { parsePairs, placeholdersOf } from '../placeholders.ts';
import { readFlow } from '../read-flow.ts';
import { storedContent, tenantRecords, type WhichOptions } from '../stored-flow.ts';
import type { TargetOptions } from '../target.ts';

type Options = TargetOptions & JsonOption & SetOption & WhichOptions;

/** `flow diff FILE` */
export function flowDiff(io: Io): Command {
  return withTarget(
    withPlaceholders(
      newCommand(
        'diff',
        'show where a flow’s file differs from what is stored: what publishing it would change',
        [
          'flow diff tenants/acme/flows/support.json --tenant acme --stage prod',
          'flow diff support.json --tenant acme --draft --local --json',
        ],
      ),
    ),
  )
    .argument('<file>', "the flow's JSON file")
    .requiredOption('--tenant <id>', 'whose flow it is')
    .option('--version <version>', 'compare with this version; by default with what is live', toVersion)
    .option('--draft', 'compare with its draft')
    .action(async (file: string, options: Options) => {
      const records = await tenantRecords(options, io);
      const given = { ...records.target.placeholders, ...parsePairs(options.set) };
      const { flow } = await readFlow(file, await placeholdersOf(file, given));
      const { called, definition } = await storedContent(records, flow.id, options);
      const sk = `flow ${flow.id}`;
      // A draft's own id and version are not looked at.
      const before = { ...definition, ...(options.draft && { id: flow.id, version: flow.version }) };
      const changes = findChanges([{ sk, document: before }], [{ sk, document: flow }]);
      const fields = changes.flatMap((change) => change.fields);
      const text =
        fields.length === 0
          ? `${file} is as ${called} of flow ${flow.id}`
          : [`${called} of flow ${flow.id} would become ${file}:`, ...describeChanges(changes)].join('\n');
      printResult(io, options.json, text, { flow: flow.id, same: fields.length === 0, changes: fields });
    });
}
