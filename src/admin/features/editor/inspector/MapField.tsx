import { Autocomplete, Select, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { freeId, isObject, type Path } from '../document/document.ts';
import { variablesOf } from '../document/variables.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { useEditor, useFlow, useIsReadOnly } from '../store/editor-context.ts';
import { EditButton, ProblemText, useField } from './field-parts.tsx';

interface Props {
  readonly label: string;
  readonly path: Path;
  readonly stepId: string;
  readonly sort: 'template' | 'expression';
  readonly isKept: boolean;
  /** The initial name of a new entry. */
  readonly newName: string;
  /** Names that only these may speak of. */
  readonly extra?: readonly string[];
}

const none: readonly string[] = [];

/** Names with an expression or a template each: what is set, sent, or taken from an answer. */
export function MapField({ label, path, stepId, sort, isKept, newName, extra }: Props) {
  const { value, set, problem } = useField(path);
  const { t } = useTranslation('editor');
  const entries = Object.entries(isObject(value) ? value : {});
  const variables = useVariableNames();
  // What is set is a variable; headers and what another flow is given have other names.
  const offered = sort === 'expression' && path.at(-1) !== 'input' ? variables : none;
  const add = () => {
    const name = freeId(newName, new Set(entries.map(([key]) => key)));
    set({ ...(isObject(value) ? value : {}), [name]: '' });
  };
  return (
    <fieldset className="field-group">
      <legend>{label}</legend>
      {entries.map(([name], n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name that is typed over is the same row.
        <Stack key={n} gap="xs">
          <NameField {...{ path, name }} label={t('map.name', { list: label })} data={offered} />
          <ExpressionField path={[...path, name]} {...{ stepId, sort, extra }} label={name} isKept />
          {extra?.includes('secrets') && <AddSecret path={[...path, name]} />}
          <EditButton
            name={t('map.remove', { name })}
            onClick={() => {
              const rest = Object.fromEntries(entries.filter(([key]) => key !== name));
              set(Object.keys(rest).length === 0 && !isKept ? undefined : rest);
            }}
          >
            ✕
          </EditButton>
        </Stack>
      ))}
      {problem && <ProblemText problem={problem} />}
      <EditButton onClick={add}>{t('map.add')}</EditButton>
    </fieldset>
  );
}

/** The names of the flow's variables, to choose from. */
export function useVariableNames(): readonly string[] {
  const names = useFlow((document) =>
    variablesOf(document)
      .map(({ name }) => name)
      .join('\n'),
  );
  return useMemo(() => names.split('\n').filter(Boolean), [names]);
}

interface NameFieldProps {
  readonly path: Path;
  readonly name: string;
  readonly label: string;
  /** What is offered; anything else can be typed. */
  readonly data: readonly string[];
}

/** A key is changed when it is left: half a name would meet another one. */
function NameField({ path, name, label, data }: NameFieldProps) {
  const { value, set } = useField(path);
  const [typed, setTyped] = useState<string | null>(null);
  const rename = (to: string | null) => {
    setTyped(null);
    if (to === null || to === name || to === '' || !isObject(value) || Object.hasOwn(value, to)) return;
    set(Object.fromEntries(Object.entries(value).map(([key, one]) => [key === name ? to : key, one])));
  };
  return (
    <Autocomplete
      aria-label={label}
      value={typed ?? name}
      data={[...data]}
      limit={50}
      dir="ltr"
      spellCheck={false}
      className="field-code"
      onChange={setTyped}
      onOptionSubmit={rename}
      onBlur={() => rename(typed)}
      onKeyDown={(event) => event.key === 'Enter' && rename(typed)}
    />
  );
}

/** Puts one of the tenant's secrets behind a text; nothing where there is none. */
function AddSecret({ path }: { readonly path: Path }) {
  const { resources } = useEditor();
  const { value, set } = useField(path);
  const { t } = useTranslation('editor');
  const isReadOnly = useIsReadOnly();
  const names = Object.keys(resources?.secrets ?? {});
  if (names.length === 0 || isReadOnly) return null;
  return (
    <Select
      size="xs"
      aria-label={t('map.secret')}
      placeholder={t('map.secret')}
      value={null}
      data={names}
      searchable
      onChange={(name) => name !== null && set(`${value}{{ secrets.${name} }}`)}
    />
  );
}
