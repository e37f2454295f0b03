import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { languages } from '../../../locales/i18n.ts';
import { isObject, type Json, type Path } from '../document/document.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { useField } from './use-field.ts';

const offered = [...Object.keys(languages), 'es', 'it', 'nl', 'pl', 'pt', 'tr', 'uk', 'zh'];

const none: readonly string[] = [];

interface Props {
  readonly label: string;
  readonly path: Path;
  readonly stepId: string | null;
  /** Stays, empty, when nothing is in it. */
  readonly isKept: boolean;
  readonly rows?: number;
  readonly onLeaveText?: (text: string) => void;
  /** Names that only this text may speak of. */
  readonly extra?: readonly string[];
}

/** What a visitor reads: one text, or one in each language. */
export function TextField({ label, path, stepId, isKept, rows = 3, onLeaveText, extra = none }: Props) {
  const { value, set, fault, onLeave } = useField(path);
  const { t } = useTranslation('editor');
  if (isObject(value))
    return <Languages {...{ label, path, stepId, rows, extra }} value={value} onChange={set} fault={fault} />;
  const text = typeof value === 'string' ? value : '';
  return (
    <div>
      <ExpressionField
        {...{ label, stepId, rows, fault, extra }}
        sort="template"
        value={text}
        onChange={(next) => set(next === '' && !isKept ? undefined : next)}
        onLeave={() => {
          onLeave();
          onLeaveText?.(text);
        }}
      />
      {text !== '' && (
        <button type="button" className="text-button" onClick={() => set({ en: text })}>
          {t('text.byLanguage')}
        </button>
      )}
    </div>
  );
}

function Languages({
  label,
  path,
  stepId,
  rows,
  value,
  onChange,
  fault,
  extra,
}: Pick<Props, 'label' | 'path' | 'stepId'> & {
  readonly rows: number;
  readonly extra: readonly string[];
  readonly value: { readonly [language: string]: Json };
  readonly onChange: (value: Json | undefined) => void;
  readonly fault: string | undefined;
}) {
  const { t } = useTranslation('editor');
  const entries = Object.entries(value);
  const rename = (from: string, to: string) => {
    if (Object.hasOwn(value, to)) return;
    onChange(Object.fromEntries(entries.map(([key, text]) => [key === from ? to : key, text])));
  };
  return (
    <fieldset className="field-group">
      <legend>{label}</legend>
      {entries.map(([language], n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a language that is typed over is the same row.
        <div key={n} className="language-row">
          <TextInput
            aria-label={t('text.language')}
            value={language}
            dir="ltr"
            size="xs"
            className="language-code"
            onChange={(event) => rename(language, event.currentTarget.value)}
          />
          <LanguageText
            path={[...path, language]}
            label={`${label} (${language})`}
            stepId={stepId}
            rows={rows}
            language={language}
            extra={extra}
          />
          {entries.length > 1 && (
            <button
              type="button"
              className="icon-button"
              aria-label={t('text.without', { language })}
              onClick={() => onChange(Object.fromEntries(entries.filter(([key]) => key !== language)))}
            >
              ✕
            </button>
          )}
        </div>
      ))}
      {fault && <span className="field-fault">✕ {fault}</span>}
      <div className="field-actions">
        <NativeSelect
          size="xs"
          aria-label={t('text.addLanguage')}
          value=""
          onChange={(event) => onChange({ ...value, [event.currentTarget.value]: '' })}
          data={[
            { value: '', label: t('text.addLanguage') },
            ...offered.filter((language) => !Object.hasOwn(value, language)),
          ]}
        />
        {entries.length === 1 && (
          <button type="button" className="text-button" onClick={() => onChange(entries[0]?.[1])}>
            {t('text.oneText')}
          </button>
        )}
      </div>
    </fieldset>
  );
}

function LanguageText({
  path,
  label,
  stepId,
  rows,
  language,
  extra,
}: Pick<Props, 'label' | 'path' | 'stepId'> & {
  readonly rows: number;
  readonly language: string;
  readonly extra: readonly string[];
}) {
  const { value, set, fault, onLeave } = useField(path);
  return (
    <ExpressionField
      {...{ label, stepId, rows, fault, onLeave, language, extra }}
      sort="template"
      value={typeof value === 'string' ? value : ''}
      onChange={set}
    />
  );
}
