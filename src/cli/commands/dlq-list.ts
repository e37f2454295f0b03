import type { Command } from 'commander';
import { deadLetterItems, filterOf, isNamed, tenantOf, type WhoseOptions } from '../dead-letter-items.ts';
import { listDeadLetters } from '../dead-letter-list.ts';
import { describeTable } from '../describe-table.ts';
import { UsageError } from '../errors.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { resolveTarget, type Target, type TargetOptions } from '../target.ts';
import { assertTenant } from '../tenant-directory.ts';

type Options = TargetOptions & JsonOption & WhoseOptions & { readonly limit: string };

const shownByDefault = '100';

/** `dlq list` */
export function dlqList(io: Io): Command {
  return withTarget(
    newCommand('list', 'list messages that were given up, with the reason and how often they were tried', [
      'dlq list --local',
      'dlq list --tenant acme --stage prod --json',
      'dlq list --tenant acme --conversation rQiXQKWDX_mapL-t8kP2Twwk --stage prod',
    ]),
  )
    .option('--tenant <id>', "only this tenant's")
    .option('--conversation <id>', "only this conversation's")
    .option('--limit <count>', 'how many to show', shownByDefault)
    .action(async (options: Options) => {
      const limit = Number(options.limit);
      if (!Number.isSafeInteger(limit) || limit < 1)
        throw new UsageError('--limit takes a whole number from 1.');
      const target = await resolveTarget(options, io);
      const { letters, more } = await itemsOf(target, options, limit);
      const backstop = await backstopOf(target, options);
      // What nobody can read may lie under a name that is no tenant's.
      if (letters.length + backstop.queued.length === 0) await assertTenant(target, options.tenant);
      const text = [
        ...(letters.length > 0 ? [describeTable(columns, letters.map(rowOf))] : []),
        `${letters.length}${more ? ' or more' : ''} given up`,
        ...backstop.queued.map(
          ({ queue, id, tenant, conversation }) =>
            `in the queue ${queue}: ${id} ${tenant ?? 'tenant unknown'} ${conversation}`,
        ),
        `given up by SQS itself: ${backstop.queues.map(({ queue, total }) => `${queue} ${total}`).join(', ')}`,
      ];
      printResult(io, options.json, text.join('\n'), { letters, more, ...backstop });
      if (more)
        io.err(`Only the first ${limit} are shown: give a tenant, a conversation or a larger --limit.`);
    });
}

const columns = ['since', 'tenant', 'conversation', 'id', 'attempts', 'reason'];

async function itemsOf(target: Target, options: Options, limit: number) {
  const letters: Shown[] = [];
  for await (const { body, deadAtMs, ...letter } of deadLetterItems(target, filterOf(options))) {
    if (letters.length === limit) return { letters, more: true };
    letters.push({ ...letter, since: new Date(deadAtMs).toISOString(), bytes: Buffer.byteLength(body) });
  }
  return { letters, more: false };
}

interface Shown {
  readonly since: string;
  readonly tenantId: string;
  readonly conversationId: string;
  readonly id: string;
  readonly attempts: number;
  readonly reason: string;
  readonly bytes: number;
}

const rowOf = ({ since, tenantId, conversationId, id, attempts, reason }: Shown): string[] => [
  since,
  tenantId,
  conversationId,
  id,
  String(attempts),
  reason,
];

/** What SQS gave up itself, as a backstop. */
async function backstopOf(target: Target, options: Options) {
  const pairs = await target.queues();
  const listed = await Promise.all(pairs.map((pair) => listDeadLetters(target, pair)));
  const letters = listed
    .flatMap((list) => list.letters)
    .filter((letter) => isNamed(letter, filterOf(options)))
    .map((letter) => ({
      queue: letter.queue,
      id: letter.id,
      tenant: tenantOf(letter),
      conversation: letter.group.slice(letter.group.indexOf(':') + 1),
      deduplicationId: letter.deduplicationId,
      since: new Date(letter.sinceMs).toISOString(),
      bytes: Buffer.byteLength(letter.body),
    }));
  const queues = pairs.map(({ name }, n) => ({ queue: name, total: listed[n]?.total ?? 0 }));
  return { queues, queued: letters };
}
