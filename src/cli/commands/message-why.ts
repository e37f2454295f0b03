import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { readStoredAccount } from '../../contract/directory.ts';
import { type Trace, type TraceStep, traceMessage } from '../../operations/inspect/trace-message.ts';
import { CommandError } from '../explain-error.ts';
import { type Io, onOneLine, printResult, setIn } from '../io.ts';
import { type JsonOption, newTargetCommand } from '../new-command.ts';
import { openRecords, tenantsToSearch } from '../records.ts';
import { resolveTarget, type Target, type TargetOptions } from '../target.ts';
import { storedTenant } from '../tenant-directory.ts';
import { listDeadLetters } from './dlq.ts';

type Options = TargetOptions & JsonOption & { readonly tenant?: string };

/** `message why PROVIDER-ID` */
export function messageWhy(io: Io): Command {
  return newTargetCommand('why', "trace one inbound or outbound message by its provider's ID", [
    'message why wamid.HBgLNDkxNTExMDAwMDAwMRUCABIYFjNFQjA --local',
    'message why wamid.HBgLNDkxNTExMDAwMDAwMRUCABIYFjNFQjA --tenant acme --stage prod --json',
  ])
    .argument('<provider-id>', "the provider's ID of the message")
    .option('--tenant <id>', 'the tenant of the message; default: search all tenants')
    .action(async (providerId: string, options: Options) => {
      const target = await resolveTarget(options, io);
      const found = await findTrace(io, target, providerId, options.tenant);
      if (!found) {
        throw new CommandError(
          `No message ${providerId} was found in ${target.label}.`,
          'Its webhook call was rejected (see MessagesDropped and the 401s in the access log), or it is older than 8 days.',
        );
      }
      const trace = await withDeadLetters(target, found);
      printResult(io, options.json, inWords(providerId, trace), { providerMessageId: providerId, ...trace });
    });
}

async function findTrace(
  io: Io,
  target: Target,
  providerId: string,
  tenant: string | undefined,
): Promise<Trace | null> {
  const records = { ...openRecords(target, io), idKeys: await target.idKeys() };
  const writer = new DirectoryTableWriter(target.clients, target);
  for (const tenantId of await tenantsToSearch(target, io, tenant)) {
    const { items } = await storedTenant(writer, tenantId);
    const accounts = items
      .filter(({ sk }) => sk.startsWith('account#'))
      .map(({ document }) => readStoredAccount(document));
    const trace = await traceMessage(records, tenantId, accounts, providerId);
    if (trace) return trace;
  }
  return null;
}

/** Missing records may be dead letters, which are searched only then. */
async function withDeadLetters(target: Target, trace: Trace): Promise<Trace> {
  if (!trace.steps.some(({ what }) => what === 'missing')) return trace;
  const deadLetters = (
    await Promise.all((await target.queues()).map((pair) => listDeadLetters(target, pair)))
  ).flatMap(({ deadLetters }) => deadLetters);
  const steps = trace.steps.map((step): TraceStep => {
    const deadLetter = deadLetters.find(({ body }) => body.includes(step.replyId ?? trace.turnId ?? ' '));
    if (step.what !== 'missing' || !deadLetter) return step;
    const since = new Date(deadLetter.sinceMs).toISOString();
    return {
      ...step,
      at: since,
      detail: `${step.detail}: given up, among the dead letters of ${deadLetter.queue}; see dlq redrive`,
    };
  });
  return { ...trace, steps };
}

function inWords(providerId: string, trace: Trace): string {
  const { tenantId, direction, conversationId, correlationId, steps } = trace;
  return [
    `${direction} message ${providerId} of ${tenantId}`,
    `  conversation ${onOneLine(conversationId ?? 'unknown')}, correlation id ${correlationId ?? 'unknown'}`,
    ...steps.map(
      ({ at, what, detail }) => `  ${(at ?? '-').padEnd(24)}  ${what.padEnd(9)}  ${setIn(detail, 39)}`,
    ),
  ].join('\n');
}
