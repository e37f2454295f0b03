import { type Command, Option } from 'commander';
import {
  type DeadLetter as DeadLetterListDeadLetter,
  DeadLettersTable,
  deadLetterQueue,
} from '../../aws/dead-letters.ts';
import { SqsQueue } from '../../aws/sqs-queue.ts';
import { redriveDeadLetter } from '../../operations/turn/redrive-dead-letter.ts';
import type { DeadLetter, DeadLetterFilter } from '../../ports/deliveries.ts';
import { CommandError } from '../explain-error.ts';
import { type Io, printResult } from '../io.ts';
import {
  confirm,
  type JsonOption,
  type LimitOption,
  limitOption,
  newCommand,
  newTargetCommand,
  withTarget,
  withYes,
  type YesOption,
} from '../new-command.ts';
import { describeTable } from '../records.ts';
import { type QueuePair, resolveTarget, type Target, type TargetOptions } from '../target.ts';
import { assertTenant } from '../tenant-directory.ts';

const perPage = 100;

/** Options that say whose dead letters are meant. */
export interface DeadLetterOptions {
  readonly tenant?: string;
  readonly conversation?: string;
}

/** The filter that the options name. */
export function filterOf({ tenant, conversation }: DeadLetterOptions): DeadLetterFilter {
  return {
    ...(tenant !== undefined && { tenantId: tenant }),
    ...(conversation !== undefined && { conversationId: conversation }),
  };
}

/** The dead letters of a gateway. */
export function openDeadLetters({ clients, tablePrefix }: Target): DeadLettersTable {
  return new DeadLettersTable(clients.dynamodb, tablePrefix);
}

/** All that the filter names, page by page; of one conversation the oldest first. */
export async function* deadLetterItems(target: Target, filter: DeadLetterFilter): AsyncGenerator<DeadLetter> {
  const table = openDeadLetters(target);
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof table.list>> = await table.list(filter, cursor, perPage);
    yield* page.deadLetters;
    cursor = page.cursor;
  } while (cursor !== null);
}

/** @throws CommandError when there is none of this id */
export async function findDeadLetter(
  target: Target,
  filter: DeadLetterFilter,
  id: string,
): Promise<DeadLetter> {
  for await (const deadLetter of deadLetterItems(target, filter)) if (deadLetter.id === id) return deadLetter;
  await assertTenant(target, filter.tenantId);
  throw new CommandError(
    `There is no dead letter ${id} in ${target.label}.`,
    'See `npx gateway dlq list`; dead letters are kept for 14 days.',
  );
}

/** The tenant of a letter of a dead-letter queue: on AWS the pipe's groups are conversations alone. */
export function tenantOf({ group, body }: Pick<ListedDeadLetter, 'group' | 'body'>): string | null {
  const [tenant, conversation] = group.split(':');
  if (tenant && conversation) return tenant;
  return /"tenantId":"([^"]+)"/.exec(body)?.[1] ?? null;
}

/** Whether a dead letter matches the filter; its body has more than its group. */
export function isNamed(deadLetter: ListedDeadLetter, filter: DeadLetterFilter): boolean {
  const { tenantId, conversationId } = filter;
  return (
    (tenantId === undefined || tenantOf(deadLetter) === tenantId) &&
    (conversationId === undefined || deadLetter.group.endsWith(conversationId))
  );
}

/** A dead letter and the queue that it comes from. */
export interface ListedDeadLetter extends DeadLetterListDeadLetter {
  readonly queue: QueuePair['name'];
}

/** The first dead letters of every conversation, and about how many there are in all; nothing is moved. */
export async function listDeadLetters(
  { clients }: Target,
  pair: QueuePair,
): Promise<{ readonly total: number; readonly deadLetters: readonly ListedDeadLetter[] }> {
  const queue = deadLetterQueue(clients.sqs, pair);
  const total = await queue.count();
  const taken: DeadLetterListDeadLetter[] = [];
  if (total > 0) {
    try {
      for (let batch = await queue.take(); batch.length > 0; batch = await queue.take()) taken.push(...batch);
    } finally {
      await queue.release(taken);
    }
  }
  return { total, deadLetters: taken.map((deadLetter) => ({ ...deadLetter, queue: pair.name })) };
}

