import type { FlowDetail } from '../../../contract/admin/flows.ts';
import { useRole } from '../../app/console-context.ts';
import { DeleteByName } from '../../app/DeleteByName.tsx';
import { useTexts } from '../../texts/texts.ts';

/** Deletes a flow, once its name has been typed: it can't be taken back. */
export function DeleteFlow({ flow, etag }: { readonly flow: FlowDetail; readonly etag: string }) {
  const texts = useTexts().flows.remove;
  const { may } = useRole();
  if (!may('flows:edit')) return null;
  const path = `/flows/${encodeURIComponent(flow.id)}`;
  return <DeleteByName id={flow.id} path={path} etag={etag} texts={texts} then="flows" />;
}
