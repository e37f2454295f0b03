import { useTranslation } from 'react-i18next';
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
  const { t } = useTranslation('editor');
  const listed = Array.isArray(value) ? value : [];
  return (
    <fieldset className="field-group">
      <legend>{t('attachments.title')}</legend>
      {listed.map((_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone.
        <div key={n} className="entry">
          <div className="entry-head">
            {t('attachments.nth', { n: n + 1 })}
            <EntryTools list={path} n={n} count={listed.length} name={t('attachments.nth', { n: n + 1 })} />
          </div>
          <Line path={[...path, n, 'type']} label={t('attachments.type')} isKept />
          <Line path={[...path, n, 'url']} label={t('attachments.url')} />
          <Line path={[...path, n, 'caption']} label={t('attachments.caption')} />
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
        {t('attachments.add')}
      </button>
    </fieldset>
  );
}

function Whole({ path }: { readonly path: Path }) {
  const { value, set } = useField(path);
  const { t } = useTranslation('editor');
  return (
    <details>
      <summary>{t('attachments.all')}</summary>
      <JsonField
        label={t('attachments.all')}
        value={value}
        onChange={(next) => next !== undefined && set(next)}
      />
    </details>
  );
}
