import { useTranslation } from 'react-i18next';
import type { Draft } from '../../../../contract/admin/flows.ts';
import { saveJson } from '../../../components/save-json.ts';

/** The flow as a file, which another tenant or the command line takes. */
export function ExportFlow({ draft: { flowId, definition } }: { readonly draft: Draft }) {
  const { t } = useTranslation('flows');
  const save = () => saveJson(flowId, { id: flowId, version: 1, ...definition });
  return (
    <button type="button" className="text-button" onClick={save}>
      {t('create.exportJson')}
    </button>
  );
}
