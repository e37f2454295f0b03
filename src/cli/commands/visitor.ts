import { writeFile } from 'node:fs/promises';
import { setTimeout } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { DeadLettersTable } from '../../aws/dead-letters.ts';
import { DirectoryTableWriter } from '../../aws/directory-writer.ts';
import { FilesTable } from '../../aws/files-table.ts';
import { largeMessagesTable } from '../../aws/large-messages-table.ts';
import { PeopleTable } from '../../aws/people-table.ts';
import { PersonalDataTables } from '../../aws/personal-data-tables.ts';
import { createS3Client, S3Addresses, S3Objects } from '../../aws/s3-objects.ts';
import { channelNames } from '../../contract/vocabulary.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { eraseVisitor } from '../../operations/people/erase-visitor.ts';
import { exportVisitor } from '../../operations/people/export-visitor.ts';
import type { PeoplePorts } from '../../operations/people/find-visitor.ts';
import { type Io, onOneLine, printResult } from '../io.ts';
import { confirm, type JsonOption, newCommand, withTarget, withYes, type YesOption } from '../new-command.ts';
import { openRecords } from '../records.ts';
import { resolveTarget, type Target, type TargetOptions } from '../target.ts';
import { knownTenant } from '../tenant-directory.ts';

/** Readers and erasers of stored visitor data. */
export async function openPeople(target: Target, io: Io): Promise<PeoplePorts> {
  const { clients, tablePrefix, env } = target;
  const bucket = await target.filesBucket();
  // Also for a profile: URLs are signed here.
  const signer = await clients.dynamodb.config.credentials();
  const AWS_REGION = await clients.dynamodb.config.region();
  return {
    ...openRecords(target, io),
    accounts: async (tenantId, channel) => {
      const under = directoryKeys.account(channel, '');
      const items = await new DirectoryTableWriter(clients, target).list(tenantId);
      return items.flatMap(({ sk }) => (sk.startsWith(under) ? [sk.slice(under.length)] : []));
    },
    deadLetters: new DeadLettersTable(clients.dynamodb, tablePrefix),
    idKeys: () => target.idKeys(),
    files: new FilesTable(clients.dynamodb, tablePrefix),
    objects: new S3Objects(createS3Client(env), bucket),
    addresses: new S3Addresses({ ...env, AWS_REGION, ...variablesOf(signer) }, bucket, io.nowMs),
    largeMessages: largeMessagesTable(clients.dynamodb, tablePrefix),
    nowMs: io.nowMs,
    pause: setTimeout,
    people: new PeopleTable(clients.dynamodb, tablePrefix),
    personal: new PersonalDataTables(clients.dynamodb, tablePrefix, io.nowMs),
  };
}

/** Credentials as Lambda hands them over. */
const variablesOf = (signer: {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}) => ({
  AWS_ACCESS_KEY_ID: signer.accessKeyId,
  AWS_SECRET_ACCESS_KEY: signer.secretAccessKey,
  AWS_SESSION_TOKEN: signer.sessionToken,
});

interface Options extends TargetOptions, JsonOption {
  readonly tenant: string;
  readonly channel: string;
  readonly out?: string;
}

/** `visitor export USER-ID` */
export function visitorExport(io: Io): Command {
  return withVisitor(
    newCommand('export', 'export all data of a visitor as JSON', [
      'visitor export 4915112345678 --tenant acme --channel chatapp --stage prod --out visitor.json',
    ]),
  )
    .option('--out <file>', 'the file to write; default: standard output')
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
      'as printed by `conversation show`: a phone number, or the ID from the site or the contact center; put -- before it, last, if it starts with a dash',
    )
    .requiredOption('--tenant <id>', 'the tenant of the visitor')
    .addOption(
      new Option('--channel <channel>', "the visitor's channel").choices(channelNames).makeOptionMandatory(),
    );
}

interface VisitorEraseOptions extends TargetOptions, JsonOption, YesOption {
  readonly tenant: string;
  readonly channel: string;
  readonly dryRun?: boolean;
}

/** `visitor erase USER-ID` */
export function visitorErase(io: Io): Command {
  return withVisitor(
    withYes(
      newCommand('erase', 'erase all data of a visitor; if interrupted, run it again to continue', [
        'visitor erase 4915112345678 --tenant acme --channel chatapp --stage prod --dry-run',
        'visitor erase 4915112345678 --tenant acme --channel chatapp --stage prod',
      ]),
    ),
  )
    .option('--dry-run', 'report what would be erased without erasing it')
    .action(async (userId: string, options: VisitorEraseOptions) => {
      const target = await resolveTarget(options, io);
      const { tenant: tenantId, channel, dryRun = false } = options;
      await knownTenant(new DirectoryTableWriter(target.clients, target), tenantId, target);
      if (!dryRun)
        await confirm(io, target, options, `Erase all data of ${onOneLine(userId)} of ${tenantId}`);
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
      const text = parts.length > 0 ? `${who}: ${parts.join(', ')} ${did}` : `${who}: no stored data`;
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
