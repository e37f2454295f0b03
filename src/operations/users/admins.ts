import * as z from 'zod/mini';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { LastAdminError } from '../../domain/user-errors.ts';
import { isUnderWay, readIndexed } from './indexed-user.ts';
import type { UserAdministration } from './user-administration.ts';

type Parts = Pick<UserAdministration, 'pool' | 'records'>;

const triesMost = 10;
const perRead = 100;
const adminsItem = z.object({ ids: z.array(z.string()) });
const isAdminItem = z.object({ role: z.literal('admin') });

/**
 * Takes somebody off the list of a tenant's admins, before they stop being one: who is not on the list is counted on by
 * nobody. The list is one item, written on condition, so that of two who remove each other one finds the other gone.
 * @throws LastAdminError when no other is left who is enabled and has signed in
 * @see design 9 "Users"
 */
export async function leaveAdmins(parts: Parts, tenantId: string, userId: string): Promise<void> {
  for (let tries = 0; tries < triesMost; tries += 1) {
    const { ids, expected } = await readAdmins(parts, tenantId);
    const others = ids.filter((id) => id !== userId);
    if (!(await isAnyAdmin(parts, tenantId, others))) throw new LastAdminError();
    if (await writeAdmins(parts, tenantId, others, expected)) return;
  }
  throw new TemporarilyUnavailableError();
}

/**
 * Puts somebody on the list of admins, once they are one.
 * @param change `theirs`: by whoever is changing them; `none`: not while somebody is, who may be taking them off
 */
export async function joinAdmins(
  parts: Pick<Parts, 'records'> & { readonly nowMs: () => number },
  tenantId: string,
  userId: string,
  change: 'theirs' | 'none' = 'none',
): Promise<void> {
  for (let tries = 0; tries < triesMost; tries += 1) {
    // In this order: a change that begins after the second read takes them off after this write, or has it fail.
    const { ids, expected } = await readAdmins(parts, tenantId);
    const record = await parts.records.find(tenantId, directoryKeys.user(userId));
    if (change === 'none' && isUnderWay(parts, readIndexed(record))) return;
    if (ids.includes(userId) && expected !== 'nothing') return;
    if (await writeAdmins(parts, tenantId, [...new Set([...ids, userId])], expected)) return;
  }
  throw new TemporarilyUnavailableError();
}

/** Who is on the list of a tenant's admins, and what it is changed over. */
export async function readAdmins({ records }: Pick<Parts, 'records'>, tenantId: string) {
  const record = await records.find(tenantId, directoryKeys.admins);
  const listed = adminsItem.safeParse(record?.attributes).data;
  if (record && listed) return { ids: listed.ids, expected: record };
  // A tenant from before there was a list.
  const ids: string[] = [];
  for (let after: string | undefined; ; ) {
    const page = await records.list(tenantId, directoryKeys.users, {
      limit: perRead,
      ...(after !== undefined && { after }),
    });
    for (const { sk, attributes } of page)
      if (isAdminItem.safeParse(attributes).success) ids.push(sk.slice(directoryKeys.users.length));
    if (page.length < perRead) return { ids, expected: record ?? ('nothing' as const) };
    after = page.at(-1)?.sk;
  }
}

async function writeAdmins(
  { records }: Pick<Parts, 'records'>,
  tenantId: string,
  ids: readonly string[],
  expected: Parameters<Parts['records']['write']>[2],
): Promise<boolean> {
  const record = { sk: directoryKeys.admins, attributes: { ids: [...ids] } };
  return (await records.write(tenantId, record, expected)) !== null;
}

/** The pool is asked: what lies in the index may be older than what somebody did in Cognito's own console. */
async function isAnyAdmin({ pool }: Pick<Parts, 'pool'>, tenantId: string, ids: readonly string[]) {
  for (const id of ids) {
    const user = await pool.find(id);
    if (user?.tenantId === tenantId && isCounted(user)) return true;
  }
  return false;
}

/** Whether a tenant may count on them: who never came is no admin yet. */
export function isCounted(user: {
  readonly role: string | null;
  readonly enabled: boolean;
  readonly status: string;
}): boolean {
  return user.role === 'admin' && user.enabled && user.status !== 'invited';
}
