import { allows } from '../../contract/roles.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { unknownColleague } from '../../domain/problems.ts';
import type { DirectoryRecord, DirectoryRecords } from '../../ports/directory-writer.ts';
import { readIndexed } from '../users/user-administration.ts';

/** What somebody is called who may answer visitors; null for anybody else. */
export function answererOf(record: DirectoryRecord | null): string | null {
  const user = readIndexed(record);
  const may = user?.role && user.status !== 'disabled' && allows([user.role], 'conversations:answer');
  return may ? (user.name ?? user.email) : null;
}

/** Somebody of the tenant who may answer visitors, by their id. @throws `unknown_user` */
export async function colleagueOf(
  { records }: { readonly records: DirectoryRecords },
  tenantId: string,
  id: string,
): Promise<{ readonly name: string }> {
  const name = answererOf(await records.find(tenantId, directoryKeys.user(id)));
  if (name === null) throw unknownColleague(id);
  return { name };
}
