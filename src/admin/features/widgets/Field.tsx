import {
  Checkbox,
  Group,
  Input,
  SegmentedControl,
  Select,
  Textarea,
  TextInput,
  type TextInputProps,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { WeekHours } from '../../../contract/handoff-settings.ts';
import { contrast, surfaces, wantedContrast } from '../../../widget/colors.ts';
import { WeekHoursField } from '../../components/WeekHoursField.tsx';
import { FlowField } from '../flows/FlowField.tsx';
import type { FieldKind, WidgetField } from './widget-fields.ts';
import { isHoursOfDays, valueAt, type WidgetForm } from './widget-form.ts';

interface FieldProps {
  readonly field: WidgetField;
  readonly form: WidgetForm;
  readonly queues: readonly string[];
  readonly isLocked: boolean;
}

/** One setting of a widget, as its kind is filled in. */
export function Field({ field, form, queues, isLocked }: FieldProps) {
  const { t } = useTranslation('widgets');
  const { path } = field;
  const error = useProblem(field, form.errors[path]);
  const shown = form.getInputProps(path).value ?? valueAt(form.edited, path);
  const text = Array.isArray(shown) ? shown.join('\n') : String(shown ?? '');
  const set = (value: unknown) => form.setFieldValue(path, value);
  const onChange = ({ currentTarget: { value } }: { currentTarget: { value: string } }) => set(value || null);
  const common = {
    label: t(`fields.${path}.label`),
    description: t(`fields.${path}.hint`),
    disabled: isLocked,
    error,
  };
  switch (field.kind) {
    case 'flag':
      return (
        <Checkbox
          {...common}
          checked={shown === true}
          onChange={(event) => set(event.currentTarget.checked || null)}
        />
      );
    case 'lines':
    case 'texts':
      return (
        <Textarea
          {...common}
          value={text}
          rows={3}
          dir={field.kind === 'lines' ? 'ltr' : 'auto'}
          onChange={(event) => set(event.currentTarget.value.split('\n'))}
        />
      );
    case 'number':
      return (
        <TextInput
          {...common}
          className="number-field"
          type="number"
          min={field.min}
          max={'max' in field ? field.max : undefined}
          value={text}
          onChange={({ currentTarget: { value } }) => set(value === '' ? null : Number(value))}
        />
      );
    case 'choice':
      return <ChoiceField {...common} choices={field.choices} value={text} onChoose={set} />;
    case 'colour':
      return <ColorField {...common} value={text} onSet={(value) => set(value || null)} />;
    case 'hours':
      return (
        <WeekHoursField
          label={common.label}
          hint={common.description}
          value={isHoursOfDays(shown) ? (shown as WeekHours) : {}}
          wrong={t('wrong.hours')}
          disabled={isLocked}
          onSet={(hours) => set(Object.keys(hours).length > 0 ? hours : null)}
        />
      );
    case 'queue': {
      // A queue that was deleted stays selectable while it is chosen.
      const known = new Set([...queues, text].filter(Boolean));
      return (
        <Select
          {...common}
          value={text}
          data={[{ value: '', label: t('noHours') }, ...known]}
          onChange={(queue) => set(queue || null)}
          allowDeselect={false}
          searchable
        />
      );
    }
    case 'flow':
      return <FlowField {...common} value={text} onSet={set} />;
    case 'text':
      return <TextInput {...common} value={text} dir="auto" onChange={onChange} />;
  }
}

interface ChoiceProps {
  readonly label: string;
  readonly description: string;
  readonly disabled: boolean;
  readonly choices: readonly (string | number)[];
  readonly value: string;
  readonly onChoose: (choice: string | number | null) => void;
}

/** One of a few, side by side; none is the default. */
function ChoiceField({ label, description, disabled, choices, value, onChoose }: ChoiceProps) {
  const { t } = useTranslation('widgets');
  return (
    <Input.Wrapper label={label} description={description} labelElement="div">
      <div>
        <SegmentedControl
          aria-label={label}
          value={value}
          disabled={disabled}
          onChange={(chosen) => onChoose(choices.find((choice) => String(choice) === chosen) ?? null)}
          data={[
            { value: '', label: t('unsaid') },
            ...choices.map((choice) => ({
              value: String(choice),
              label: t(`choices.${choice as 'left'}`),
            })),
          ]}
        />
      </div>
    </Input.Wrapper>
  );
}

function useProblem(field: FieldKind & { readonly path: string }, found: ReactNode): ReactNode {
  const { t } = useTranslation(['widgets', 'common']);
  // What the server refused is in its own words.
  if (found !== t('common:invalidField')) return found;
  if (field.path === 'appearance.invite_pages') return t('wrong.path');
  if (field.path === 'appearance.font') return t('wrong.font');
  if (field.kind === 'number')
    return field.max === undefined
      ? t('wrong.number', { min: field.min })
      : t('wrong.range', { min: field.min, max: field.max });
  const { kind } = field;
  return kind === 'lines' || kind === 'texts' || kind === 'colour' ? t(`wrong.${kind}`) : t('wrong.text');
}

/** A colour by its digits or from the system's own chooser, and whether it can be read. @see WCAG 2.2, 1.4.3 */
export function ColorField({
  value,
  onSet,
  ...rest
}: Omit<TextInputProps, 'value' | 'onChange'> & {
  readonly value: string;
  readonly onSet: (value: string) => void;
}) {
  const { t } = useTranslation('widgets');
  const isColor = /^#[0-9a-f]{6}$/i.test(value);
  const isFaint = isColor && contrast(value, surfaces.light) < wantedContrast;
  return (
    <div>
      <Group gap="sm" align="flex-end" wrap="nowrap">
        <TextInput
          {...rest}
          value={value}
          dir="ltr"
          onChange={(event) => onSet(event.currentTarget.value.trim())}
        />
        <input
          type="color"
          className="color-choice"
          aria-label={String(rest.label)}
          disabled={rest.disabled}
          value={isColor ? value.toLowerCase() : '#3554d1'}
          onChange={(event) => onSet(event.currentTarget.value)}
        />
      </Group>
      <div role="status">
        {isFaint && (
          <p className="warn hint">{t('contrast', { ratio: contrast(value, surfaces.light).toFixed(1) })}</p>
        )}
      </div>
    </div>
  );
}
