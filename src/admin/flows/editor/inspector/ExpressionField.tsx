import { Textarea } from '@mantine/core';
import { FaultText } from './FaultText.tsx';

export interface ExpressionFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onLeave?: () => void;
  /** A text with `{{ … }}` in it, or an expression by itself. */
  readonly sort: 'template' | 'expression';
  /** Where it is evaluated. */
  readonly stepId: string | null;
  readonly fault?: string | undefined;
  readonly rows?: number;
  readonly isReadOnly?: boolean;
  readonly description?: string | undefined;
  readonly language?: string | undefined;
}

/** A text that is filled in, or an expression. */
export function ExpressionField({
  label,
  value,
  onChange,
  onLeave,
  sort,
  fault,
  rows = 1,
  isReadOnly = false,
  description,
  language,
}: ExpressionFieldProps) {
  return (
    <Textarea
      label={label}
      description={description}
      value={value}
      rows={rows}
      readOnly={isReadOnly}
      error={fault && <FaultText fault={fault} />}
      className={sort === 'expression' ? 'field-code' : undefined}
      dir={sort === 'expression' ? 'ltr' : 'auto'}
      lang={language}
      spellCheck={sort === 'template'}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={onLeave}
    />
  );
}
