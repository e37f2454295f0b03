import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isObject, type Path } from '../document/document.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { useEditor, useIsReadOnly } from '../store/editor-context.ts';
import { EditButton, EntryTools, OtherFaults, ProblemText, useField } from './field-parts.tsx';
import { NextStepField } from './NextStepField.tsx';
import { TextField } from './TextField.tsx';

const ofList: readonly string[] = ['item'];

/** A question's choices: one by one, or built from a list. */
export function ChoicesField({ path, stepId }: { readonly path: Path; readonly stepId: string }) {
  const { value, set, fault } = useField(path);
  const { store } = useEditor();
  const isReadOnly = useIsReadOnly();
  const { t } = useTranslation('editor');
  const listed = Array.isArray(value) ? value : [];
  const isMade = isObject(value);
  const add = () => {
    const entry = { label: '', value: `${listed.length + 1}` };
    store.do({ do: 'edit', path, value: [...listed, entry] });
  };
  return (
    <fieldset className="field-group">
      <legend>{t('choices.title')}</legend>
      {(isMade || !isReadOnly) && (
        <Checkbox
          label={t('choices.fromList')}
          checked={isMade}
          onChange={(event) => set(event.currentTarget.checked ? { from: '' } : [])}
        />
      )}
      {isMade ? (
        <>
          <Part path={[...path, 'from']} label={t('choices.from')} stepId={stepId} sort="expression" />
          <TextField
            path={[...path, 'label']}
            label={t('choices.label')}
            stepId={stepId}
            rows={1}
            isKept={false}
            extra={ofList}
          />
          <Part
            path={[...path, 'value']}
            label={t('choices.value')}
            stepId={stepId}
            sort="template"
            extra={ofList}
          />
          <NextStepField path={[...path, 'next']} label={t('choices.way')} />
        </>
      ) : (
        listed.map((_, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone.
          <div key={n} className="entry">
            <div className="entry-head">
              {t('choices.nth', { n: n + 1 })}
              <EntryTools list={path} n={n} count={listed.length} name={t('choices.nth', { n: n + 1 })} />
            </div>
            <TextField
              path={[...path, n, 'label']}
              label={t('choices.label')}
              stepId={stepId}
              rows={1}
              isKept
            />
            <Part
              path={[...path, n, 'value']}
              label={t('choices.value')}
              stepId={stepId}
              sort="template"
              isKept
            />
            <NextStepField path={[...path, n, 'next']} label={t('choices.way')} />
            <OtherFaults path={[...path, n]} fields={['label', 'value', 'next']} />
          </div>
        ))
      )}
      {isMade ? (
        <OtherFaults path={path} fields={['from', 'label', 'value', 'next']} />
      ) : (
        fault && <ProblemText fault={fault} />
      )}
      {!isMade && <EditButton onClick={add}>{t('choices.add')}</EditButton>}
    </fieldset>
  );
}

interface PartProps {
  readonly path: Path;
  readonly label: string;
  readonly stepId: string | null;
  readonly sort: 'template' | 'expression';
  readonly rows?: number;
  readonly isKept?: boolean;
  readonly description?: string | undefined;
  readonly extra?: readonly string[];
}

/** One text or expression of something larger. */
export function Part({ path, label, stepId, sort, rows = 1, isKept = false, description, extra }: PartProps) {
  const { value, set, fault, onLeave } = useField(path);
  const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
  return (
    <ExpressionField
      {...{ label, stepId, sort, fault, onLeave, rows, description }}
      {...(extra && { extra })}
      value={text}
      onChange={(next) => set(next === '' && !isKept ? undefined : next)}
    />
  );
}
