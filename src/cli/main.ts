import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { explainError, ReportedFailure, UsageError } from './explain-error.ts';
import { coloredIo, errorInColor, type Io, printable, printableIo } from './io.ts';

const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

const helpText = `
Most commands need a gateway: --local (the stack of \`npm start\`), --stage NAME (with your AWS credentials), or --prefix.
\`gateway use\` sets a default. Exit codes: 0 success, 1 failure, 2 usage error.

Examples:
  npx gateway tenant list --local
  npx gateway flow test examples/tenants/acme/flows/support.json
  npx gateway tenant apply --help`;

/**
 * Runs one command.
 * @param argv without the program's own name
 * @returns the exit code: 0 success, 1 failure, 2 usage error
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
    const { message, fix, problems } = explained;
    if (isPlain)
      speaking.err(
        JSON.stringify({
          error: { message, ...(fix && { mend: fix }), ...(problems && { faults: problems }) },
        }),
      );
    else {
      terminal.err(errorInColor(terminal, printable(message)));
      if (fix) speaking.err(fix);
    }
    return explained instanceof UsageError ? exitCodes.usage : exitCodes.failed;
  }
}

/** Loads only the called command; `--help` and completion load all. */
async function createProgram(io: Io, argv: readonly string[]): Promise<Command> {
  const program = new Command('gateway')
    .version(manifest.version, '-V, --version', 'print the version')
    // Behind a command, --version is that command's own.
    .enablePositionalOptions()
    .description('Operate the conversational messaging gateway, on AWS or locally.')
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

/** Makes one command. */
type CreateCommand = (io: Io) => Command;

/** Loads a command's file, and only that: most bring clients or the engine with them. */
type LoadCommand = () => Promise<CreateCommand>;

interface CommandGroup {
  readonly about: string;
  readonly commands: Readonly<Record<string, LoadCommand>>;
}

const conversation = () => import('./commands/conversation.ts');
const label = () => import('./commands/label.ts');
const queue = () => import('./commands/queue.ts');
const dlq = () => import('./commands/dlq.ts');
const flow = () => import('./commands/flow.ts');
const flowFiles = () => import('./commands/flow-files.ts');
const flowRehearse = () => import('./commands/flow-rehearse.ts');
const flowLinks = () => import('./commands/flow-links.ts');
const report = () => import('./commands/report.ts');
const tenant = () => import('./commands/tenant.ts');
const user = () => import('./commands/user.ts');
const contact = () => import('./commands/contact.ts');
const visitor = () => import('./commands/visitor.ts');

/** `gateway GROUP COMMAND`, in the order in which help lists them. */
export const commandGroups: Readonly<Record<string, CommandGroup>> = {
  tenant: {
    about: 'apply, list and manage tenants',
    commands: {
      init: async () => (await tenant()).tenantInit,
      apply: async () => (await import('./commands/tenant-apply.ts')).tenantApply,
      list: async () => (await tenant()).tenantList,
      show: async () => (await tenant()).tenantShow,
      suspend: async () => (await tenant()).tenantSuspend,
      resume: async () => (await tenant()).tenantResume,
      remove: async () => (await tenant()).tenantRemove,
    },
  },
  flow: {
    about: 'validate, test, chat with and publish flows',
    commands: {
      init: async () => (await flowFiles()).flowInit,
      dev: async () => (await import('./commands/flow-dev.ts')).flowDev,
      validate: async () => (await flowFiles()).flowValidate,
      test: async () => (await flowFiles()).flowTest,
      chat: async () => (await flowRehearse()).flowChat,
      publish: async () => (await flow()).flowPublish,
      rollback: async () => (await flow()).flowRollback,
      list: async () => (await flow()).flowList,
      show: async () => (await flow()).flowShow,
      pull: async () => (await flowFiles()).flowPull,
      diff: async () => (await flow()).flowDiff,
      replay: async () => (await flowRehearse()).flowReplay,
      share: async () => (await flowLinks()).flowShare,
      links: async () => (await flowLinks()).flowLinks,
      unshare: async () => (await flowLinks()).flowUnshare,
    },
  },
  widget: {
    about: "list a tenant's widgets",
    commands: { list: async () => (await tenant()).widgetList },
  },
  label: {
    about: 'manage labels for conversations',
    commands: {
      list: async () => (await label()).labelListCommand,
      set: async () => (await label()).labelSet,
      remove: async () => (await label()).labelRemove,
    },
  },
  queue: {
    about: 'manage the queues of conversations that wait for agents',
    commands: {
      list: async () => (await queue()).queueList,
      show: async () => (await queue()).queueShow,
      set: async () => (await queue()).queueSet,
    },
  },
  conversation: {
    about: 'find conversations and read their transcripts',
    commands: {
      list: async () => (await conversation()).conversationList,
      search: async () => (await import('./commands/conversation-search.ts')).conversationSearch,
      show: async () => (await conversation()).conversationShow,
      triage: async () => (await import('./commands/conversation-triage.ts')).conversationTriage,
      restart: async () => (await conversation()).conversationRestart,
    },
  },
  report: {
    about: 'show reports on conversations',
    commands: {
      figures: async () => (await report()).reportFigures,
      labels: async () => (await report()).reportLabels,
      refusals: async () => (await report()).reportRefusals,
      steps: async () => (await report()).reportSteps,
      tenants: async () => (await report()).reportTenants,
      versions: async () => (await report()).reportVersions,
    },
  },
  message: {
    about: 'trace a message',
    commands: { why: async () => (await import('./commands/message-why.ts')).messageWhy },
  },
  contact: {
    about: 'list, export and erase contacts: people across conversations',
    commands: {
      list: async () => (await contact()).contactList,
      show: async () => (await contact()).contactShow,
      export: async () => (await contact()).contactExport,
      erase: async () => (await contact()).contactErase,
    },
  },
  visitor: {
    about: "export and erase a visitor's data",
    commands: {
      export: async () => (await visitor()).visitorExport,
      erase: async () => (await visitor()).visitorErase,
    },
  },
  logs: {
    about: 'print the log lines of the functions',
    commands: { tail: async () => (await import('./commands/logs-tail.ts')).logsTail },
  },
  dlq: {
    about: 'list, redrive and delete dead letters (messages that failed repeatedly)',
    commands: {
      list: async () => (await dlq()).dlqList,
      show: async () => (await dlq()).dlqShow,
      redrive: async () => (await dlq()).dlqRedrive,
      drop: async () => (await dlq()).dlqDrop,
    },
  },
  user: {
    about: 'manage the users of the console',
    commands: {
      list: async () => (await user()).userList,
      invite: async () => (await user()).userInvite,
      'set-role': async () => (await user()).userSetRole,
      disable: async () => (await user()).userDisable,
      enable: async () => (await user()).userEnable,
      'sign-out': async () => (await user()).userSignOut,
      reset: async () => (await user()).userReset,
      delete: async () => (await user()).userDelete,
      sync: async () => (await user()).userSync,
    },
  },
};

/** `gateway COMMAND`. */
export const singleCommands: Readonly<Record<string, LoadCommand>> = {
  preflight: async () => (await import('./commands/preflight.ts')).preflight,
  visit: async () => (await import('./commands/visit.ts')).visit,
  use: async () => (await import('./commands/use.ts')).use,
  completion: async () => (await import('./commands/completion.ts')).completion,
};

/** The commands that a call needs: the one it names, else those that its help lists. */
function namedCommands<T>(commands: Readonly<Record<string, T>>, name: string | undefined): readonly T[] {
  const named = name !== undefined && Object.hasOwn(commands, name) ? commands[name] : undefined;
  return named ? [named] : Object.values(commands);
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
      // Printed like all other errors.
      outputError: () => undefined,
    });
  if (command.commands.length > 0) command.helpCommand('help [command]', 'print the help of a command');
  for (const child of command.commands) configure(child, io);
}
