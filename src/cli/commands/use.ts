import type { Command } from 'commander';
import { type Context, contextInWords, readContext, writeContext } from '../context.ts';
import { CommandError, UsageError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newTargetCommand } from '../new-command.ts';
import { assertStage, defaultEndpoint, type TargetOptions } from '../target.ts';

type Options = TargetOptions & JsonOption & { readonly none?: boolean };

/** `use` */
export function use(io: Io): Command {
  return newTargetCommand('use', 'set the default gateway for commands; without an option, show it', [
    'use --stage dev',
    'use --local',
    'use --none',
  ])
    .option('--none', 'remove the default: each command must name one again')
    .action(async (options: Options) => {
      const chosen = chosenBy(options);
      if (chosen !== undefined && (await writeContext(io, chosen)) === null)
        throw new CommandError('There is no folder for the configuration.', 'Set HOME or XDG_CONFIG_HOME.');
      const now = await readContext(io);
      const text = now
        ? `default gateway: ${contextInWords(now)}`
        : 'no default gateway: commands must name one';
      printResult(io, options.json, text, { context: now });
    });
}

/** @returns undefined when only the question was asked @throws UsageError for more than one */
function chosenBy({ stage, prefix, local, endpoint, none }: Options): Context | null | undefined {
  const named: readonly (Context | null)[] = [
    ...(stage === undefined ? [] : [{ stage }]),
    ...(prefix === undefined ? [] : [{ prefix }]),
    ...(local || endpoint ? [{ endpoint: new URL(endpoint ?? defaultEndpoint).origin }] : []),
    ...(none ? [null] : []),
  ];
  if (named.length > 1) throw new UsageError('More than one gateway is selected.');
  if (stage !== undefined) assertStage(stage);
  return named[0];
}
