import { writeFile } from 'node:fs/promises';
import { type Command, Option } from 'commander';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { channelNames } from '../../contract/vocabulary.ts';
import { exportVisitor } from '../../operations/people/export-visitor.ts';
import { type Io, printResult } from '../io.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
import { openPeople } from '../people-records.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';
import { knownTenant } from '../tenant-directory.ts';

interface Options extends TargetOptions, JsonOption {
  readonly tenant: string;
  readonly channel: string;
  readonly out?: string;
}

/** `visitor export USER-ID` */
export function visitorExport(io: Io): Command {
  return withVisitor(
    newCommand('export', 'write down everything that is kept of a visitor, as JSON', [
      'visitor export 4915112345678 --tenant acme --channel chatapp --stage prod --out visitor.json',
    ]),
  )
    .option('--out <file>', 'the file to write; without it, it is printed')
    .action(async (userId: string, options: Options) => {
      const target = await resolveTarget(options, io);
      const { tenant: tenantId, channel, out } = options;
      await knownTenant(new DirectoryTableWriter(target.clients, target), tenantId, target);
      const exported = await exportVisitor(await openPeople(target, io), { tenantId, channel, userId });
      const document = JSON.stringify(exported, null, 2);
      if (out === undefined) return io.out(document);
      await writeFile(out, `${document}\n`, { mode: 0o600 });
      const { conversations } = exported;
      const text = `${conversations.length} conversations of ${userId} are written to ${out}`;
      printResult(io, options.json, text, { file: out, conversations: conversations.length });
    });
}

/** Lets a command say which visitor it means. */
export function withVisitor(command: Command): Command {
  return withTarget(command)
    .argument(
      '<user-id>',
      'as `conversation show` prints it: a phone number, or what the site or the center names; if it begins with a dash, write -- before it, last of all',
    )
    .requiredOption('--tenant <id>', 'whose visitor it is')
    .addOption(
      new Option('--channel <channel>', 'where they write').choices(channelNames).makeOptionMandatory(),
    );
}
