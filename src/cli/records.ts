import { ContactsTable } from '../aws/contacts-table.ts';
import { ConversationsTable } from '../aws/conversations-table.ts';
import { DeliveriesTable } from '../aws/deliveries-table.ts';
import { DeliveryCursorsTable } from '../aws/delivery-cursors-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { InboxFeedTable } from '../aws/inbox-tables.ts';
import { ReceivedMessagesTable } from '../aws/received-messages-table.ts';
import { SearchTable } from '../aws/search-table.ts';
import { SendPacingTable } from '../aws/send-pacing-table.ts';
import { TurnLogTables } from '../aws/turn-log-tables.ts';
import type { Page } from '../contract/admin/lists.ts';
import { limits } from '../contract/limits.ts';
import type { FlowState } from '../engine/interfaces.ts';
import { type Io, onOneLine, printable } from './io.ts';
import type { Target } from './target.ts';
import { assertTenant } from './tenant-directory.ts';

/** Readers of stored conversations, messages and contacts. */
export function openRecords({ clients: { dynamodb }, tablePrefix }: Target, io: Io) {
  return {
    conversations: new ConversationsTable<FlowState>(dynamodb, tablePrefix),
    turnLog: new TurnLogTables(dynamodb, tablePrefix, io.nowMs),
    feed: new InboxFeedTable(dynamodb, tablePrefix, io.nowMs),
    deliveries: new DeliveriesTable(dynamodb, tablePrefix, io.nowMs),
    cursors: new DeliveryCursorsTable(dynamodb, tablePrefix, io.nowMs),
    pacing: new SendPacingTable(dynamodb, tablePrefix, io.nowMs),
    received: new ReceivedMessagesTable(dynamodb, tablePrefix, io.nowMs),
    contacts: new ContactsTable(dynamodb, tablePrefix, io.nowMs),
    search: new SearchTable(dynamodb, tablePrefix, io.nowMs),
    directory: new DirectoryTable(dynamodb, tablePrefix, io.nowMs),
  };
}

/** The tenant named, or every tenant: an id of a message or conversation doesn't tell whose it is. */
export async function tenantsToSearch(
  target: Target,
  io: Io,
  named: string | undefined,
): Promise<readonly string[]> {
  await assertTenant(target, named);
  if (named !== undefined) return [named];
  const tenants = await openRecords(target, io).directory.listTenants();
  return tenants.map(({ id }) => id);
}

/** Reads a list to its end. */
export async function allPages<Item>(
  read: (query: { readonly limit: number; readonly after: string | null }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let after: string | null = null; ; ) {
    const page = await read({ limit: limits.listItemsMax, after });
    items.push(...page.items);
    after = page.cursor;
    if (after === null) return items;
  }
}

/** Rows in columns, below their names. */
export function describeTable(names: readonly string[], rows: readonly (readonly string[])[]): string {
  const cells = rows.map((row) => row.map((cell) => printable(onOneLine(cell))));
  const widths = names.map((name, column) =>
    Math.max(name.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  return [names, ...cells]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}
