import type { ComponentProps, ComponentType } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepKind } from '../../../../contract/flow.ts';
import { weekdays } from '../../../../contract/weekdays.ts';
import { DayHours } from '../../../components/WeekHoursField.tsx';
import { FlowField } from '../../flows/FlowField.tsx';
import { isObject, type Path, stepPath, stepsOf } from '../document/document.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { type FieldName, type FieldSort, fieldOptions, isRequired } from '../fields.ts';
import { useEditor, useFlow, useIsReadOnly, useStep } from '../store/editor-context.ts';
import { ChoicesField } from './ChoicesField.tsx';
import {
  ChoiceField,
  EntryList,
  JsonField,
  Line,
  NumberField,
  ProblemText,
  useField,
  Warnings,
} from './field-parts.tsx';
import { MapField, useVariableNames } from './MapField.tsx';
import { NextStepField } from './NextStepField.tsx';
import { TextField } from './TextField.tsx';
import { SharedNames, ValidateField } from './ValidateField.tsx';

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
  const isGiven = useStep(props.stepId)?.[props.field] !== undefined;
  if (isReadOnly && !isGiven) return null;
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
        <ExpressionField
          {...{ path, label, stepId, isKept, description }}
          sort="template"
          rows={field === 'system' ? 4 : 2}
        />
      );
    case 'expression':
      return <ExpressionField {...{ path, label, stepId, isKept, description }} sort="expression" />;
    case 'name':
      return <VariableField {...{ path, label, isKept }} />;
    case 'line':
      return <ModelField {...{ path, label, isKept }} />;
    case 'names':
      return <SharedNames {...{ path, label }} {...(description && { description })} />;
    case 'number':
      return <NumberField {...{ path, label }} {...(description && { description })} />;
    case 'choice':
      return (
        <ChoiceField
          {...{ path, label }}
          isRequired={isKept}
          placeholder={t('fields.none')}
          data={fieldOptions[field === 'method' ? 'method' : 'measures'].map((value) => ({
            value,
            label: t(`fields.measures.${value as 'csat'}`, { defaultValue: value }),
          }))}
        />
      );
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
  flag: FlagField,
  json: WholeField,
  flow: CalledFlow,
} as const satisfies { readonly [Sort in FieldSort]?: ComponentType<FormProps> };

/** The HTTP steps that a model can call by itself, with their descriptions for the model. */
function ToolsField({ path, stepId }: FormProps) {
  const { t } = useTranslation('editor');
  return (
    <EntryList
      path={path}
      list="tools"
      fields={['step', 'description', 'arguments']}
      added={() => ({ description: '' })}
    >
      {(at) => (
        <>
          <NextStepField path={[...at, 'step']} label={t('tools.step')} />
          <ExpressionField
            path={[...at, 'description']}
            label={t('tools.description')}
            stepId={stepId}
            sort="template"
            rows={2}
            isKept
          />
          <Arguments path={[...at, 'arguments']} />
        </>
      )}
    </EntryList>
  );
}

function Arguments({ path }: { readonly path: Path }) {
  const { value, set, problem } = useField(path, { isWhole: true });
  const { t } = useTranslation('editor');
  return (
    <JsonField
      label={t('tools.arguments')}
      description={t('tools.argumentsHint')}
      value={value}
      onChange={set}
      problem={problem}
    />
  );
}

