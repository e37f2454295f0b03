import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { WayArrow } from '../../flows/view/WayArrow.tsx';
import { type Path, stepOf } from '../document/document.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';
import { FaultText } from './FaultText.tsx';
import { useField } from './use-field.ts';

/** Where a way leads: the step to go to, and how to lead it elsewhere. */
export function WayField({
  label,
  path,
  isOptional,
}: {
  readonly label: string;
  readonly path: Path;
  readonly isOptional: boolean;
}) {
  const { actions, store } = useEditor();
  const { t } = useTranslation('editor');
  const { value, fault } = useField(path);
  const id = useId();
  const to = typeof value === 'string' ? value : null;
  const isThere = useFlow((document) => to !== null && stepOf(document, to) !== null);
  return (
    <div className="way-field">
      <span id={id} className="field-label">
        {label}
      </span>
      <span className="way-target">
        {to === null ? (
          <span className={isOptional ? 'quiet' : 'bad'}>{t('way.open')}</span>
        ) : (
          <button
            type="button"
            className="text-button"
            disabled={!isThere}
            aria-label={t('way.goTo', { step: to })}
            onClick={() => store.select([to])}
          >
            <WayArrow /> <bdi>{to}</bdi>
          </button>
        )}
        <button
          type="button"
          className="text-button"
          aria-describedby={id}
          onClick={() => actions.open({ kind: 'connect', from: path })}
        >
          {t('way.connect')}
        </button>
      </span>
      {fault && <FaultText fault={fault} />}
    </div>
  );
}
