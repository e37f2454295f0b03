import type { Command } from 'commander';
import { listDeadLetters } from '../dead-letter-list.ts';
import { describeTable } from '../describe-table.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

/** `dlq list` */
export function dlqList(io: Io): Command {
  return withTarget(
    newCommand(
      'list',
      'messages that were given up: turns that could not run, replies that could not leave',
      ['dlq list --local', 'dlq list --stage prod --json'],
    ),
  ).action(async (options: TargetOptions & JsonOption) => {
    const target = await resolveTarget(options, io);
    const pairs = await target.queues();
    const listed = await Promise.all(pairs.map((pair) => listDeadLetters(target, pair)));
    const queues = pairs.map(({ name }, n) => ({ queue: name, total: listed[n]?.total ?? 0 }));
    const letters = listed
      .flatMap((list) => list.letters)
      .map(({ queue, id, group, deduplicationId, sinceMs, body }) => ({
        queue,
        id,
        conversation: group,
        deduplicationId,
        since: new Date(sinceMs).toISOString(),
        bytes: Buffer.byteLength(body),
      }));
    const rows = letters.map(({ queue, since, conversation, deduplicationId, bytes }) => [
      queue,
      since,
      conversation,
      deduplicationId,
      String(bytes),
    ]);
    const text = [
      ...(rows.length > 0 ? [describeTable(['queue', 'since', 'conversation', 'id', 'bytes'], rows)] : []),
      queues.map(({ queue, total }) => `${queue}: ${total}`).join(', '),
    ];
    printResult(io, options.json, text.join('\n'), { queues, letters });
    if (queues.reduce((sum, { total }) => sum + total, 0) > letters.length) {
      io.err('Of a conversation only its first ones are shown: the queue keeps the others back.');
    }
  });
}
