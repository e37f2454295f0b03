import { type Command, Option } from 'commander';
import { SqsQueue } from '../../aws/sqs-queue.ts';
import { handoffSettingsBody } from '../../contract/admin/tenants.ts';
import type { QueueSettings } from '../../contract/handoff-settings.ts';
import { queueRulesOf, queuesOf } from '../../contract/queues.ts';
import { changeHandoffSettings, readHandoffSettings } from '../../operations/admin/tenants/write-tenant.ts';
import { CommandError, UsageError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import { newTenantCommand, type TenantOptions } from '../new-command.ts';
import { describeTable } from '../records.ts';
import { checkedBody } from '../report-options.ts';
import { openAsOperator } from '../stored-flow.ts';

/** `queue list` */
export function queueList(io: Io): Command {
  return newTenantCommand('list', 'list the queues of a tenant with their settings', [
    'queue list --tenant acme --local',
  ]).action(async (options: TenantOptions) => {
    const { admin, caller } = await openAsOperator(options, io);
    const settings = (await readHandoffSettings(admin, caller)).body;
    const rows = queuesOf(settings).map((queue) => ({ queue, ...queueRulesOf(settings, queue) }));
    const text = describeTable(
      ['queue', 'assignment', 'members', 'limit', 'target', 'hours'],
      rows.map(({ queue, isAutomatic, members, maxConversations, targetSeconds, hours }) => [
        ...[queue, isAutomatic ? 'automatic' : 'manual', members?.join(' ') ?? 'all agents'],
        ...[String(maxConversations), `${targetSeconds} s`, hours ? JSON.stringify(hours) : 'always'],
      ]),
    );
    printResult(io, options.json, text, rows);
  });
}

/** `queue show QUEUE` */
export function queueShow(io: Io): Command {
  return newTenantCommand('show', 'show the settings of a queue, and the live flows that use it', [
    'queue show billing --tenant acme --local',
  ])
    .argument('<queue>', 'the queue, as printed by `queue list`')
    .action(async (queue: string, options: TenantOptions) => {
      const { admin, caller } = await openAsOperator(options, io);
      const { usedBy, ...settings } = (await readHandoffSettings(admin, caller)).body;
      assertQueue(settings, queue);
      const flows = usedBy.flatMap((use) => (use.queue === queue ? [use.flow] : []));
      const shown = { queue, ...queueRulesOf(settings, queue), flows };
      printResult(io, options.json, JSON.stringify(shown, null, 2), shown);
    });
}

interface SetOptions extends TenantOptions {
  readonly members?: string;
  readonly limit?: string;
  readonly target?: string;
  readonly hours?: string;
  readonly assignment?: QueueSettings['assignment'];
}

/** `queue set QUEUE` */
export function queueSet(io: Io): Command {
  return newTenantCommand('set', 'create a queue, or change its settings; "default" resets one', [
    'queue set billing --assignment automatic --limit 3 --tenant acme --local',
    'queue set billing --members u1,u2 --hours \'{"monday":["09:00-18:00"]}\' --tenant acme --stage prod',
    'queue set billing --members default --hours default --tenant acme --stage prod',
  ])
    .argument('<queue>', 'the name of the queue')
    .option('--members <ids>', 'IDs of the agents, separated by commas')
    .option('--limit <count>', 'the maximum number of conversations assigned to an agent')
    .option('--target <seconds>', 'the target time to assignment, in seconds')
    .option('--hours <json>', 'business hours by weekday')
    .addOption(new Option('--assignment <how>', 'who assigns conversations').choices(['manual', 'automatic']))
    .action(async (queue: string, options: SetOptions) => {
      const { admin, caller, target } = await openAsOperator(options, io);
      const { body, etag } = await readHandoffSettings(admin, caller);
      const { queues, handoff } = body;
      const own = withOptions(handoff.queues?.[queue] ?? {}, options);
      const changed = {
        queues: [...new Set([...queuesOf({ queues }), queue])],
        handoff: { ...handoff, queues: { ...handoff.queues, [queue]: own } },
      };
      const backgroundJobs = new SqsQueue(target.clients, await target.jobQueue());
      const named = {
        body: checkedBody(handoffSettingsBody, changed),
        ifMatch: etag,
        ifNoneMatch: undefined,
      };
      const after = (await changeHandoffSettings({ ...admin, backgroundJobs }, caller, named)).body;
      const shown = { queue, ...queueRulesOf(after, queue) };
      printResult(io, options.json, `queue ${queue} is set, everywhere within a minute`, shown);
    });
}

/** The settings as options change them; `default` removes one. */
function withOptions(own: QueueSettings, { members, limit, target, hours, assignment }: SetOptions): object {
  const change = (option: string | undefined, before: unknown, read: (text: string) => unknown) => {
    if (option === undefined) return before;
    return option === 'default' ? undefined : read(option);
  };
  const changed = {
    assignment: assignment ?? own.assignment,
    members: change(members, own.members, (ids) => ids.split(',').map((id) => id.trim())),
    max_conversations: change(limit, own.max_conversations, Number),
    target_seconds: change(target, own.target_seconds, Number),
    hours: change(hours, own.hours, readJson),
  };
  return Object.fromEntries(Object.entries(changed).filter(([, value]) => value !== undefined));
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UsageError('--hours must be JSON, for example {"monday":["09:00-18:00"]}.');
  }
}

function assertQueue(settings: { readonly queues: readonly string[] }, queue: string): void {
  if (!queuesOf(settings).includes(queue))
    throw new CommandError(`There is no queue ${queue}.`, 'See `npx gateway queue list`.');
}
