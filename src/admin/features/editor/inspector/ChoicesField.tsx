import { Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isObject, type Path } from '../document/document.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { useIsReadOnly } from '../store/editor-context.ts';
import { EntryList, OtherProblems, useField } from './field-parts.tsx';
import { NextStepField } from './NextStepField.tsx';
import { TextField } from './TextField.tsx';

const ofList: readonly string[] = ['item'];

/** A question's choices: one by one, or built from a list. */
export function ChoicesField({ path, stepId }: { readonly path: Path; readonly stepId: string }) {
  const { value, set } = useField(path);
  const isReadOnly = useIsReadOnly();
  const { t } = useTranslation('editor');
  const isMade = isObject(value);
  const head = (isMade || !isReadOnly) && (
    <Checkbox
      label={t('choices.fromList')}
      checked={isMade}
      onChange={(event) => set(event.currentTarget.checked ? { from: '' } : [])}
    />
  );
  const fieldsOf = (at: Path, extra?: readonly string[]) => {
    const rest = { stepId, isKept: extra === undefined, ...(extra && { extra }) };
    return (
      <>
        <TextField path={[...at, 'label']} label={t('choices.label')} rows={1} {...rest} />
        <ExpressionField path={[...at, 'value']} label={t('choices.value')} sort="template" {...rest} />
        <NextStepField path={[...at, 'next']} label={t('choices.way')} />
      </>
    );
  };
  if (!isMade)
    return (
      <EntryList
        {...{ path, head }}
        list="choices"
        fields={['label', 'value', 'next']}
        added={(count) => ({ label: '', value: `${count + 1}` })}
      >
        {fieldsOf}
      </EntryList>
    );
  return (
    <fieldset className="field-group">
      <legend>{t('choices.title')}</legend>
      {head}
      <ExpressionField path={[...path, 'from']} label={t('choices.from')} stepId={stepId} sort="expression" />
      {fieldsOf(path, ofList)}
      <OtherProblems path={path} fields={['from', 'label', 'value', 'next']} />
    </fieldset>
  );
}
