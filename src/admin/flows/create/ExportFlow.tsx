import type { Draft } from '../../../contract/admin/flows.ts';
import { saveJson } from '../../app/save-json.ts';
import { useTexts } from '../../texts/texts.ts';

/** The flow as a file, which another tenant or the command line takes. */
export function ExportFlow({ draft: { flowId, definition } }: { readonly draft: Draft }) {
  const { create } = useTexts().flows;
  const save = () => saveJson(flowId, { id: flowId, version: 1, ...definition });
  return (
    <button type="button" className="text-button" onClick={save}>
      {create.exportJson}
    </button>
  );
}
