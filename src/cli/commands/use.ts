import type { Command } from 'commander';
import { type Context, contextInWords, readContext, writeContext } from '../context.ts';
import { CommandError, UsageError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { assertStage, defaultEndpoint, type TargetOptions } from '../target.ts';

type Options = TargetOptions & JsonOption & { readonly none?: boolean };

/** `use` */
export function use(io: Io): Command {
  return withTarget(
    newCommand(
      'use',
      'remember which gateway is meant by commands that name none; without an option, say which',
      ['use --stage dev', 'use --local', 'use --none'],
    ),
  )
    .option('--none', 'forget it: each command must name one again')
    .action(async (options: Options) => {
      const chosen = chosenBy(options);
      if (chosen !== undefined && (await writeContext(io, chosen)) === null)
        throw new CommandError('There is no place to remember it in.', 'Set HOME or XDG_CONFIG_HOME.');
      const now = await readContext(io);
      const text = now
        ? `commands that name no gateway mean ${contextInWords(now)}`
        : 'commands must name a gateway: none is remembered';
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
  if (named.length > 1) throw new UsageError('More than one gateway is named.');
  if (stage !== undefined) assertStage(stage);
  return named[0];
}