type Options = TargetOptions & JsonOption & DeadLetterOptions & LimitOption;

/** `dlq list` */
export function dlqList(io: Io): Command {
  return newTargetCommand('list', 'list dead letters with reason and number of attempts', [
    'dlq list --local',
    'dlq list --tenant acme --stage prod --json',
    'dlq list --tenant acme --conversation rQiXQKWDX_mapL-t8kP2Twwk --stage prod',
  ])
    .option('--tenant <id>', "only this tenant's")
    .option('--conversation <id>', "only this conversation's")
    .addOption(limitOption('the maximum number to show', 100))
    .action(async (options: Options) => {
      const target = await resolveTarget(options, io);
      const { deadLetters, more } = await itemsOf(target, options);
      const backstop = await backstopOf(target, options);
      // An unreadable record may have a name that is no tenant's.
      if (deadLetters.length + backstop.queued.length === 0) await assertTenant(target, options.tenant);
      const rows = deadLetters.map(({ since, tenantId, conversationId, id, attempts, reason }) => [
        ...[since, tenantId, conversationId, id, String(attempts), reason],
      ]);
      const text = [
        ...(rows.length > 0 ? [describeTable(columns, rows)] : []),
        `${deadLetters.length}${more ? ' or more' : ''} dead ${deadLetters.length === 1 && !more ? 'letter' : 'letters'}`,
        ...backstop.queued.map(
          ({ queue, id, tenant, conversation }) =>
            `in the queue ${queue}: ${id} ${tenant ?? 'tenant unknown'} ${conversation}`,
        ),
        `in the SQS dead-letter queues: ${backstop.queues.map(({ queue, total }) => `${queue} ${total}`).join(', ')}`,
      ];
      printResult(io, options.json, text.join('\n'), { letters: deadLetters, more, ...backstop });
      if (more)
        io.err(
          `Only the first ${options.limit} are shown: pass a tenant, a conversation or a larger --limit.`,
        );
    });
}

const columns = ['since', 'tenant', 'conversation', 'id', 'attempts', 'reason'];

async function itemsOf(target: Target, options: Options) {
  const deadLetters: ReturnType<typeof shown>[] = [];
  for await (const deadLetter of deadLetterItems(target, filterOf(options))) {
    if (deadLetters.length === options.limit) return { deadLetters, more: true };
    deadLetters.push(shown(deadLetter));
  }
  return { deadLetters, more: false };
}

function shown({ body, deadAtMs, ...deadLetter }: DeadLetter) {
  return { ...deadLetter, since: new Date(deadAtMs).toISOString(), bytes: Buffer.byteLength(body) };
}

/** Records that SQS gave up itself, as a backstop. */
async function backstopOf(target: Target, options: Options) {
  const pairs = await target.queues();
  const listed = await Promise.all(pairs.map((pair) => listDeadLetters(target, pair)));
  const deadLetters = listed
    .flatMap((list) => list.deadLetters)
    .filter((deadLetter) => isNamed(deadLetter, filterOf(options)))
    .map((deadLetter) => ({
      queue: deadLetter.queue,
      id: deadLetter.id,
      tenant: tenantOf(deadLetter),
      conversation: deadLetter.group.slice(deadLetter.group.indexOf(':') + 1),
      deduplicationId: deadLetter.deduplicationId,
      since: new Date(deadLetter.sinceMs).toISOString(),
      bytes: Buffer.byteLength(deadLetter.body),
    }));
  const queues = pairs.map(({ name }, n) => ({ queue: name, total: listed[n]?.total ?? 0 }));
  return { queues, queued: deadLetters };
}

/** A command on one dead letter. */
const onDeadLetter = (name: string, about: string) =>
  newCommand(name, about, [`dlq ${name} 01KAMJ5S4V3Q6T1Y8ZB0N2W7XE --tenant acme --stage prod`])
    .argument('<id>', 'the ID of the dead letter, as printed by `dlq list`')
    .option('--tenant <id>', 'the tenant of the dead letter; default: search all tenants')
    .option('--conversation <id>', 'the conversation of the dead letter');

