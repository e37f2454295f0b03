import type { Command } from 'commander';
import { TestLinksTable, TestUseTable } from '../../aws/test-chat-tables.ts';
import { testPagePath } from '../../contract/test-chat.ts';
import { isProblem } from '../../domain/errors.ts';
import { createTestLink, listTestLinks, revokeTestLink } from '../../operations/test-chat/test-links.ts';
import { CommandError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import { confirm, newTargetCommand, type TenantOptions, withYes, type YesOption } from '../new-command.ts';
import { describeTable } from '../records.ts';
import { openAsOperator } from '../stored-flow.ts';

/** `flow share FLOW` */
export function flowShare(io: Io): Command {
  return newTargetCommand('share', "create a link that lets anyone chat with a flow's draft for 7 days", [
    'flow share support --tenant acme --local',
    'flow share support --tenant acme --stage prod --real-calls',
  ])
    .argument('<flow>', 'the ID of the flow')
    .requiredOption('--tenant <id>', 'the tenant of the flow')
    .option('--real-calls', 'let the current draft call real services and models')
    .action(async (flowId: string, options: TenantOptions & { readonly realCalls?: boolean }) => {
      const { admin, caller } = await openLinks(options, io);
      const { realCalls = false } = options;
      const made = await found(flowId, () => createTestLink(admin, caller, { flowId, realCalls }));
      const lines = [
        `Link ${made.id} works until ${made.expiresAt}. Its address is shown only now, on the host that serves the widget:`,
        `${testPagePath}#${made.token}`,
      ];
      printResult(io, options.json, lines.join('\n'), made);
    });
}

/** `flow links FLOW` */
export function flowLinks(io: Io): Command {
  return newTargetCommand('links', "list the test links of a flow's draft, with today's use", [
    'flow links support --tenant acme --local',
  ])
    .argument('<flow>', 'the ID of the flow')
    .requiredOption('--tenant <id>', 'the tenant of the flow')
    .action(async (flowId: string, options: TenantOptions) => {
      const { admin, caller } = await openLinks(options, io);
      const { items, limits } = await found(flowId, () => listTestLinks(admin, caller, flowId));
      const rows = items.map(({ id, expiresAt, realCalls, changedSince, today }) => [
        ...[id, expiresAt, `${today.sessions} of ${limits.sessions}`],
        `${today.messages} of ${limits.messages}`,
        realCalls && !changedSince ? 'real' : 'simulated',
      ]);
      const head = ['link', 'expires', 'chats today', 'messages today', 'external calls'];
      const text = rows.length > 0 ? describeTable(head, rows) : `Flow ${flowId} has no test links.`;
      printResult(io, options.json, text, items);
    });
}

/** `flow unshare FLOW LINK` */
export function flowUnshare(io: Io): Command {
  return withYes(
    newTargetCommand(
      'unshare',
      'end a test link and its chats',
      ['flow unshare support 01k0xdm1c0p2w3v4b5n6m7q8r9 --tenant acme --local'],
      { json: false },
    ),
  )
    .argument('<flow>', 'the ID of the flow')
    .argument('<link>', 'the ID of the link, as printed by `flow links`')
    .requiredOption('--tenant <id>', 'the tenant of the flow')
    .action(async (flowId: string, linkId: string, options: TenantOptions & YesOption) => {
      const { target, admin, caller } = await openLinks(options, io);
      await confirm(io, target, options, `Revoke test link ${linkId} of flow ${flowId}`);
      await found(flowId, () => revokeTestLink(admin, caller, { flowId, linkId }));
      io.err(`Revoked test link ${linkId}.`);
    });
}

/** Opens the operations on links for the command line. */
async function openLinks(options: TenantOptions, io: Io) {
  const { target, caller, admin } = await openAsOperator(options, io);
  const { dynamodb } = target.clients;
  const { tablePrefix } = target;
  return {
    target,
    caller,
    admin: {
      ...admin,
      testLinks: new TestLinksTable(dynamodb, tablePrefix, io.nowMs),
      testUse: new TestUseTable(dynamodb, tablePrefix, io.nowMs),
      idKeys: () => target.idKeys(),
    },
  };
}

/** @throws CommandError for a flow or a link that is not there */
async function found<T>(flowId: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isProblem(error, 'flow_not_found'))
      throw new CommandError(`There is no flow ${flowId}.`, 'See `npx gateway flow list`.');
    if (isProblem(error, 'test_link_not_found'))
      throw new CommandError('There is no such test link.', `See \`npx gateway flow links ${flowId}\`.`);
    throw error;
  }
}
