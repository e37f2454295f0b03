import {
  ActionIcon,
  Autocomplete,
  Group,
  Select,
  type SelectProps,
  Textarea,
  TextInput,
} from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SmallButton } from '../../../components/RowMenu.tsx';
import { useEngineText } from '../../flows/view/engine-messages.ts';
import { getAt, type Json, type Path } from '../document/document.ts';
import { type PlacedProblem, problemsAt } from '../problems/find-problems.ts';
import { isSame } from '../saving/merge-drafts.ts';
import { useEditor, useFlow, useIsReadOnly, useProblems } from '../store/editor-context.ts';

/** A place in the flow that a form fills in. */
interface FieldState {
  readonly value: Json | undefined;
  /** `undefined` takes it away. */
  readonly set: (value: Json | undefined) => void;
  /** The problem at this path. */
  readonly problem: string | undefined;
  readonly onLeave: () => void;
}

/** @param isWhole whether it also shows what is wrong within it */
export function useField(path: Path, { isWhole = false }: { readonly isWhole?: boolean } = {}): FieldState {
  const { store } = useEditor();
  const say = useEngineText();
  const value = useFlow((document) => getAt(document, path));
  const { all } = useProblems();
  const found = problemsAt(all, path, { isWhole });
  return {
    value,
    set: (next) => store.do({ do: 'edit', path, value: next }),
    problem: found.length === 0 ? undefined : found.map(say).join('; '),
    onLeave: store.endTyping,
  };
}

/** The problem of a field. */
export function ProblemText({ problem }: { readonly problem: string }) {
  return (
    <span dir="auto" className="field-problem">
      ✕ {problem}
    </span>
  );
}

interface ProblemTextsProps {
  readonly problems: readonly PlacedProblem[];
  /** The keys of the path that the reader knows; absent where all of it is known. */
  readonly after?: number;
  readonly isWarning?: boolean;
}

/** Problems or warnings, each behind the rest of its path. */
export function ProblemTexts({
  problems,
  after = Number.MAX_SAFE_INTEGER,
  isWarning = false,
}: ProblemTextsProps) {
  const say = useEngineText();
  return problems.map((one) => (
    <span
      key={`${one.path.join('.')} ${one.message}`}
      dir="auto"
      className={isWarning ? 'field-warning' : 'field-problem'}
    >
      {[isWarning ? '⚠' : '✕', one.path.slice(after).join('.'), say(one)].filter(Boolean).join(' ')}
    </span>
  ));
}

/** Problems in a part of a form that belong to none of its fields. */
export function OtherProblems({ path, fields }: { readonly path: Path; readonly fields: readonly string[] }) {
  const { all } = useProblems();
  const others = problemsAt(all, path, { isWhole: true }).filter(
    (problem) => !fields.includes(String(problem.path[path.length])),
  );
  return <ProblemTexts problems={others} after={path.length} />;
}

/** Warnings of a field, which don't block publishing. */
export function Warnings({ path, isWhole = false }: { readonly path: Path; readonly isWhole?: boolean }) {
  const { warnings } = useProblems();
  return <ProblemTexts problems={problemsAt(warnings, path, { isWhole })} after={path.length} isWarning />;
}

interface Props {
  readonly onClick: () => void;
  /** The accessible name of an icon without text. */
  readonly name?: string;
  readonly disabled?: boolean;
  readonly children: ReactNode;
}

/** A button that changes the flow: a text, or a sign with a name. Absent where the flow is only read. */
export function EditButton({ name, children, ...rest }: Props) {
  if (useIsReadOnly()) return null;
  return name === undefined ? (
    <SmallButton {...rest}>{children}</SmallButton>
  ) : (
    <ActionIcon variant="subtle" color="gray" aria-label={name} title={name} {...rest}>
      {children}
    </ActionIcon>
  );
}

interface EntryListProps {
  readonly path: Path;
  /** Names the texts: its title, an entry by its number, and what adds one. */
  readonly list: 'attachments' | 'branches' | 'choices' | 'tools';
  /** The fields of an entry that show their own problems. */
  readonly fields: readonly string[];
  readonly added: (count: number) => Json;
  /** Stands before the entries. */
  readonly head?: ReactNode;
  /** The fields of an entry. */
  readonly children: (path: Path) => ReactNode;
}

/** Entries in an order: filled in, put up or down, added and taken away. */
export function EntryList(props: EntryListProps) {
  const { path, list, fields, added, head, children } = props;
  const { t } = useTranslation('editor');
  const { value, set, problem } = useField(path);
  const listed = Array.isArray(value) ? value : [];
  return (
    <fieldset className="field-group">
      <legend>{t(`${list}.title`)}</legend>
      {head}
      {listed.map((_, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is known by its place alone.
        <div key={n} className="entry">
          <Group gap="4px 12px" justify="space-between" fz="sm" fw={600}>
            {t(`${list}.nth`, { n: n + 1 })}
            <EntryTools list={path} n={n} count={listed.length} name={t(`${list}.nth`, { n: n + 1 })} />
          </Group>
          {children([...path, n])}
          <OtherProblems path={[...path, n]} fields={fields} />
        </div>
      ))}
      {problem && <ProblemText problem={problem} />}
      <EditButton onClick={() => set([...listed, added(listed.length)])}>{t(`${list}.add`)}</EditButton>
    </fieldset>
  );
}

