import { TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { contrast, surfaces, wantedContrast } from '../../../widget/colors.ts';

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
      <div className="color-field">
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
      </div>
      <div role="status">
        {isFaint && (
          <p className="warn hint">{t('contrast', { ratio: contrast(value, surfaces.light).toFixed(1) })}</p>
        )}
      </div>
    </div>
  );
}
