import { NativeSelect, Select } from '@mantine/core';
import type { ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepKind } from '../../../../contract/flow.ts';
import { weekdays } from '../../../../contract/weekdays.ts';
import { DayHours } from '../../../components/DayHours.tsx';
import { FlowField } from '../../flows/FlowField.tsx';
import { isObject, type Path, stepPath } from '../document/document.ts';
import { type FieldName, type FieldSort, fieldOptions, isRequired } from '../fields.ts';
import { useEditor, useIsReadOnly, useStep } from '../store/editor-context.ts';
import { ChoicesField, Part } from './ChoicesField.tsx';
import {
  EditButton,
  EntryTools,
  JsonField,
  NumberField,
  OtherFaults,
  ProblemText,
  useField,
  Warnings,
} from './field-parts.tsx';
import { MapField } from './MapField.tsx';
import { NextStepField } from './NextStepField.tsx';
import { TextField } from './TextField.tsx';
import { Line, ValidateField, ValidationTexts } from './ValidateField.tsx';

interface Props {
  readonly stepId: string;
  readonly kind: StepKind;
  readonly field: FieldName;
  readonly sort: FieldSort;
}

const none: readonly string[] = [];
const secretsOnly: readonly string[] = ['secrets'];

/** Names that only the expressions of one field can use. */
const extraNames: Readonly<Record<string, readonly string[]>> = {
  'http.saveAs': ['response'],
  'call.saveAs': ['result'],
};

/** A field of a step, where F8 finds it. In a read-only flow, it is shown only if it has a value. */
export function Field(props: Props) {
  const isReadOnly = useIsReadOnly();
  const isSaid = useStep(props.stepId)?.[props.field] !== undefined;
  if (isReadOnly && !isSaid) return null;
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
      return <ValidationTexts {...{ path, label }} {...(description && { description })} />;
    case 'number':
      return <NumberField {...{ path, label }} {...(description && { description })} />;
    case 'flag':
      return <Flag {...{ stepId, kind, field, sort, label }} />;
    case 'choice':
      return <Choice {...{ stepId, kind, field, sort, label }} />;
    case 'way':
      return (
        <NextStepField
          label={t([`ways.${kind}.${field}` as 'ways.wait.next', `ways.${field as 'next'}`], {
            defaultValue: field,
          })}
          path={path}
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
    case 'flow':
      return <CalledFlow {...{ stepId, kind, field, sort, label }} />;
    default: {
      const Form = ownForms[sort];
      return <Form {...{ label, path, stepId }} />;
    }
  }
}

interface FormProps {
  readonly label: string;
  readonly path: Path;
  readonly stepId: string;
}

/** Fields with a form of their own. */
const ownForms = {
  choices: ChoicesField,
  validate: ValidateField,
  branches: BranchesField,
  tools: ToolsField,
  hours: HoursField,
  attachments: AttachmentsField,
  queue: QueueField,
} as const satisfies { readonly [Sort in FieldSort]?: ComponentType<FormProps> };

/** The HTTP steps that a model can call by itself, with their descriptions for the model. */
function ToolsField({ path, stepId }: { readonly path: Path; readonly stepId: string }) {
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
          <NextStepField path={[...path, n, 'step']} label={t('tools.step')} />
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
      {fault && <ProblemText fault={fault} />}
      <EditButton onClick={() => set([...listed, { description: '' }])}>{t('tools.add')}</EditButton>
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

/** Pictures and files that are sent with a message. */
function AttachmentsField({ path }: { readonly path: Path }) {
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
      {fault && <ProblemText fault={fault} />}
      <EditButton onClick={() => set([...listed, { type: 'image', url: 'https://' }])}>
        {t('attachments.add')}
      </EditButton>
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

/** Conditions in the order in which they are tried, each with its next step. */
function BranchesField({ path, stepId }: { readonly path: Path; readonly stepId: string }) {
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
          <NextStepField path={[...path, n, 'next']} label={t('branches.way')} />
          <OtherFaults path={[...path, n]} fields={['when', 'next']} />
        </div>
      ))}
      {fault && <ProblemText fault={fault} />}
      <EditButton onClick={() => store.do({ do: 'edit', path, value: [...listed, { when: '' }] })}>
        {t('branches.add')}
      </EditButton>
    </fieldset>
  );
}

/** Opening hours, a line for each day: `09:00-12:00, 13:00-18:00`. */
function HoursField({ label, path }: { readonly label: string; readonly path: Path }) {
  const { fault } = useField(path);
  const { t } = useTranslation('editor');
  return (
    <fieldset className="field-group">
      <legend>{label}</legend>
      <p className="quiet hint">{t('hours.hint')}</p>
      {weekdays.map((day) => (
        <Day key={day} path={path} day={day} label={t(`hours.days.${day}`)} />
      ))}
      {fault && <ProblemText fault={fault} />}
    </fieldset>
  );
}

function Day({ path, day, label }: { readonly path: Path; readonly day: string; readonly label: string }) {
  const week = useField(path);
  const { value, fault } = useField([...path, day], { isWhole: true });
  const set = (ranges: readonly string[]) => {
    const others = isObject(week.value) ? Object.entries(week.value).filter(([key]) => key !== day) : [];
    const next = [...others, ...(ranges.length > 0 ? [[day, ranges] as const] : [])];
    week.set(next.length === 0 ? undefined : Object.fromEntries(next));
  };
  return <DayHours label={label} ranges={value} error={fault && <ProblemText fault={fault} />} onSet={set} />;
}

type Labelled = Props & { readonly label: string };

function Flag({ stepId, field, label }: Labelled) {
  const { value, set, fault } = useField(stepPath(stepId, field));
  const { t } = useTranslation('editor');
  return (
    <NativeSelect
      label={label}
      value={typeof value === 'boolean' ? String(value) : ''}
      error={fault && <ProblemText fault={fault} />}
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
      error={fault && <ProblemText fault={fault} />}
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

/** One of the tenant's queues; none is the default one. */
function QueueField({ path, label }: { readonly path: Path; readonly label: string }) {
  const { value, set, fault } = useField(path);
  const { resources } = useEditor();
  const { t } = useTranslation('editor');
  const queue = typeof value === 'string' ? value : null;
  const queues = new Set([...(resources?.queues ?? []), ...(queue === null ? [] : [queue])]);
  return (
    <Select
      label={label}
      placeholder={t('fields.defaultQueue')}
      searchable
      clearable
      value={queue}
      data={[...queues]}
      error={fault && <ProblemText fault={fault} />}
      onChange={(next) => set(next ?? undefined)}
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
      error={fault && <ProblemText fault={fault} />}
    />
  );
}
