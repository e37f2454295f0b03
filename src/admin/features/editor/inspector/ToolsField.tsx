import { useTranslation } from 'react-i18next';
import type { Path } from '../document/document.ts';
import { Part } from './ChoicesField.tsx';
import { EntryTools } from './EntryTools.tsx';
import { FaultText } from './FaultText.tsx';
import { JsonField } from './JsonField.tsx';
import { OtherFaults } from './OtherFaults.tsx';
import { useField } from './use-field.ts';
import { WayField } from './WayField.tsx';

/** The HTTP steps that a model may call by itself, and what it is told of them. */
export function ToolsField({ path, stepId }: { readonly path: Path; readonly stepId: string }) {
  const { value, set, fault } = useField(path);
  const { t } = useTranslation('editor');
  const listed = Array.isArray(value) ? value : [];
  return (
    <fieldset className="field-group">
      <legend>{t('tools.title')}</legend>
      {listed.map((_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone.
        <div key={n} className="entry">
          <div className="entry-head">
            {t('tools.nth', { n: n + 1 })}
            <EntryTools list={path} n={n} count={listed.length} name={t('tools.nth', { n: n + 1 })} />
          </div>
          <WayField path={[...path, n, 'step']} label={t('tools.step')} isOptional={false} />
          <Part
            path={[...path, n, 'description']}
            label={t('tools.description')}
            stepId={stepId}
            sort="template"
            rows={2}
            isKept
          />
          <Arguments path={[...path, n, 'arguments']} />
          <OtherFaults path={[...path, n]} fields={['step', 'description', 'arguments']} />
        </div>
      ))}
      {fault && <FaultText fault={fault} />}
      <button type="button" className="text-button" onClick={() => set([...listed, { description: '' }])}>
        {t('tools.add')}
      </button>
    </fieldset>
  );
}

function Arguments({ path }: { readonly path: Path }) {
  const { value, set, fault } = useField(path, { isWhole: true });
  const { t } = useTranslation('editor');
  return (
    <JsonField
      label={t('tools.arguments')}
      description={t('tools.argumentsHint')}
      value={value}
      onChange={set}
      fault={fault}
    />
  );
}
