import type { Command } from 'commander';
import { confirm, type YesOption } from '../confirm.ts';
import { filterOf, findDeadLetter, openDeadLetters, type WhoseOptions } from '../dead-letter-items.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget, withYes } from '../new-command.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

type Options = TargetOptions & JsonOption & YesOption & WhoseOptions & { readonly dryRun?: boolean };

/** `dlq drop ID` */
export function dlqDrop(io: Io): Command {
  return withTarget(
    withYes(
      newCommand('drop', 'forget one dead letter for good', [
        'dlq drop 01KAMJ5S4V3Q6T1Y8ZB0N2W7XE --tenant acme --stage prod',
      ]),
    ),
  )
    .argument('<id>', 'id of the dead letter, as `dlq list` shows it')
    .option('--tenant <id>', 'whose it is; without it all are searched')
    .option('--conversation <id>', 'whose it is')
    .option('--dry-run', 'look for it and drop nothing')
    .action(async (id: string, options: Options) => {
      const target = await resolveTarget(options, io);
      const letter = await findDeadLetter(target, filterOf(options), id);
      if (!options.dryRun) {
        await confirm(io, target, options, `Forget dead letter ${id} of ${letter.tenantId} for good`);
        await openDeadLetters(target).drop(letter);
      }
      const did = options.dryRun ? 'would be dropped' : 'is dropped';
      printResult(io, options.json, `dead letter ${id} of ${letter.tenantId} ${did}`, {
        dryRun: options.dryRun === true,
        id,
        tenantId: letter.tenantId,
      });
    });
}
