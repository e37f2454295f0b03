import { createInterface } from 'node:readline/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { CommandError, UsageError } from './explain-error.ts';
import type { Io } from './io.ts';
import type { Target, TargetOptions } from './target.ts';

/** A command with `--json`, unless it has no result, and help that ends with examples. */
export function newCommand(
  name: string,
  description: string,
  examples: readonly string[],
  { json = true }: { readonly json?: boolean } = {},
): Command {
  // One in whose middle the program stands names it itself.
  const lines = examples.map((example) =>
    example.includes('npx gateway') ? `  ${example}` : `  npx gateway ${example}`,
  );
  const command = new IdCommand(name)
    .description(description)
    .addHelpText('after', `\nExamples:\n${lines.join('\n')}`);
  command.option('-q, --quiet', 'print only the result and errors');
  return json ? command.option('--json', 'print the result as JSON') : command;
}

/** Takes an ID that starts with a hyphen, as one in 64 conversation IDs does, for an argument and not for options. */
class IdCommand extends Command {
  override parseOptions(argv: string[]) {
    const takesValue = (name = '') =>
      this.options.some(({ short, long, required }) => required && (short === name || long === name));
    const isId = (arg: string, n: number) => /^-[\w-]{23}$/.test(arg) && !takesValue(argv[n - 1]);
    const hidden = argv.map((arg, n) => (isId(arg, n) ? `\0${arg}` : arg));
    const { operands, unknown } = super.parseOptions(hidden);
    const shown = (args: readonly string[]) => args.map((arg) => arg.replace('\0', ''));
    return { operands: shown(operands), unknown: shown(unknown) };
  }
}

/** Adds the option that skips the confirmation. @see confirm */
export function withYes(command: Command): Command {
  return command.option('-y, --yes', 'skip the confirmation');
}

/** Lets a command choose the gateway that it works on. @see resolveTarget */
export function withTarget(command: Command): Command {
  return command
    .option(
      '--stage <name>',
      'the deployment of this name, in the account and region of your AWS credentials',
    )
    .option(
      '--prefix <prefix>',
      'the deployment whose resource names start with this, for example gateway-dev-',
    )
    .option('--local', 'the local stack of `npm start`')
    .option('--endpoint <url>', 'a local stack at a URL other than http://127.0.0.1:3000');
}

/** A command on a gateway. */
export const newTargetCommand = (...asked: Parameters<typeof newCommand>): Command =>
  withTarget(newCommand(...asked));

/** A command on one tenant of a gateway. */
export const newTenantCommand = (...asked: Parameters<typeof newCommand>): Command =>
  newTargetCommand(...asked).requiredOption('--tenant <id>', 'the tenant');

/** Options of a command on one tenant. */
export type TenantOptions = TargetOptions & JsonOption & { readonly tenant: string };

/** Lets a command fill `${NAME}` in the files that it reads. */
export function withPlaceholders(command: Command): Command {
  return command.option(
    '--set <NAME=value>',
    'value of a placeholder in the files; repeatable',
    (pair: string, before: readonly string[] = []) => [...before, pair],
  );
}

export interface LimitOption {
  readonly limit: number;
}

/** An option for how many rows are shown. */
export function limitOption(about: string, standard: number, most = Number.MAX_SAFE_INTEGER): Option {
  const rule = most === Number.MAX_SAFE_INTEGER ? 'from 1' : `from 1 to ${most}`;
  return new Option('--limit <count>', about).default(standard).argParser((text) => {
    const count = Number(text);
    if (Number.isSafeInteger(count) && count >= 1 && count <= most) return count;
    throw new InvalidArgumentError(`It must be a whole number ${rule}.`);
  });
}

export interface JsonOption {
  readonly json?: boolean;
}

export interface SetOption {
  readonly set?: readonly string[];
}

export interface YesOption {
  readonly yes?: boolean;
}

/**
 * Asks for confirmation before a change to a deployment that users notice; never for a local stack.
 * @throws UsageError without a terminal
 * @throws CommandError when the answer is not yes
 */
export async function confirm(
  io: Io,
  target: Pick<Target, 'label' | 'local'>,
  { yes = false }: YesOption,
  what: string,
): Promise<void> {
  if (yes || target.local) return;
  if (!io.isTerminal)
    throw new UsageError(`${what} in ${target.label}: confirmation requires a terminal.`, 'Pass --yes.');
  io.err(`${what} in ${target.label}? Type yes to continue.`);
  const lines = createInterface({ input: io.input });
  const { value } = await lines[Symbol.asyncIterator]().next();
  lines.close();
  if (
    String(value ?? '')
      .trim()
      .toLowerCase() !== 'yes'
  )
    throw new CommandError('Nothing was done.');
}
