import { allows } from '../../contract/roles.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { unknownTeammate } from '../../domain/problems.ts';
import type { DirectoryRecord, DirectoryRecords } from '../../ports/directory-writer.ts';
import { readIndexed } from '../users/user-administration.ts';

/** Returns the name of an agent; null for other users. */
export function answererOf(record: DirectoryRecord | null): string | null {
  const user = readIndexed(record);
  const may = user?.role && user.status !== 'disabled' && allows([user.role], 'conversations:answer');
  return may ? (user.name ?? user.email) : null;
}

/** Returns an agent of the tenant by id. @throws `unknown_user` */
export async function teammateOf(
  { records }: { readonly records: DirectoryRecords },
  tenantId: string,
  id: string,
): Promise<{ readonly name: string }> {
  const name = answererOf(await records.find(tenantId, directoryKeys.user(id)));
  if (name === null) throw unknownTeammate(id);
  return { name };
}
