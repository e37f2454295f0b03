import { TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isObject, type Path } from '../document/document.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { ChoiceField, Line, NumberField, OtherProblems, ProblemText, useField } from './field-parts.tsx';
import { useVariableNames } from './MapField.tsx';

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
      <ChoiceField
        path={[...path, 'type']}
        label={t('validate.type')}
        placeholder={t('validate.any')}
        data={types.map((one) => ({ value: one, label: t(`validate.types.${one}`) }))}
        onSet={(next) => set(next === null ? undefined : { type: next })}
      />
      {shown.map((rule) => (
        <Rule key={rule} rule={rule} path={[...path, rule]} stepId={stepId} />
      ))}
      <OtherProblems path={path} fields={['type', ...shown]} />
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
  if (rule === 'min' || rule === 'max') return <NumberField path={path} label={label} isExpression />;
  if (rule === 'after' || rule === 'before')
    return <ExpressionField path={path} label={label} stepId={stepId} sort="expression" />;
  if (rule === 'accept') return <ValidationTexts path={path} label={label} />;
  if (rule === 'pattern') return <Line path={path} label={label} />;
  return <NumberField path={path} label={label} />;
}

interface ValidationTextsProps {
  readonly path: Path;
  readonly label: string;
  readonly description?: string;
}

/** Words in one line, set apart by commas. */
export function ValidationTexts({ path, label, description }: ValidationTextsProps) {
  const { value, set, problem, onLeave } = useField(path, { isWhole: true });
  const text = Array.isArray(value) ? value.join(', ') : '';
  return (
    <TextInput
      {...{ label, description }}
      key={text}
      defaultValue={text}
      error={problem && <ProblemText problem={problem} />}
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

/** The variables that agents are shown. */
export function SharedNames({ path, ...rest }: ValidationTextsProps) {
  const { value, set, problem } = useField(path, { isWhole: true });
  const names = Array.isArray(value) ? value.map(String) : [];
  return (
    <TagsInput
      {...rest}
      data={[...useVariableNames()]}
      value={names}
      error={problem && <ProblemText problem={problem} />}
      onChange={(next) => set(next.length > 0 ? next : undefined)}
    />
  );
}