/** `dlq show ID` */
export function dlqShow(io: Io): Command {
  return withTarget(onDeadLetter('show', 'show one dead letter with its reason and queue record')).action(
    async (id: string, options: TargetOptions & JsonOption & DeadLetterOptions) => {
      const target = await resolveTarget(options, io);
      const deadLetter = await findDeadLetter(target, filterOf(options), id);
      const { tenantId, conversationId, queue, reason, attempts, deadAtMs, correlationId, body } = deadLetter;
      const text = [
        `dead letter ${id} of ${tenantId}, conversation ${conversationId}`,
        `  given up ${new Date(deadAtMs).toISOString()} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${reason}`,
        `  from the queue ${queue}, correlation id ${correlationId ?? 'unknown'}`,
        '',
        body,
      ];
      printResult(io, options.json, text.join('\n'), deadLetter);
      io.err(nextOf(deadLetter));
    },
  );
}

/** The remedies, most effective first. */
function nextOf({ id, kind, tenantId, conversationId }: DeadLetter): string {
  if (kind !== 'turn') return `It is unreadable: \`npx gateway dlq drop ${id}\` deletes it.`;
  return [
    'After fixing the cause and publishing the fixed flow:',
    `  npx gateway conversation restart --tenant ${tenantId} -- ${conversationId}`,
    `  npx gateway dlq redrive ${id} --tenant ${tenantId}`,
  ].join('\n');
}

type DlqRedriveOptions = TargetOptions &
  JsonOption &
  YesOption &
  DeadLetterOptions & { readonly queue?: QueuePair['name']; readonly dryRun?: boolean };

const progressEvery = 10;

interface Redriven {
  readonly queue: QueuePair['name'];
  readonly redriven: number;
  /** Unreadable. */
  readonly left: number;
}

/** `dlq redrive [ID]` */
export function dlqRedrive(io: Io): Command {
  return withTarget(
    withYes(
      newCommand('redrive', 'send dead letters again, as new messages at the end of their conversations', [
        'dlq redrive --local --dry-run',
        'dlq redrive --tenant acme --stage prod',
        'dlq redrive 01KAMJ5S4V3Q6T1Y8ZB0N2W7XE --tenant acme --stage prod',
      ]),
    ),
  )
    .argument('[id]', 'only the dead letter with this ID, as printed by `dlq list`')
    .option('--tenant <id>', "only this tenant's")
    .option('--conversation <id>', "only this conversation's")
    .addOption(
      new Option('--queue <name>', 'only records of this queue').choices([
        'turns',
        'continuations',
        'outbound',
      ]),
    )
    .option('--dry-run', 'count them without sending them')
    .action(async (id: string | undefined, options: DlqRedriveOptions) => {
      const target = await resolveTarget(options, io);
      const deadLetters = await deadLettersOf(target, options, id);
      const only = id === undefined ? options.queue : deadLetters[0]?.queue;
      const pairs = (await target.queues()).filter(({ name }) => only === undefined || name === only);
      if (!options.dryRun)
        await confirm(
          io,
          target,
          options,
          `Send ${deadLetters.length} dead letters again, and the records of the SQS dead-letter queues`,
        );
      const results: Redriven[] = [];
      for (const pair of pairs) {
        const items = deadLetters.filter(({ queue }) => queue === pair.name);
        const ofItems = await redriveItems(io, target, items, options);
        const ofQueue = id === undefined ? await redriveQueue(io, target, pair, options) : 0;
        results.push({ queue: pair.name, redriven: ofItems + ofQueue, left: items.length - ofItems });
      }
      if (results.every(({ redriven, left }) => redriven + left === 0))
        await assertTenant(target, options.tenant);
      const did = options.dryRun ? 'would be sent again' : 'sent again';
      const lines = results.map(({ queue, redriven, left }) => `${queue}: ${redriven} ${did}, ${left} left`);
      printResult(io, options.json, lines.join('\n'), { dryRun: options.dryRun === true, queues: results });
      if (results.some(({ left }) => left > 0))
        io.err('The remaining ones are unreadable: `dlq show ID` shows one, `dlq drop ID` deletes it.');
    });
}

