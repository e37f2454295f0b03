import { setTimeout } from 'node:timers/promises';
import { DeadLettersTable } from '../aws/dead-letters-table.ts';
import { DirectoryTableWriter } from '../aws/directory-writer.ts';
import { FilesTable } from '../aws/files-table.ts';
import { largeMessagesTable } from '../aws/large-messages-table.ts';
import { PeopleTable } from '../aws/people-table.ts';
import { PersonalDataTables } from '../aws/personal-data-tables.ts';
import { S3Addresses } from '../aws/s3-addresses.ts';
import { createS3Client, S3Objects } from '../aws/s3-objects.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { PeoplePorts } from '../operations/people/people-ports.ts';
import type { Io } from './io.ts';
import { openRecords } from './records.ts';
import type { Target } from './target.ts';

/** What is stored of people, to be read and erased. */
export async function openPeople(target: Target, io: Io): Promise<PeoplePorts> {
  const { clients, tablePrefix, env } = target;
  const bucket = await target.filesBucket();
  // Of a profile too: addresses are signed here.
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