/** Pictures and files that are sent with a message. */
function AttachmentsField({ path }: FormProps) {
  const { t } = useTranslation('editor');
  return (
    <EntryList
      path={path}
      list="attachments"
      fields={['type', 'url', 'caption']}
      added={() => ({ type: 'image', url: 'https://' })}
    >
      {(at) => (
        <>
          <Line path={[...at, 'type']} label={t('attachments.type')} isKept />
          <Line path={[...at, 'url']} label={t('attachments.url')} />
          <Line path={[...at, 'caption']} label={t('attachments.caption')} />
          <Whole path={at} />
        </>
      )}
    </EntryList>
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
function BranchesField({ path, stepId }: FormProps) {
  const { t } = useTranslation('editor');
  return (
    <EntryList path={path} list="branches" fields={['when', 'next']} added={() => ({ when: '' })}>
      {(at) => (
        <>
          <ExpressionField
            path={[...at, 'when']}
            label={t('branches.when')}
            stepId={stepId}
            sort="expression"
            isKept
          />
          <NextStepField path={[...at, 'next']} label={t('branches.way')} />
        </>
      )}
    </EntryList>
  );
}

/** Opening hours, a line for each day: `09:00-12:00, 13:00-18:00`. */
function HoursField({ label, path }: { readonly label: string; readonly path: Path }) {
  const { problem } = useField(path);
  const { t } = useTranslation('editor');
  return (
    <fieldset className="field-group">
      <legend>{label}</legend>
      <p className="quiet hint">{t('hours.hint')}</p>
      {weekdays.map((day) => (
        <Day key={day} path={path} day={day} label={t(`hours.days.${day}`)} />
      ))}
      {problem && <ProblemText problem={problem} />}
    </fieldset>
  );
}

function Day({ path, day, label }: { readonly path: Path; readonly day: string; readonly label: string }) {
  const week = useField(path);
  const { value, problem } = useField([...path, day], { isWhole: true });
  const set = (ranges: readonly string[]) => {
    const others = isObject(week.value) ? Object.entries(week.value).filter(([key]) => key !== day) : [];
    const next = [...others, ...(ranges.length > 0 ? [[day, ranges] as const] : [])];
    week.set(next.length === 0 ? undefined : Object.fromEntries(next));
  };
  return (
    <DayHours label={label} ranges={value} error={problem && <ProblemText problem={problem} />} onSet={set} />
  );
}

/** A field that a model, a step or the engine has a default for. */
function FlagField({ path, label }: FormProps) {
  const { t } = useTranslation('editor');
  return (
    <ChoiceField
      {...{ path, label }}
      placeholder={t('fields.flag.unsaid')}
      data={[
        { value: 'true', label: t('fields.flag.yes') },
        { value: 'false', label: t('fields.flag.no') },
      ]}
      write={(choice) => choice === 'true'}
    />
  );
}

/** One of the tenant's queues; none is the default one. */
function QueueField({ path, label }: FormProps) {
  const { value } = useField(path);
  const { resources } = useEditor();
  const { t } = useTranslation('editor');
  const queues = new Set([...(resources?.queues ?? []), ...(typeof value === 'string' ? [value] : [])]);
  return (
    <ChoiceField {...{ path, label }} placeholder={t('fields.defaultQueue')} searchable data={[...queues]} />
  );
}

/** A variable that a step saves to: an existing one, or a new name. */
function VariableField(props: ComponentProps<typeof Line>) {
  return <Line {...props} data={useVariableNames()} />;
}

/** A language model: of the deployment, of another step of the flow, or any other name. */
function ModelField(props: ComponentProps<typeof Line>) {
  const { resources } = useEditor();
  const [, , step] = props.path;
  const used = useFlow((document) =>
    Object.entries(stepsOf(document))
      .flatMap(([id, { model }]) => (id !== step && typeof model === 'string' ? model : []))
      .join('\n'),
  );
  const models = new Set([...(resources?.models ?? []), ...used.split('\n').filter(Boolean)]);
  return <Line {...props} data={[...models]} />;
}

function WholeField({ path, label }: FormProps) {
  const { value, set, problem } = useField(path, { isWhole: true });
  return <JsonField {...{ label, value, problem }} onChange={set} />;
}

function CalledFlow({ path, label }: FormProps) {
  const { value, set, problem } = useField(path);
  return (
    <FlowField
      label={label}
      value={typeof value === 'string' ? value : ''}
      onSet={(next) => set(next ?? '')}
      error={problem && <ProblemText problem={problem} />}
    />
  );
}
