import type { Command } from 'commander';
import type { DeadLetter } from '../../ports/dead-letters.ts';
import { filterOf, findDeadLetter, type WhoseOptions } from '../dead-letter-items.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

/** `dlq show ID` */
export function dlqShow(io: Io): Command {
  return withTarget(
    newCommand('show', 'show one dead letter: why it was given up, and the record as it lay on the queue', [
      'dlq show 01KAMJ5S4V3Q6T1Y8ZB0N2W7XE --tenant acme --stage prod',
    ]),
  )
    .argument('<id>', 'id of the dead letter, as `dlq list` shows it')
    .option('--tenant <id>', 'whose it is; without it all are searched')
    .option('--conversation <id>', 'whose it is')
    .action(async (id: string, options: TargetOptions & JsonOption & WhoseOptions) => {
      const target = await resolveTarget(options, io);
      const letter = await findDeadLetter(target, filterOf(options), id);
      const { tenantId, conversationId, queue, reason, attempts, deadAtMs, correlationId, body } = letter;
      const text = [
        `dead letter ${id} of ${tenantId}, conversation ${conversationId}`,
        `  given up ${new Date(deadAtMs).toISOString()} after ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}: ${reason}`,
        `  from the queue ${queue}, correlation id ${correlationId ?? 'not known'}`,
        '',
        body,
      ];
      printResult(io, options.json, text.join('\n'), letter);
      io.err(nextOf(letter));
    });
}

/** What to do about it, in the order in which it helps. */
function nextOf({ id, kind, tenantId, conversationId }: DeadLetter): string {
  if (kind !== 'turn') return `Nobody can read it: \`npx gateway dlq drop ${id}\` forgets it.`;
  return [
    'Once its cause is mended, and the mended flow is published:',
    `  npx gateway conversation restart --tenant ${tenantId} -- ${conversationId}`,
    `  npx gateway dlq redrive ${id} --tenant ${tenantId}`,
  ].join('\n');
}
