import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isObject, type Json, type Path } from '../document/document.ts';
import { Part } from './ChoicesField.tsx';
import { NumberField, OtherFaults, ProblemText, useField } from './field-parts.tsx';

const types = ['text', 'number', 'email', 'phone', 'date', 'time', 'choice', 'regex', 'file'] as const;

/** The validation rules of each answer type. */
const rules: Readonly<Record<(typeof types)[number], readonly string[]>> = {
  text: ['minLength', 'maxLength'],
  number: ['min', 'max'],
  email: [],
  phone: [],
  date: ['after', 'before'],
  time: ['after', 'before'],
  choice: [],
  regex: ['pattern'],
  file: ['accept', 'maxMegabytes'],
};

/** A question's validation. */
export function ValidateField({ path, stepId }: { readonly path: Path; readonly stepId: string }) {
  const { value, set } = useField(path);
  const { t } = useTranslation('editor');
  const type = isObject(value) && typeof value.type === 'string' ? value.type : '';
  const known = types.find((one) => one === type);
  // Other rules that an author has set are shown, too.
  const shown = [
    ...(known ? rules[known] : []),
    ...Object.keys(isObject(value) ? value : {}).filter(
      (key) => key !== 'type' && !(known && rules[known].includes(key)),
    ),
  ];
  return (
    <fieldset className="field-group">
      <legend>{t('validate.title')}</legend>
      <NativeSelect
        label={t('validate.type')}
        value={type}
        onChange={(event) => set(event.currentTarget.value ? { type: event.currentTarget.value } : undefined)}
        data={[
          { value: '', label: t('validate.any') },
          ...types.map((one) => ({ value: one, label: t(`validate.types.${one}`) })),
        ]}
      />
      {shown.map((rule) => (
        <Rule key={rule} rule={rule} path={[...path, rule]} stepId={stepId} />
      ))}
      <OtherFaults path={path} fields={shown} />
    </fieldset>
  );
}

interface RuleProps {
  readonly rule: string;
  readonly path: Path;
  readonly stepId: string;
}

function Rule({ rule, path, stepId }: RuleProps) {
  const { t } = useTranslation('editor');
  const label = t(`validate.rules.${rule as 'min'}`, { defaultValue: rule });
  if (rule === 'min' || rule === 'max') return <Bound path={path} label={label} stepId={stepId} />;
  if (rule === 'after' || rule === 'before')
    return <Part path={path} label={label} stepId={stepId} sort="expression" />;
  if (rule === 'accept') return <ValidationTexts path={path} label={label} />;
  if (rule === 'pattern') return <Line path={path} label={label} />;
  return <NumberField path={path} label={label} />;
}

interface BoundProps {
  readonly path: Path;
  readonly label: string;
  readonly stepId: string;
}

/** A number, or an expression that gives one. */
function Bound({ path, label, stepId }: BoundProps) {
  const { value, set, fault, onLeave } = useField(path);
  const write = (text: string): Json | undefined => {
    if (text.trim() === '') return undefined;
    return /^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text;
  };
  return (
    <TextInput
      label={label}
      dir="ltr"
      className="field-code"
      value={value === undefined ? '' : String(value)}
      error={fault && <ProblemText fault={fault} />}
      onChange={(event) => set(write(event.currentTarget.value))}
      onBlur={onLeave}
      data-step={stepId}
    />
  );
}

interface ValidationTextsProps {
  readonly path: Path;
  readonly label: string;
  readonly description?: string;
}

/** Words in one line, set apart by commas. */
export function ValidationTexts({ path, label, description }: ValidationTextsProps) {
  const { value, set, fault, onLeave } = useField(path, { isWhole: true });
  const text = Array.isArray(value) ? value.join(', ') : '';
  return (
    <TextInput
      {...{ label, description }}
      key={text}
      defaultValue={text}
      error={fault && <ProblemText fault={fault} />}
      onBlur={(event) => {
        const words = event.currentTarget.value
          .split(',')
          .map((word) => word.trim())
          .filter(Boolean);
        if (words.join(', ') !== text) set(words.length > 0 ? words : undefined);
        onLeave();
      }}
    />
  );
}

interface LineProps {
  readonly path: Path;
  readonly label: string;
  readonly isKept?: boolean;
}

/** One line that is no template. */
export function Line({ path, label, isKept = false }: LineProps) {
  const { value, set, fault, onLeave } = useField(path);
  return (
    <TextInput
      label={label}
      dir="auto"
      value={typeof value === 'string' ? value : ''}
      error={fault && <ProblemText fault={fault} />}
      onChange={({ currentTarget: { value: next } }) => set(next === '' && !isKept ? undefined : next)}
      onBlur={onLeave}
    />
  );
}