async function deadLettersOf(
  target: Target,
  options: DlqRedriveOptions,
  id: string | undefined,
): Promise<readonly DeadLetter[]> {
  const filter = filterOf(options);
  if (id !== undefined) return [await findDeadLetter(target, filter, id)];
  const deadLetters: DeadLetter[] = [];
  for await (const deadLetter of deadLetterItems(target, filter)) deadLetters.push(deadLetter);
  return deadLetters;
}

/** One after the other, so that those of a conversation keep their order. */
async function redriveItems(
  io: Io,
  target: Target,
  deadLetters: readonly DeadLetter[],
  { dryRun }: DlqRedriveOptions,
): Promise<number> {
  const readable = deadLetters.filter(({ kind }) => kind === 'turn');
  if (dryRun || readable.length === 0) return readable.length;
  const pairs = await target.queues();
  const queueOf = (name: QueuePair['name']) =>
    new SqsQueue(target.clients, pairs.find((pair) => pair.name === name)?.queueUrl ?? '');
  const ports = {
    queue: queueOf('turns'),
    continuations: queueOf('continuations'),
    deadLetters: openDeadLetters(target),
    nowMs: io.nowMs,
    random: Math.random,
  };
  for (const [n, deadLetter] of readable.entries()) {
    await redriveDeadLetter(ports, deadLetter);
    if ((n + 1) % progressEvery === 0) io.err(`${deadLetter.queue}: ${n + 1} of ${readable.length}`);
  }
  return readable.length;
}

/** Records that SQS gave up itself: sent again under new deduplication IDs. */
async function redriveQueue(
  io: Io,
  target: Target,
  pair: QueuePair,
  options: DlqRedriveOptions,
): Promise<number> {
  const filter = filterOf(options);
  const named = (deadLetter: Omit<ListedDeadLetter, 'queue'>) =>
    isNamed({ ...deadLetter, queue: pair.name }, filter);
  if (options.dryRun) {
    const { total, deadLetters } = await listDeadLetters(target, pair);
    return Object.keys(filter).length === 0 ? total : deadLetters.filter(named).length;
  }
  const queue = deadLetterQueue(target.clients.sqs, pair);
  const total = await queue.count();
  const left: Omit<ListedDeadLetter, 'queue'>[] = [];
  let redriven = 0;
  try {
    for (let batch = await queue.take(); batch.length > 0; batch = await queue.take()) {
      left.push(...batch.filter((deadLetter) => !named(deadLetter)));
      for (const each of batch.filter(named)) {
        await queue.redrive(each);
        redriven += 1;
        if (redriven % progressEvery === 0) io.err(`${pair.name}: ${redriven} of about ${total}`);
      }
    }
  } finally {
    await queue.release(left);
  }
  return redriven;
}

type DlqDropOptions = TargetOptions &
  JsonOption &
  YesOption &
  DeadLetterOptions & { readonly dryRun?: boolean };

/** `dlq drop ID` */
export function dlqDrop(io: Io): Command {
  return withTarget(withYes(onDeadLetter('drop', 'delete one dead letter permanently')))
    .option('--dry-run', 'find it without deleting it')
    .action(async (id: string, options: DlqDropOptions) => {
      const target = await resolveTarget(options, io);
      const deadLetter = await findDeadLetter(target, filterOf(options), id);
      if (!options.dryRun) {
        await confirm(io, target, options, `Delete dead letter ${id} of ${deadLetter.tenantId} permanently`);
        await openDeadLetters(target).drop(deadLetter);
      }
      const did = options.dryRun ? 'would be dropped' : 'is dropped';
      printResult(io, options.json, `dead letter ${id} of ${deadLetter.tenantId} ${did}`, {
        dryRun: options.dryRun === true,
        id,
        tenantId: deadLetter.tenantId,
      });
    });
}
