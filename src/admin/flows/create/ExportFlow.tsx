import type { Draft } from '../../../contract/admin/flows.ts';
import { useTexts } from '../../texts/texts.ts';

/** The flow as a file, which another tenant or the command line takes. */
export function ExportFlow({ draft: { flowId, definition } }: { readonly draft: Draft }) {
  const { create } = useTexts().flows;
  const save = () => {
    const text = `${JSON.stringify({ id: flowId, version: 1, ...definition }, null, 2)}\n`;
    const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
    const link = Object.assign(document.createElement('a'), { href: address, download: `${flowId}.json` });
    link.click();
    // The download has begun by then.
    setTimeout(() => URL.revokeObjectURL(address), 0);
  };
  return (
    <button type="button" className="text-button" onClick={save}>
      {create.exportJson}
    </button>
  );
}
