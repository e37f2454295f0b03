import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Command } from 'commander';
import { CommandError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { toVersion } from '../live-version.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { conversationsFileOf } from '../read-flow.ts';
import { storedContent, tenantRecords, type WhichOptions } from '../stored-flow.ts';
import type { TargetOptions } from '../target.ts';

type Options = TargetOptions &
  JsonOption &
  WhichOptions & { readonly out?: string; readonly overwrite?: boolean };

/** `flow pull FLOW` */
export function flowPull(io: Io): Command {
  return withTarget(
    newCommand('pull', 'write a stored flow, and its scripted conversations, into files', [
      'flow pull support --tenant acme --stage prod --out tenants/acme/flows/support.json',
      'flow pull support --tenant acme --draft --local --overwrite',
    ]),
  )
    .argument('<flow>', 'id of the flow')
    .requiredOption('--tenant <id>', 'whose flow it is')
    .option('--version <version>', 'this version; by default what is live', toVersion)
    .option('--draft', 'its draft instead')
    .option('--out <file>', 'the file to write; by default FLOW.json in this folder')
    .option('--overwrite', 'also files that are there already')
    .action(async (flowId: string, options: Options) => {
      const { called, definition, conversations } = await storedContent(
        await tenantRecords(options, io),
        flowId,
        options,
      );
      const file = options.out ?? `${flowId}.json`;
      const files = new Map<string, unknown>([[file, definition]]);
      if (conversations.length > 0) files.set(conversationsFileOf(file), conversations);
      const there = [...files.keys()].filter((name) => existsSync(name));
      if (there.length > 0 && !options.overwrite)
        throw new CommandError(
          `There ${there.length > 1 ? 'are files' : 'is a file'} ${there.join(' and ')} already.`,
          'Look at `npx gateway flow diff` first, then give --overwrite, or --out another file.',
        );
      await mkdir(dirname(file), { recursive: true });
      for (const [name, content] of files) await writeFile(name, `${JSON.stringify(content, null, 2)}\n`);
      const lines = [...files.keys()].map((name) => `+ ${name}`);
      printResult(io, options.json, [`flow ${flowId}, ${called}:`, ...lines].join('\n'), {
        flow: flowId,
        version: typeof definition.version === 'number' ? definition.version : null,
        files: [...files.keys()],
      });
      if (!options.draft) io.err('Placeholders of the files that it came from are filled in.');
    });
}
