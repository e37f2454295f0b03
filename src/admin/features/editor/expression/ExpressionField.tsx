import { Group, Textarea } from '@mantine/core';
import { type RefObject, useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useStore } from 'zustand';
import type { Examined, TextSort } from '../../../../engine/examine-text.ts';
import type { Mistake } from '../../../../engine/expressions.ts';
import { ConnectionArrow } from '../../flows/view/ConnectionArrow.tsx';
import type { Path } from '../document/document.ts';
import { namesIn, namesInTemplate, variablesOf } from '../document/variables.ts';
import { ProblemText, useField } from '../inspector/field-parts.tsx';
import { useEditor, useIsReadOnly, useProblems } from '../store/editor-context.ts';
import type { Complete, TextEditor } from './create-text-editor.ts';

interface ExpressionFieldProps {
  readonly path: Path;
  readonly label: string;
  readonly sort: TextSort;
  /** The step where it is evaluated. */
  readonly stepId: string | null;
  /** Stays, empty, when nothing is in it. */
  readonly isKept?: boolean;
  readonly rows?: number;
  readonly description?: string | undefined;
  readonly language?: string | undefined;
  /** Names that only this field may speak of. */
  readonly extra?: readonly string[] | undefined;
  readonly onLeaveText?: ((text: string) => void) | undefined;
}

const nothing: readonly string[] = [];

/** The text at a path of the draft, which goes when it is emptied unless it is kept. */
function useText({ path, isKept = false, onLeaveText }: ExpressionFieldProps) {
  const { value: found, set, problem, onLeave: endTyping } = useField(path);
  const value = typeof found === 'string' || typeof found === 'number' ? String(found) : '';
  const onChange = (text: string) => set(text === '' && !isKept ? undefined : text);
  const onLeave = () => {
    endTyping();
    onLeaveText?.(value);
  };
  return { value, problem, onChange, onLeave };
}

/** A text that is filled in, or an expression: what it may speak of is offered, what it comes to stands below. */
export function ExpressionField(props: ExpressionFieldProps) {
  const { label, sort, stepId, rows = 1, description, language, extra = nothing } = props;
  const { value, problem, onChange, onLeave } = useText(props);
  const isReadOnly = useIsReadOnly();
  const { t } = useTranslation('editor');
  const examined = useExamined({ value, sort, stepId, extra });
  const host = useRef<HTMLDivElement>(null);
  const plain = useRef<HTMLTextAreaElement>(null);
  const labelId = useId();
  const messages = [problem, ...(problem ? [] : (examined.mistakes ?? []).map(({ message }) => message))];
  const wrong = messages.filter(Boolean).join('; ');
  const editor = useTextEditor(host, plain, {
    ...{ value, label, sort, rows, isReadOnly, language, onChange, onLeave },
    ...{ complete: examined.complete, mistakes: examined.mistakes, wrong },
  });
  return (
    <div className="expression">
      <Group gap="xs" justify="space-between" align="baseline" wrap="nowrap">
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
      </Group>
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
          {...(isReadOnly ? { value, autosize: true, maxRows: 12 } : { value, rows })}
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
      {wrong !== '' && <ProblemText problem={wrong} />}
      {wrong === '' && <ResultLine {...examined} sort={sort} text={value} extra={extra} />}
    </div>
  );
}

type Create = typeof import('./create-text-editor.ts').createTextEditor;
let create: Create | null = null;

interface Field {
  readonly value: string;
  readonly label: string;
  readonly sort: TextSort;
  readonly rows: number;
  /** Stays the plain field. */
  readonly isReadOnly: boolean;
  readonly language: string | undefined;
  readonly onChange: (text: string) => void;
  readonly onLeave: (() => void) | undefined;
  readonly complete: Complete;
  readonly mistakes: readonly Mistake[];
  /** All that is wrong, in words. */
  readonly wrong: string;
}

