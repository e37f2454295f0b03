import { Command, CommanderError } from 'commander';
import manifest from '../../package.json' with { type: 'json' };
import { coloredIo, errorInColor } from './colors.ts';
import { completion } from './commands/completion.ts';
import { conversationRestart } from './commands/conversation-restart.ts';
import { conversationShow } from './commands/conversation-show.ts';
import { dlqDrop } from './commands/dlq-drop.ts';
import { dlqList } from './commands/dlq-list.ts';
import { dlqRedrive } from './commands/dlq-redrive.ts';
import { dlqShow } from './commands/dlq-show.ts';
import { flowChat } from './commands/flow-chat.ts';
import { flowDev } from './commands/flow-dev.ts';
import { flowDiff } from './commands/flow-diff.ts';
import { flowInit } from './commands/flow-init.ts';
import { flowList } from './commands/flow-list.ts';
import { flowPublish } from './commands/flow-publish.ts';
import { flowPull } from './commands/flow-pull.ts';
import { flowRollback } from './commands/flow-rollback.ts';
import { flowShow } from './commands/flow-show.ts';
import { flowTest } from './commands/flow-test.ts';
import { flowValidate } from './commands/flow-validate.ts';
import { messageWhy } from './commands/message-why.ts';
import { preflight } from './commands/preflight.ts';
import { tenantApply } from './commands/tenant-apply.ts';
import { tenantInit } from './commands/tenant-init.ts';
import { tenantList } from './commands/tenant-list.ts';
import { tenantRemove } from './commands/tenant-remove.ts';
import { tenantResume, tenantSuspend } from './commands/tenant-set-status.ts';
import { tenantShow } from './commands/tenant-show.ts';
import { use } from './commands/use.ts';
import {
  userDelete,
  userDisable,
  userEnable,
  userReset,
  userSetRole,
  userSignOut,
} from './commands/user-change.ts';
import { userInvite } from './commands/user-invite.ts';
import { userList } from './commands/user-list.ts';
import { userSync } from './commands/user-sync.ts';
import { visit } from './commands/visit.ts';
import { visitorErase } from './commands/visitor-erase.ts';
import { visitorExport } from './commands/visitor-export.ts';
import { widgetList } from './commands/widget-list.ts';
import { ReportedFailure, UsageError } from './errors.ts';
import { explainError } from './explain-error.ts';
import type { Io } from './io.ts';
import { printable, printableIo } from './printable.ts';

const exitCodes = { ok: 0, failed: 1, usage: 2 } as const;

const groups = {
  tenant: {
    about: 'tenants: folders of files, applied',
    commands: [tenantInit, tenantApply, tenantList, tenantShow, tenantSuspend, tenantResume, tenantRemove],
  },
  flow: {
    about: 'flows: check, rehearse, talk to, publish',
    commands: [
      ...[flowInit, flowDev, flowValidate, flowTest, flowChat, flowPublish, flowRollback],
      ...[flowList, flowShow, flowPull, flowDiff],
    ],
  },
  widget: { about: 'widgets of web sites', commands: [widgetList] },
  conversation: {
    about: 'conversations and their transcripts',
    commands: [conversationShow, conversationRestart],
  },
  message: { about: 'what became of a message', commands: [messageWhy] },
  visitor: { about: "people's data", commands: [visitorExport, visitorErase] },
  dlq: {
    about: 'dead letters: messages that were given up',
    commands: [dlqList, dlqShow, dlqRedrive, dlqDrop],
  },
  user: {
    about: 'users of the admin application',
    commands: [
      ...[userList, userInvite, userSetRole, userDisable, userEnable, userSignOut],
      ...[userReset, userDelete, userSync],
    ],
  },
} as const;

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
    await createProgram(io).parseAsync([...argv], { from: 'user' });
    return exitCodes.ok;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? exitCodes.ok : exitCodes.usage;
    if (error instanceof ReportedFailure) return exitCodes.failed;
    const { message, mend, faults } = explainError(error);
    if (isPlain)
      speaking.err(JSON.stringify({ error: { message, ...(mend && { mend }), ...(faults && { faults }) } }));
    else {
      terminal.err(errorInColor(terminal, printable(message)));
      if (mend) speaking.err(mend);
    }
    return error instanceof UsageError ? exitCodes.usage : exitCodes.failed;
  }
}

function createProgram(io: Io): Command {
  const program = new Command('gateway')
    .version(manifest.version, '-V, --version', 'print the version')
    // Behind a command, --version is that command's own.
    .enablePositionalOptions()
    .description('Operates the conversational messaging gateway, on AWS or on this machine.')
    .addHelpText(
      'after',
      `
Every command that works on a gateway needs to be told which: --local (the stack of \`npm start\`), --stage dev|prod
(with your AWS credentials), or --prefix; \`gateway use\` remembers one. Exit codes: 0 done, 1 failed, 2 called wrongly.

Examples:
  npx gateway tenant list --local
  npx gateway flow test examples/tenants/acme/flows/support.json
  npx gateway tenant apply --help`,
    );
  for (const [name, { about, commands }] of Object.entries(groups)) {
    const group = program.command(name).description(about);
    for (const create of commands) group.addCommand(create(io));
  }
  for (const create of [preflight, visit, use, completion]) program.addCommand(create(io));
  configure(program, io);
  return program;
}

/** Commander inherits none of this by `addCommand`. */
function configure(command: Command, io: Io): void {
  command
    .exitOverride()
    .configureHelp({ helpWidth: 100 })
    .configureOutput({
      writeOut: (text) => io.out(text.trimEnd()),
      writeErr: (text) => io.err(text.trimEnd()),
    })
    .showHelpAfterError('(add --help for what this command takes)');
  for (const child of command.commands) configure(child, io);
}
