import { allows } from '../../contract/roles.ts';
import type { UserAccess } from '../../ports/user-access.ts';

/** Whether somebody of the tenant may answer visitors. */
export async function mayAnswer(
  { access }: { readonly access: UserAccess },
  tenantId: string,
  userId: string,
): Promise<boolean> {
  const found = await access.find(tenantId, userId);
  return found?.role != null && !found.isDisabled && allows([found.role], 'conversations:answer');
}
