import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { StepKind } from '../../../../contract/flow.ts';
import { FlowField } from '../../flows/FlowField.tsx';
import { stepPath } from '../document/document.ts';
import { type FieldName, type FieldSort, fieldOptions, isRequired } from '../fields.ts';
import { useEditor } from '../store/editor-context.ts';
import { AttachmentsField } from './AttachmentsField.tsx';
import { BranchesField } from './BranchesField.tsx';
import { ChoicesField, Part } from './ChoicesField.tsx';
import { FaultText } from './FaultText.tsx';
import { HoursField } from './HoursField.tsx';
import { JsonField } from './JsonField.tsx';
import { MapField } from './MapField.tsx';
import { NumberField } from './NumberField.tsx';
import { TextField } from './TextField.tsx';
import { ToolsField } from './ToolsField.tsx';
import { useField } from './use-field.ts';
import { Line, ValidateField, Words } from './ValidateField.tsx';
import { Warnings } from './Warnings.tsx';
import { WayField } from './WayField.tsx';

interface Props {
  readonly stepId: string;
  readonly kind: StepKind;
  readonly field: FieldName;
  readonly sort: FieldSort;
}

const none: readonly string[] = [];
const secretsOnly: readonly string[] = ['secrets'];

/** What the engine lends to the expressions of one field alone. */
const extraNames: Readonly<Record<string, readonly string[]>> = {
  'http.saveAs': ['response'],
  'call.saveAs': ['result'],
};

/** A field of a step, where F8 finds it. */
export function Field(props: Props) {
  return (
    <div data-field={props.field}>
      <FieldOfSort {...props} />
      <Warnings path={stepPath(props.stepId, props.field)} isWhole />
    </div>
  );
}

function FieldOfSort({ stepId, kind, field, sort }: Props) {
  const { t } = useTranslation('editor');
  const { store } = useEditor();
  const path = stepPath(stepId, field);
  const isKept = isRequired(kind, field);

  const label = t([`fields.of.${kind}.${field}` as 'fields.of.message.text', `fields.names.${field}`]);

  const hints = [
    `fields.hints.${kind}.${field}`,
    `fields.hints.${field}`,
  ] as unknown as 'fields.hints.share'[];
  const description = t(hints, { defaultValue: '', example: '{{ secrets.NAME }}' }) || undefined;
  switch (sort) {
    case 'text':
      return (
        <TextField
          {...{ label, path, stepId, isKept }}
          {...(field === 'text' && { onLeaveText: (text: string) => store.nameByWords(stepId, text) })}
        />
      );
    case 'template':
      return (
        <Part
          {...{ path, label, stepId, isKept, description }}
          sort="template"
          rows={field === 'system' ? 4 : 2}
        />
      );
    case 'expression':
      return <Part {...{ path, label, stepId, isKept, description }} sort="expression" />;
    case 'name':
    case 'line':
      return <Line {...{ path, label, isKept }} />;
    case 'names':
      return <Words {...{ path, label }} {...(description && { description })} />;
    case 'number':
      return <NumberField {...{ path, label }} {...(description && { description })} />;
    case 'flag':
      return <Flag {...{ stepId, kind, field, sort, label }} />;
    case 'choice':
      return <Choice {...{ stepId, kind, field, sort, label }} />;
    case 'way':
      return (
        <WayField
          label={t([`ways.${kind}.${field}` as 'ways.wait.next', `ways.${field as 'next'}`], {
            defaultValue: field,
          })}
          path={path}
          isOptional={!isKept}
        />
      );
    case 'expressions':
      return (
        <MapField
          {...{ label, path, stepId, isKept }}
          sort="expression"
          newName="name"
          extra={extraNames[`${kind}.${field}`] ?? none}
        />
      );
    case 'templates':
      return (
        <MapField {...{ label, path, stepId, isKept }} sort="template" newName="x-name" extra={secretsOnly} />
      );
    case 'json':
      return <WholeField {...{ stepId, kind, field, sort, label }} />;
    case 'choices':
      return <ChoicesField {...{ path, stepId }} />;
    case 'validate':
      return <ValidateField {...{ path, stepId }} />;
    case 'branches':
      return <BranchesField {...{ path, stepId }} />;
    case 'tools':
      return <ToolsField {...{ path, stepId }} />;
    case 'hours':
      return <HoursField {...{ label, path }} />;
    case 'attachments':
      return <AttachmentsField path={path} />;
    case 'flow':
      return <CalledFlow {...{ stepId, kind, field, sort, label }} />;
  }
}

type Labelled = Props & { readonly label: string };

function Flag({ stepId, field, label }: Labelled) {
  const { value, set, fault } = useField(stepPath(stepId, field));
  const { t } = useTranslation('editor');
  return (
    <NativeSelect
      label={label}
      value={typeof value === 'boolean' ? String(value) : ''}
      error={fault && <FaultText fault={fault} />}
      onChange={({ currentTarget: { value: next } }) => set(next === '' ? undefined : next === 'true')}
      data={[
        { value: '', label: t('fields.flag.unsaid') },
        { value: 'true', label: t('fields.flag.yes') },
        { value: 'false', label: t('fields.flag.no') },
      ]}
    />
  );
}

function Choice({ stepId, kind, field, label }: Labelled) {
  const { value, set, fault } = useField(stepPath(stepId, field));
  const { t } = useTranslation('editor');
  const options: readonly string[] = field === 'method' ? fieldOptions.method : fieldOptions.measures;

  const isOptional = !isRequired(kind, field);
  return (
    <NativeSelect
      label={label}
      value={typeof value === 'string' ? value : ''}
      error={fault && <FaultText fault={fault} />}
      onChange={({ currentTarget: { value: next } }) => set(next || undefined)}
      data={[
        ...(isOptional || typeof value !== 'string' ? [{ value: '', label: t('fields.none') }] : []),
        ...options.map((option) => ({
          value: option,
          label: t(`fields.measures.${option as 'csat'}`, { defaultValue: option }),
        })),
      ]}
    />
  );
}

function WholeField({ stepId, field, label }: Labelled) {
  const { value, set, fault } = useField(stepPath(stepId, field), { isWhole: true });
  return <JsonField {...{ label, value, fault }} onChange={set} />;
}

function CalledFlow({ stepId, field, label }: Labelled) {
  const { value, set, fault } = useField(stepPath(stepId, field));
  return (
    <FlowField
      label={label}
      value={typeof value === 'string' ? value : ''}
      onSet={(next) => set(next ?? '')}
      error={fault && <FaultText fault={fault} />}
    />
  );
}
