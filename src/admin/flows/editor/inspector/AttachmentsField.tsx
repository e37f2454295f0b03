import { useEditorTexts } from '../../../texts/editor-texts.ts';
import type { Path } from '../document/document.ts';
import { EntryTools } from './EntryTools.tsx';
import { FaultText } from './FaultText.tsx';
import { JsonField } from './JsonField.tsx';
import { OtherFaults } from './OtherFaults.tsx';
import { useField } from './use-field.ts';
import { Line } from './ValidateField.tsx';

/** Pictures and files that are sent with a message. */
export function AttachmentsField({ path }: { readonly path: Path }) {
  const { value, set, fault } = useField(path);
  const { attachments } = useEditorTexts();
  const listed = Array.isArray(value) ? value : [];
  return (
    <fieldset className="field-group">
      <legend>{attachments.title}</legend>
      {listed.map((_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone.
        <div key={n} className="entry">
          <div className="entry-head">
            {attachments.nth(n + 1)}
            <EntryTools list={path} n={n} count={listed.length} name={attachments.nth(n + 1)} />
          </div>
          <Line path={[...path, n, 'type']} label={attachments.type} isKept />
          <Line path={[...path, n, 'url']} label={attachments.url} />
          <Line path={[...path, n, 'caption']} label={attachments.caption} />
          <Whole path={[...path, n]} />
          <OtherFaults path={[...path, n]} fields={['type', 'url', 'caption']} />
        </div>
      ))}
      {fault && <FaultText fault={fault} />}
      <button
        type="button"
        className="text-button"
        onClick={() => set([...listed, { type: 'image', url: 'https://' }])}
      >
        {attachments.add}
      </button>
    </fieldset>
  );
}

function Whole({ path }: { readonly path: Path }) {
  const { value, set } = useField(path);
  const { attachments } = useEditorTexts();
  return (
    <details>
      <summary>{attachments.all}</summary>
      <JsonField label={attachments.all} value={value} onChange={(next) => next !== undefined && set(next)} />
    </details>
  );
}
