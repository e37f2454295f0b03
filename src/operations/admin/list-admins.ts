import type { AdminNames } from '../../contract/admin/users.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { readAdmins } from '../users/admins.ts';
import { readIndexed } from '../users/indexed-user.ts';
import type { Admin, AdminCaller } from './admin.ts';

/** Whoever asks needs one of them, not all. */
const namesMost = 5;

/** What a tenant's admins are called, of those who can sign in: whom the others ask. */
export async function listAdmins(
  { records }: Pick<Admin, 'records'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
): Promise<AdminNames> {
  const items: { name: string }[] = [];
  for (const id of (await readAdmins({ records }, tenantId)).ids) {
    const user = readIndexed(await records.find(tenantId, directoryKeys.user(id)));
    if (user?.role === 'admin' && user.status === 'active') items.push({ name: user.name ?? user.email });
    if (items.length === namesMost) break;
  }
  return { items };
}
