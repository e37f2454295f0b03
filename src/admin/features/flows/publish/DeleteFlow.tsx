import { useTranslation } from 'react-i18next';
import type { FlowDetail } from '../../../../contract/admin/flows.ts';
import { noContent } from '../../../api/api.ts';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { DeleteByName } from '../../../components/DeleteByName.tsx';

/** A flow as it was read, and how to read it anew. */
export interface ReadFlow {
  readonly flow: FlowDetail;
  readonly etag: string;
}

/** Deletes a flow, once its name has been typed: it can't be taken back. */
export function DeleteFlow({ flow, etag }: ReadFlow) {
  const { t } = useTranslation('flows');
  const { call } = useConsole();
  const { may } = useRole();
  if (!may('flows:edit')) return null;
  const options = { path: { flowId: flow.id }, header: { 'if-match': etag } };
  const remove = () => call('DELETE', '/v1/admin/flows/{flowId}', noContent, options);
  return (
    <DeleteByName
      id={flow.id}
      remove={remove}
      texts={{
        open: t('remove.open'),
        title: t('remove.title', { name: flow.id }),
        what: t('remove.what'),
        type: t('remove.type', { name: flow.id }),
        button: t('remove.button'),
      }}
      then="flows"
    />
  );
}
