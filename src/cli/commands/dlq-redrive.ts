import { type Command, Option } from 'commander';
import { deadLetterQueue } from '../../aws/dead-letters.ts';
import { SqsTurnQueue } from '../../aws/turn-queue.ts';
import { redriveLetter } from '../../operations/turn/redrive-letter.ts';
import type { DeadLetter } from '../../ports/dead-letters.ts';
import { confirm, type YesOption } from '../confirm.ts';
import {
  deadLetterItems,
  filterOf,
  findDeadLetter,
  isNamed,
  openDeadLetters,
  type WhoseOptions,
} from '../dead-letter-items.ts';
import { type ListedLetter, listDeadLetters } from '../dead-letter-list.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget, withYes } from '../new-command.ts';
import { type QueuePair, resolveTarget, type Target, type TargetOptions } from '../target.ts';
import { assertTenant } from '../tenant-directory.ts';

type Options = TargetOptions &
  JsonOption &
  YesOption &
  WhoseOptions & { readonly queue?: QueuePair['name']; readonly dryRun?: boolean };

const progressEvery = 10;

interface Redriven {
  readonly queue: QueuePair['name'];
  readonly redriven: number;
  /** That nobody can read. */
  readonly left: number;
}

/** `dlq redrive [ID]` */
export function dlqRedrive(io: Io): Command {
  return withTarget(
    withYes(
      newCommand(
        'redrive',
        'send dead letters once more, as new messages at the end of their conversations',
        [
          'dlq redrive --local --dry-run',
          'dlq redrive --tenant acme --stage prod',
          'dlq redrive 01KAMJ5S4V3Q6T1Y8ZB0N2W7XE --tenant acme --stage prod',
        ],
      ),
    ),
  )
    .argument('[id]', 'only this one, as `dlq list` shows it')
    .option('--tenant <id>', "only this tenant's")
    .option('--conversation <id>', "only this conversation's")
    .addOption(
      new Option('--queue <name>', 'only what comes from this queue').choices([
        'turns',
        'continuations',
        'outbound',
      ]),
    )
    .option('--dry-run', 'count them and move nothing')
    .action(async (id: string | undefined, options: Options) => {
      const target = await resolveTarget(options, io);
      const letters = await lettersOf(target, options, id);
      const only = id === undefined ? options.queue : letters[0]?.queue;
      const pairs = (await target.queues()).filter(({ name }) => only === undefined || name === only);
      if (!options.dryRun)
        await confirm(io, target, options, `Send ${letters.length} dead letters again, and what SQS gave up`);
      const results: Redriven[] = [];
      for (const pair of pairs) {
        const items = letters.filter(({ queue }) => queue === pair.name);
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
        io.err('Nobody can read those that are left: `dlq show ID` shows one, `dlq drop ID` forgets it.');
    });
}

async function lettersOf(target: Target, options: Options, id: string | undefined): Promise<DeadLetter[]> {
  const filter = filterOf(options);
  if (id !== undefined) return [await findDeadLetter(target, filter, id)];
  const letters: DeadLetter[] = [];
  for await (const letter of deadLetterItems(target, filter)) letters.push(letter);
  return letters;
}

/** One after the other, so that those of a conversation keep their order. */
async function redriveItems(
  io: Io,
  target: Target,
  letters: readonly DeadLetter[],
  { dryRun }: Options,
): Promise<number> {
  const readable = letters.filter(({ kind }) => kind === 'turn');
  if (dryRun || readable.length === 0) return readable.length;
  const { sqs } = target.clients;
  const pairs = await target.queues();
  const queueOf = (name: QueuePair['name']) =>
    new SqsTurnQueue(sqs, pairs.find((pair) => pair.name === name)?.queueUrl ?? '');
  const ports = {
    queue: queueOf('turns'),
    continuations: queueOf('continuations'),
    deadLetters: openDeadLetters(target),
    nowMs: io.nowMs,
    random: Math.random,
  };
  for (const [n, letter] of readable.entries()) {
    await redriveLetter(ports, letter);
    if ((n + 1) % progressEvery === 0) io.err(`${letter.queue}: ${n + 1} of ${readable.length}`);
  }
  return readable.length;
}

/** What SQS gave up itself: the same records once more, under new deduplication ids. */
async function redriveQueue(io: Io, target: Target, pair: QueuePair, options: Options): Promise<number> {
  const filter = filterOf(options);
  const named = (letter: Omit<ListedLetter, 'queue'>) => isNamed({ ...letter, queue: pair.name }, filter);
  if (options.dryRun) {
    const { total, letters } = await listDeadLetters(target, pair);
    return Object.keys(filter).length === 0 ? total : letters.filter(named).length;
  }
  const queue = deadLetterQueue(target.clients.sqs, pair);
  const total = await queue.count();
  const left: Omit<ListedLetter, 'queue'>[] = [];
  let redriven = 0;
  try {
    for (let batch = await queue.take(); batch.length > 0; batch = await queue.take()) {
      left.push(...batch.filter((letter) => !named(letter)));
      for (const letter of batch.filter(named)) {
        await queue.redrive(letter);
        redriven += 1;
        if (redriven % progressEvery === 0) io.err(`${pair.name}: ${redriven} of about ${total}`);
      }
    }
  } finally {
    await queue.release(left);
  }
  return redriven;
}
