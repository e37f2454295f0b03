import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { coloredIo, errorInColor } from './colors.ts';
import { type CreateCommand, commandGroups, namedCommands, singleCommands } from './command-tree.ts';
import { ReportedFailure, UsageError } from './errors.ts';
import { explainError } from './explain-error.ts';
import type { Io } from './io.ts';
import { printable, printableIo } from './printable.ts';

const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

const helpText = `
Every command that works on a gateway needs to be told which: --local (the stack of \`npm start\`), --stage dev|prod
(with your AWS credentials), or --prefix; \`gateway use\` remembers one. Exit codes: 0 done, 1 failed, 2 called wrongly.

Examples:
  npx gateway tenant list --local
  npx gateway flow test examples/tenants/acme/flows/support.json
  npx gateway tenant apply --help`;

/**
 * Runs one command.
 * @param argv without the program's own name
 * @returns the exit code: 0 done, 1 failed, 2 called wrongly
 */
export async function main(argv: readonly string[], terminal: Io): Promise<number> {
  const isPlain = argv.includes('--json');
  const speaking = printableIo(
    isPlain ? { ...terminal, colors: { out: false, err: false } } : terminal,
    coloredIo,
  );
  const isQuiet = argv.some((arg) => arg === '--quiet' || arg === '-q');
  const io = isQuiet ? { ...speaking, err: () => undefined } : speaking;
  try {
    const program = await createProgram(io, argv);
    await program.parseAsync([...argv], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError && error.exitCode === 0) return exitCodes.ok;
    // It has printed its help in the place of an error.
    if (error instanceof CommanderError && error.code === 'commander.help') return exitCodes.usage;
    if (error instanceof ReportedFailure) return exitCodes.failed;
    const explained = explainError(error);
    const { message, mend, faults } = explained;
    if (isPlain)
      speaking.err(JSON.stringify({ error: { message, ...(mend && { mend }), ...(faults && { faults }) } }));
    else {
      terminal.err(errorInColor(terminal, printable(message)));
      if (mend) speaking.err(mend);
    }
    return explained instanceof UsageError ? exitCodes.usage : exitCodes.failed;
  }
}

/** Only the command that is called is loaded; all of them for what speaks of all. */
async function createProgram(io: Io, argv: readonly string[]): Promise<Command> {
  const program = new Command('gateway')
    .version(manifest.version, '-V, --version', 'print the version')
    // Behind a command, --version is that command's own.
    .enablePositionalOptions()
    .description('Operates the conversational messaging gateway, on AWS or on this machine.')
    .addHelpText('after', helpText);
  const [first, second] = argv.filter((word) => !word.startsWith('-'));
  const speaksOfAll = first === 'help' || first === 'completion';
  const add = async (to: Command, load: () => Promise<CreateCommand>) => to.addCommand((await load())(io));
  for (const [name, { about, commands }] of Object.entries(commandGroups)) {
    const group = program.command(name).description(about);
    const wanted =
      first === name ? namedCommands(commands, second) : speaksOfAll ? Object.values(commands) : [];
    for (const load of wanted) await add(group, load);
  }
  const isInGroup = first !== undefined && Object.hasOwn(commandGroups, first);
  const singles = speaksOfAll ? Object.values(singleCommands) : namedCommands(singleCommands, first);
  for (const load of isInGroup ? [] : singles) await add(program, load);
  configure(program, io);
  return program;
}

/** Commander inherits none of this by `addCommand`. */
function configure(command: Command, io: Io): void {
  command
    .exitOverride()
    .helpOption('-h, --help', 'print this text')
    .configureHelp({ helpWidth: 100 })
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
      // Told with all other errors, in one style.
      outputError: () => undefined,
    });
  if (command.commands.length > 0) command.helpCommand('help [command]', 'print the help of a command');
  for (const child of command.commands) configure(child, io);
}
