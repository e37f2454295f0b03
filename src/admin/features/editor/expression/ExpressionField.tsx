import { Textarea } from '@mantine/core';
import { useId, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { TextSort } from '../../../../engine/examine-text.ts';
import { FaultText } from '../inspector/FaultText.tsx';
import { ResultLine } from './ResultLine.tsx';
import { useExamined } from './use-examined.ts';
import { useTextEditor } from './use-text-editor.ts';

export interface ExpressionFieldProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onLeave?: () => void;
  readonly sort: TextSort;
  /** Where it is evaluated. */
  readonly stepId: string | null;
  readonly fault?: string | undefined;
  readonly rows?: number;
  readonly isReadOnly?: boolean;
  readonly description?: string | undefined;
  readonly language?: string | undefined;
  /** Names that only this field may speak of. */
  readonly extra?: readonly string[];
}

const nothing: readonly string[] = [];

/** A text that is filled in, or an expression: what it may speak of is offered, what it comes to stands below. */
export function ExpressionField(props: ExpressionFieldProps) {
  const { label, value, onChange, onLeave, sort, fault, rows = 1, isReadOnly = false } = props;
  const { description, language, extra = nothing } = props;
  const { t } = useTranslation('editor');
  const examined = useExamined({ ...props, extra });
  const host = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const labelId = useId();
  const said = [fault, ...(fault ? [] : (examined.mistakes ?? []).map(({ message }) => message))];
  const wrong = said.filter(Boolean).join('; ');
  const editor = useTextEditor(host, plain, {
    ...{ value, label, sort, rows, isReadOnly, language, onChange, onLeave },
    ...{ complete: examined.complete, mistakes: examined.mistakes, wrong },
  });
  return (
    <div className="expression">
      <div className="expression-head">
        <span id={labelId} className="expression-label" onClick={() => host.current?.focus()} aria-hidden>
          {label}
        </span>
        {!isReadOnly && (
          <button
            type="button"
            className="text-button insert"
            title={t('expressions.insertHint', { braces: '{{' })}
            aria-describedby={labelId}
            onClick={() => editor.insert()}
          >
            {t('expressions.insert')}
          </button>
        )}
      </div>
      {description && <p className="quiet hint">{description}</p>}
      <div
        ref={host}
        className="text-host"
        data-invalid={wrong !== '' || undefined}
        hidden={!editor.isThere}
      />
      {!editor.isThere && (
        <Textarea
          ref={plain}
          aria-label={label}
          {...{ value, rows }}
          error={wrong !== ''}
          readOnly={isReadOnly}
          className={sort === 'expression' ? 'field-code' : undefined}
          dir={sort === 'expression' ? 'ltr' : 'auto'}
          lang={language}
          spellCheck={sort === 'template'}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onLeave}
        />
      )}
      {wrong !== '' && <FaultText fault={wrong} />}
      {wrong === '' && <ResultLine {...examined} sort={sort} text={value} extra={extra} />}
    </div>
  );
}
