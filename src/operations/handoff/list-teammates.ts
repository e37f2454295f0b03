import type { Teammate } from '../../contract/admin/handoffs.ts';
import type { Tenant } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import { queueRulesOf } from '../../contract/queues.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import type { DirectoryRecords } from '../../ports/directory-writer.ts';
import type { HandoffIndex, Presence } from '../../ports/handoff.ts';
import { answererOf } from './teammate-of.ts';

/** Everybody of the tenant who may answer visitors, and can sign in. */
export async function peopleWhoAnswer(
  { records }: { readonly records: Pick<DirectoryRecords, 'list'> },
  tenantId: string,
): Promise<readonly { readonly id: string; readonly name: string }[]> {
  const people: { id: string; name: string }[] = [];
  for (let after: string | undefined; ; ) {
    const page = { limit: limits.listItemsMax, ...(after !== undefined && { after }) };
    const found = await records.list(tenantId, directoryKeys.users, page);
    for (const record of found) {
      const name = answererOf(record);
      if (name !== null) people.push({ id: record.sk.slice(directoryKeys.users.length), name });
    }
    if (found.length < limits.listItemsMax) return people;
    after = found.at(-1)?.sk;
  }
}

/** Whether an agent of a queue has the inbox open, as of up to 30 seconds ago. */
export function isAttended(
  ports: {
    readonly records: Pick<DirectoryRecords, 'list'>;
    readonly presence: Pick<Presence, 'isAttended'>;
  },
  tenant: Tenant,
  queue: string,
): Promise<boolean> {
  return ports.presence.isAttended(tenant.id, queue, () => membersOf(ports, tenant, queue));
}

/** The IDs of the agents of a queue. */
export async function membersOf(
  ports: { readonly records: Pick<DirectoryRecords, 'list'> },
  tenant: Tenant,
  queue: string,
): Promise<readonly string[]> {
  const { members } = queueRulesOf(tenant, queue);
  return members ?? (await peopleWhoAnswer(ports, tenant.id)).map(({ id }) => id);
}

/** Conversations of a tenant's agents that are counted. */
const countedMost = 4_000;

/**
 * Lists agents to whom a conversation can be assigned: available ones first, then by name.
 * @see console.md 5 "Take"
 */
export async function listTeammates(
  ports: {
    readonly records: DirectoryRecords;
    readonly presence: Presence;
    readonly inboxIndex: HandoffIndex;
  },
  tenantId: string,
): Promise<readonly Teammate[]> {
  const people = await peopleWhoAnswer(ports, tenantId);
  const [there, taken] = await Promise.all([
    ports.presence.whoIsThere(
      tenantId,
      people.map(({ id }) => id),
    ),
    ports.inboxIndex.list(tenantId, { of: 'owner', name: null }, { limit: countedMost }),
  ]);
  const openOf = Map.groupBy(taken, ({ name }) => name);
  const known = people.map(({ id, name }) => ({
    ...{ id, name },
    here: there.has(id),
    open: openOf.get(id)?.length ?? 0,
  }));
  return known.toSorted(
    (one, other) => Number(other.here) - Number(one.here) || one.name.localeCompare(other.name),
  );
}
