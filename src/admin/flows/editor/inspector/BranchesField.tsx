import { useEditorTexts } from '../../../texts/editor-texts.ts';
import type { Path } from '../document/document.ts';
import { useEditor } from '../store/editor-context.ts';
import { Part } from './ChoicesField.tsx';
import { EntryTools } from './EntryTools.tsx';
import { FaultText } from './FaultText.tsx';
import { OtherFaults } from './OtherFaults.tsx';
import { useField } from './use-field.ts';
import { WayField } from './WayField.tsx';

/** Conditions in the order that they are tried in, each with its way. */
export function BranchesField({ path, stepId }: { readonly path: Path; readonly stepId: string }) {
  const { value, fault } = useField(path);
  const { store } = useEditor();
  const { branches } = useEditorTexts();
  const listed = Array.isArray(value) ? value : [];
  return (
    <fieldset className="field-group">
      <legend>{branches.title}</legend>
      {listed.map((_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone.
        <div key={n} className="entry">
          <div className="entry-head">
            {branches.nth(n + 1)}
            <EntryTools list={path} n={n} count={listed.length} name={branches.nth(n + 1)} />
          </div>
          <Part path={[...path, n, 'when']} label={branches.when} stepId={stepId} sort="expression" isKept />
          <WayField path={[...path, n, 'next']} label={branches.way} isOptional={false} />
          <OtherFaults path={[...path, n]} fields={['when', 'next']} />
        </div>
      ))}
      {fault && <FaultText fault={fault} />}
      <button
        type="button"
        className="text-button"
        onClick={() => store.do({ do: 'edit', path, value: [...listed, { when: '' }] })}
      >
        {branches.add}
      </button>
    </fieldset>
  );
}
