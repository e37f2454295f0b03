import type { FlowEditor } from '../../../contract/admin/drafts.ts';
import type { Admin, AdminCaller } from '../admin.ts';

/**
 * Notes that the caller has a flow open, and returns the others who have. Whether there is such a flow is not looked at:
 * it is asked for every few seconds.
 */
export async function noteEditor(
  { editors }: Pick<Admin, 'editors'>,
  { tenantId, id, name, email }: Pick<AdminCaller, 'tenantId' | 'id' | 'name' | 'email'>,
  { flowId, stepId }: { readonly flowId: string; readonly stepId: string | null },
): Promise<{ readonly items: readonly FlowEditor[] }> {
  const items = await editors.note({ tenantId, flowId }, { id, name: name ?? email ?? id, stepId });
  return { items };
}
