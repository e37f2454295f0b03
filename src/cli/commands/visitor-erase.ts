import type { Command } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { eraseVisitor } from '../../operations/people/erase-visitor.ts';
import { exportVisitor } from '../../operations/people/export-visitor.ts';
import { confirm, type YesOption } from '../confirm.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withYes } from '../new-command.ts';
import { openPeople } from '../people-records.ts';
import { onOneLine } from '../printable.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';
import { knownTenant } from '../tenant-directory.ts';
import { withVisitor } from './visitor-export.ts';

interface Options extends TargetOptions, JsonOption, YesOption {
  readonly tenant: string;
  readonly channel: string;
  readonly dryRun?: boolean;
}

/** `visitor erase USER-ID` */
export function visitorErase(io: Io): Command {
  return withVisitor(
    withYes(
      newCommand(
        'erase',
        'erase everything that is kept of a visitor; interrupted, it goes on when run again',
        [
          'visitor erase 4915112345678 --tenant acme --channel chatapp --stage prod --dry-run',
          'visitor erase 4915112345678 --tenant acme --channel chatapp --stage prod',
        ],
      ),
    ),
  )
    .option('--dry-run', 'say what would be erased and erase nothing')
    .action(async (userId: string, options: Options) => {
      const target = await resolveTarget(options, io);
      const { tenant: tenantId, channel, dryRun = false } = options;
      await knownTenant(new DirectoryTableWriter(target.clients, target), tenantId, target);
      if (!dryRun)
        await confirm(io, target, options, `Erase all that is kept of ${onOneLine(userId)} of ${tenantId}`);
      const ports = await openPeople(target, io);
      const erased = dryRun
        ? counted(await exportVisitor(ports, { tenantId, channel, userId }))
        : await eraseVisitor(ports, { tenantId, channel, userId });
      const { conversations, turns, deadLetters, names } = erased;
      const who = `${onOneLine(userId)} of ${tenantId} on ${channel}`;
      const parts = [
        count(conversations, 'conversation'),
        count(turns, 'turn'),
        count(deadLetters, 'dead letter'),
        count(names, 'name'),
      ].flat();
      const did = dryRun ? 'would be erased' : 'erased';
      const text = parts.length > 0 ? `${who}: ${parts.join(', ')} ${did}` : `${who}: nothing is kept`;
      printResult(io, options.json, text, { tenantId, channel, userId, ...erased, dryRun });
    });
}

const count = (number: number, what: string) =>
  number === 0 ? [] : `${number} ${what}${number === 1 ? '' : 's'}`;

function counted({ conversations, names }: Awaited<ReturnType<typeof exportVisitor>>) {
  return {
    conversations: conversations.length,
    turns: conversations.reduce((sum, { turns }) => sum + turns.length, 0),
    deadLetters: conversations.reduce((sum, { deadLetters }) => sum + deadLetters.length, 0),
    names: names.length,
  };
}
