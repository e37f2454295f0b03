import { useTranslation } from 'react-i18next';
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
  const { t } = useTranslation('editor');
  const listed = Array.isArray(value) ? value : [];
  return (
    <fieldset className="field-group">
      <legend>{t('branches.title')}</legend>
      {listed.map((_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone.
        <div key={n} className="entry">
          <div className="entry-head">
            {t('branches.nth', { n: n + 1 })}
            <EntryTools list={path} n={n} count={listed.length} name={t('branches.nth', { n: n + 1 })} />
          </div>
          <Part
            path={[...path, n, 'when']}
            label={t('branches.when')}
            stepId={stepId}
            sort="expression"
            isKept
          />
          <WayField path={[...path, n, 'next']} label={t('branches.way')} isOptional={false} />
          <OtherFaults path={[...path, n]} fields={['when', 'next']} />
        </div>
      ))}
      {fault && <FaultText fault={fault} />}
      <button
        type="button"
        className="text-button"
        onClick={() => store.do({ do: 'edit', path, value: [...listed, { when: '' }] })}
      >
        {t('branches.add')}
      </button>
    </fieldset>
  );
}
