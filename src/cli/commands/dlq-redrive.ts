import { type Command, Option } from 'commander';
import { type DeadLetter, type DeadLetterQueue, deadLetterQueue } from '../../aws/dead-letters.ts';
import { listDeadLetters } from '../dead-letter-list.ts';
import { ReportedFailure } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { type QueuePair, resolveTarget, type Target, type TargetOptions } from '../target.ts';

type Options = TargetOptions & JsonOption & { readonly queue?: QueuePair['name']; readonly dryRun?: boolean };

/** SQS remembers deduplication ids so long, and silently drops what is sent again meanwhile. */
const deduplicationMs = 5 * 60_000;
const progressEvery = 10;

interface Redriven {
  readonly queue: QueuePair['name'];
  readonly redriven: number;
  /** Too young to be sent again under the same id. */
  readonly left: number;
}

/** `dlq redrive` */
export function dlqRedrive(io: Io): Command {
  return withTarget(
    newCommand('redrive', 'send dead letters to their queues again, in order, once their cause is mended', [
      'dlq redrive --local --dry-run',
      'dlq redrive --queue turns --stage prod',
    ]),
  )
    .addOption(new Option('--queue <name>', 'only this queue').choices(['turns', 'outbound']))
    .option('--dry-run', 'count them and move nothing')
    .action(async (options: Options) => {
      const target = await resolveTarget(options, io);
      const pairs = (await target.queues()).filter(({ name }) => !options.queue || name === options.queue);
      const results: Redriven[] = [];
      for (const pair of pairs) {
        results.push(options.dryRun ? await count(target, pair) : await redrive(io, target, pair));
      }
      const did = options.dryRun ? 'would be sent again' : 'sent again';
      const lines = results.map(({ queue, redriven, left }) => `${queue}: ${redriven} ${did}, ${left} left`);
      printResult(io, options.json, lines.join('\n'), { dryRun: options.dryRun === true, queues: results });
      if (!results.some(({ left }) => left > 0)) return;
      io.err(
        'Those left were given up less than 5 minutes ago: SQS would take them for duplicates. Try again then.',
      );
      throw new ReportedFailure();
    });
}

async function count(target: Target, pair: QueuePair): Promise<Redriven> {
  const { total } = await listDeadLetters(target, pair);
  return { queue: pair.name, redriven: total, left: 0 };
}

async function redrive(io: Io, { clients }: Target, pair: QueuePair): Promise<Redriven> {
  const queue = deadLetterQueue(clients.sqs, pair);
  const total = await queue.count();
  const left: DeadLetter[] = [];
  let redriven = 0;
  try {
    for (let batch = await queue.take(); batch.length > 0; batch = await queue.take()) {
      for (const letter of batch) {
        if (!(await sendAgain(io, queue, letter, left))) continue;
        redriven += 1;
        if (redriven % progressEvery === 0) io.err(`${pair.name}: ${redriven} of about ${total}`);
      }
    }
  } finally {
    await queue.release(left);
  }
  return { queue: pair.name, redriven, left: left.length };
}

/** One that is too young holds back the later ones of its conversation, which must not overtake it. */
async function sendAgain(
  io: Io,
  queue: DeadLetterQueue,
  letter: DeadLetter,
  left: DeadLetter[],
): Promise<boolean> {
  const tooYoung = io.nowMs() - letter.sinceMs < deduplicationMs;
  if (tooYoung || left.some(({ group }) => group === letter.group)) {
    left.push(letter);
    return false;
  }
  await queue.redrive(letter);
  return true;
}