/** Makes the editor of a text once it is loaded; until then a plain field stands in, whose focus it takes over. */
function useTextEditor(
  host: RefObject<HTMLDivElement | null>,
  plain: RefObject<HTMLTextAreaElement | null>,
  field: Field,
): { readonly isThere: boolean; readonly insert: () => void } {
  const { t } = useTranslation('editor');
  const texts = useMemo(() => t('expressions', { returnObjects: true }), [t]);
  const [made, setMade] = useState<TextEditor | null>(null);
  const { label, sort, rows, isReadOnly, language, value, mistakes, wrong } = field;
  const [isLoaded, setLoaded] = useState(create !== null && !isReadOnly);
  const latest = useRef(field);
  latest.current = field;
  useEffect(() => {
    // A text that is only read is a plain one.
    if (isLoaded || isReadOnly) return;
    let isLeft = false;
    // If loading fails, the plain field stays.
    import('./create-text-editor.ts').then(
      ({ createTextEditor }) => {
        create = createTextEditor;
        if (!isLeft) setLoaded(true);
      },
      () => undefined,
    );
    return () => {
      isLeft = true;
    };
  }, [isLoaded, isReadOnly]);
  // Before paint, so that the field can take the focus at once.
  useLayoutEffect(() => {
    if (!isLoaded || !create || !host.current) return;
    const editor = create(host.current, {
      ...{ text: latest.current.value, label, sort, rows, language, texts },
      onChange: (text) => latest.current.onChange(text),
      onLeave: () => latest.current.onLeave?.(),
      complete: (text, at) => latest.current.complete(text, at),
    });
    const before = plain.current;
    const at = before !== null && document.activeElement === before ? before.selectionStart : null;
    host.current.hidden = false;
    if (at !== null) editor.focus(at);
    setMade(editor);
    return () => editor.stop();
  }, [isLoaded, host, plain, label, sort, rows, language, texts]);
  useEffect(() => {
    if (made && made.text() !== value) made.write(value);
  }, [made, value]);
  useEffect(() => made?.mark(mistakes, wrong), [made, mistakes, wrong]);
  return { isThere: made !== null, insert: () => made?.insert() };
}

/** A text's result for the current values, missing values, and expensive computations. */
function ResultLine({
  result,
  failure,
  share,
  samples,
  sort,
  text,
  extra,
}: Examined & {
  readonly samples: { readonly [name: string]: unknown };
  readonly sort: TextSort;
  readonly text: string;
  readonly extra: readonly string[];
}) {
  const { t } = useTranslation('editor');
  const { store } = useEditor();
  if (result === undefined && failure === undefined) return null;
  const names = sort === 'expression' ? namesIn(text) : namesInTemplate(text);
  const begun = new Set(
    variablesOf(store.document).flatMap(({ name, start }) =>
      start === undefined || start === null || start === '' ? [] : [name],
    ),
  );
  const known = (name: string) => begun.has(name) || (samples[name] ?? null) !== null;
  const ofFlow = new Set(variablesOf(store.document).map(({ name }) => name));
  const lacking = [...names].filter((name) => extra.includes(name) || (ofFlow.has(name) && !known(name)));
  return (
    <p className="quiet hint result-line" data-result>
      {failure !== undefined ? (
        <>
          ⚠ <span lang="en">{failure}</span>
        </>
      ) : (
        <>
          <ConnectionArrow /> <bdi>{sort === 'expression' ? JSON.stringify(result) : String(result)}</bdi>
        </>
      )}
      {lacking.length > 0 && <> · {t('expressions.lacking', { names: lacking.join(', ') })}</>}
      {share > 0.5 && <> · {t('expressions.dear', { percent: Math.round(share * 100) })}</>}
    </p>
  );
}

const unseen: Examined = { mistakes: [], share: 0 };
const noSamples = {};

interface UseExaminedOptions {
  readonly value: string;
  readonly sort: TextSort;
  readonly stepId: string | null;
  readonly extra: readonly string[];
}

/** Problems and suggestions of the engine for a text, shortly after it changes. */
function useExamined({ value, sort, stepId, extra }: UseExaminedOptions): Examined & {
  readonly complete: Complete;
  readonly samples: { readonly [name: string]: unknown };
} {
  const { engine, samples: cell } = useEditor();
  const all = useStore(cell);
  const samples = (stepId !== null && all[stepId]) || noSamples;
  const problems = useProblems();
  const [found, setFound] = useState<{ readonly of: string; readonly examined: Examined } | null>(null);
  const isReadOnly = useIsReadOnly();
  const speaks = !isReadOnly && (sort === 'expression' ? value.trim() !== '' : value.includes('{{'));
  // New problems mean that the flow around the field has changed.
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found speaks for the flow.
  useEffect(() => {
    if (!speaks) return;
    let isOld = false;
    void engine
      .ask<'examine'>({ do: 'examine', text: value, sort, stepId, extra, samples })
      .then((examined) => !isOld && setFound({ of: value, examined }));
    return () => {
      isOld = true;
    };
  }, [engine, value, sort, stepId, extra, samples, speaks, problems]);
  const complete = useMemo<Complete>(
    () => (text, at) => engine.ask<'complete'>({ do: 'complete', at, text, sort, stepId, extra, samples }),
    [engine, sort, stepId, extra, samples],
  );
  const examined = speaks && found?.of === value ? found.examined : unseen;
  return { ...examined, complete, samples };
}
