import { setTimeout } from 'node:timers/promises';
import { DeadLettersTable } from '../aws/dead-letters-table.ts';
import { directoryWriter } from '../aws/directory-writer.ts';
import { largeMessagesTable } from '../aws/large-messages-table.ts';
import { PeopleTable } from '../aws/people-table.ts';
import { PersonalDataTables } from '../aws/personal-data-tables.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import type { PeoplePorts } from '../operations/people/people-ports.ts';
import type { Io } from './io.ts';
import { openRecords } from './records.ts';
import type { Target } from './target.ts';

/** What is stored of people, to be read and erased. */
export function openPeople(target: Target, io: Io): PeoplePorts {
  const { clients, tablePrefix } = target;
  return {
    ...openRecords(target, io),
    accounts: async (tenantId, channel) => {
      const under = directoryKeys.account(channel, '');
      const items = await directoryWriter(clients, target).list(tenantId);
      return items.flatMap(({ sk }) => (sk.startsWith(under) ? [sk.slice(under.length)] : []));
    },
    deadLetters: new DeadLettersTable(clients.dynamodb, tablePrefix),
    idKeys: () => target.idKeys(),
    largeMessages: largeMessagesTable(clients.dynamodb, tablePrefix),
    nowMs: io.nowMs,
    pause: setTimeout,
    people: new PeopleTable(clients.dynamodb, tablePrefix),
    personal: new PersonalDataTables(clients.dynamodb, tablePrefix, io.nowMs),
  };
}