interface EntryToolsProps {
  readonly list: Path;
  readonly n: number;
  readonly count: number;
  readonly name: string;
}

/** Puts an entry of a list up or down, or takes it away; Alt with an arrow does the same from within it. */
function EntryTools({ list, n, count, name }: EntryToolsProps) {
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const reorder = (to: number) => store.do({ do: 'reorder', path: list, from: n, to });
  return (
    <span className="entry-tools">
      <EditButton name={t('entry.up', { name })} disabled={n === 0} onClick={() => reorder(n - 1)}>
        ↑
      </EditButton>
      <EditButton name={t('entry.down', { name })} disabled={n === count - 1} onClick={() => reorder(n + 1)}>
        ↓
      </EditButton>
      <EditButton
        name={t('entry.remove', { name })}
        onClick={() => store.do({ do: 'edit', path: [...list, n], value: undefined })}
      >
        ✕
      </EditButton>
    </span>
  );
}

interface JsonFieldProps {
  readonly label: string;
  readonly description?: string;
  readonly value: Json | undefined;
  readonly onChange: (value: Json | undefined) => void;
  readonly problem?: string | undefined;
  readonly rows?: number;
}

/** A value as JSON; while it is none, what is typed stays here and the flow keeps what it had. */
export function JsonField({ label, description, value, onChange, problem, rows = 4 }: JsonFieldProps) {
  const { t } = useTranslation('editor');
  const [typed, setTyped] = useState<string | null>(null);
  const read = typed === null ? undefined : parse(typed);
  const isShownTyped = typed !== null && (read === undefined || isSame(read.value, value));
  const text = isShownTyped ? typed : value === undefined ? '' : JSON.stringify(value, null, 2);
  const isBroken = isShownTyped && read === undefined;
  return (
    <Textarea
      {...{ label, description, rows }}
      value={text}
      dir="ltr"
      spellCheck={false}
      className="field-code"
      error={isBroken ? t('json.notJson') : problem && <ProblemText problem={problem} />}
      onChange={(event) => {
        const next = event.currentTarget.value;
        setTyped(next);
        const parsed = parse(next);
        if (parsed) onChange(parsed.value);
      }}
    />
  );
}

function parse(text: string): { readonly value: Json | undefined } | undefined {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
}

interface InputProps {
  readonly path: Path;
  readonly label: string;
  readonly description?: string;
}

/** The properties of an input that shows the field at a path and its problem. */
function useInput({ path, label, description }: InputProps) {
  const { value, set, problem, onLeave } = useField(path);
  const input = {
    ...{ label, description, onBlur: onLeave },
    value: value === undefined || typeof value === 'object' ? '' : String(value),
    error: problem && <ProblemText problem={problem} />,
  };
  return { input, set };
}

/** A number field. Text that is not a number is kept as typed and reported as a problem, or read as an expression. */
export function NumberField({ isExpression = false, ...props }: InputProps & { isExpression?: boolean }) {
  const { input, set } = useInput(props);
  return (
    <TextInput
      {...input}
      {...(isExpression ? { className: 'field-code' } : { inputMode: 'decimal' })}
      dir="ltr"
      onChange={({ currentTarget: { value: text } }) => {
        if (text.trim() === '') set(undefined);
        else set(/^-?\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : text);
      }}
    />
  );
}

interface LineProps extends InputProps {
  readonly isKept?: boolean;
  /** What is offered to choose; anything else can be typed. */
  readonly data?: readonly string[];
}

/** One line that is no template. */
export function Line({ isKept = false, data, ...props }: LineProps) {
  const { input, set } = useInput(props);
  const [before, setBefore] = useState('');
  const write = (next: string) => set(next === '' && !isKept ? undefined : next);
  if (data)
    return (
      <Autocomplete
        {...input}
        dir="ltr"
        data={[...data]}
        limit={50}
        onFocus={() => setBefore(input.value)}
        // Shows all options until the text is changed.
        filter={({ options, search }) => {
          const sought = search.trim().toLowerCase();
          return options.filter(
            (one) => search === before || ('label' in one && one.label.toLowerCase().includes(sought)),
          );
        }}
        onChange={write}
      />
    );
  return <TextInput {...input} dir="auto" onChange={(event) => write(event.currentTarget.value)} />;
}

interface ChoiceProps extends InputProps, Pick<SelectProps, 'data' | 'placeholder' | 'searchable'> {
  readonly isRequired?: boolean;
  readonly write?: (choice: string) => Json;
  /** Sets more than the field itself. */
  readonly onSet?: (choice: string | null) => void;
}

/** One of a few; without a choice, the field is not in the flow. */
export function ChoiceField({
  isRequired = false,
  write = String,
  onSet,
  path,
  label,
  ...rest
}: ChoiceProps) {
  const { input, set } = useInput({ path, label });
  return (
    <Select
      {...{ ...input, ...rest, allowDeselect: !isRequired, clearable: !isRequired }}
      value={input.value || null}
      onChange={onSet ?? ((next) => set(next === null ? undefined : write(next)))}
    />
  );
}
