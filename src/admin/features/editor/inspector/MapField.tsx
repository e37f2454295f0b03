import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { freeId, isObject, type Path } from '../document/document.ts';
import { ExpressionField } from '../expression/ExpressionField.tsx';
import { useEditor } from '../store/editor-context.ts';
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

/** Names with an expression or a template each: what is set, sent, or taken from an answer. */
export function MapField({ label, path, stepId, sort, isKept, newName, extra }: Props) {
  const { value, set, fault } = useField(path);
  const { t } = useTranslation('editor');
  const entries = Object.entries(isObject(value) ? value : {});
  const add = () => {
    const name = freeId(newName, new Set(entries.map(([key]) => key)));
    set({ ...(isObject(value) ? value : {}), [name]: '' });
  };
  return (
    <fieldset className="field-group">
      <legend>{label}</legend>
      {entries.map(([name], n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a name that is typed over is the same row.
        <div key={n} className="map-row">
          <NameField path={path} name={name} label={t('map.name', { list: label })} />
          <MapValue path={[...path, name]} {...{ name, stepId, sort, extra }} />
          <EditButton
            name={t('map.remove', { name })}
            onClick={() => {
              const rest = Object.fromEntries(entries.filter(([key]) => key !== name));
              set(Object.keys(rest).length === 0 && !isKept ? undefined : rest);
            }}
          >
            ✕
          </EditButton>
        </div>
      ))}
      {fault && <ProblemText fault={fault} />}
      <EditButton onClick={add}>{t('map.add')}</EditButton>
    </fieldset>
  );
}

interface NameFieldProps {
  readonly path: Path;
  readonly name: string;
  readonly label: string;
}

/** A key is changed when it is left: half a name would meet another one. */
export function NameField({ path, name, label }: NameFieldProps) {
  const { store } = useEditor();
  const { value } = useField(path);
  const [typed, setTyped] = useState<string | null>(null);
  const rename = () => {
    setTyped(null);
    if (typed === null || typed === name || typed === '' || !isObject(value) || Object.hasOwn(value, typed))
      return;
    const renamed = Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key === name ? typed : key, one]),
    );
    store.do({ do: 'edit', path, value: renamed });
  };
  return (
    <TextInput
      aria-label={label}
      value={typed ?? name}
      dir="ltr"
      spellCheck={false}
      className="field-code map-name"
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
  );
}

function MapValue({
  path,
  name,
  stepId,
  sort,
  extra,
}: Pick<Props, 'path' | 'stepId' | 'sort'> & {
  readonly name: string;
  readonly extra: readonly string[] | undefined;
}) {
  const { value, set, fault, onLeave } = useField(path);
  return (
    <ExpressionField
      {...{ stepId, sort, fault, onLeave }}
      {...(extra && { extra })}
      label={name}
      value={typeof value === 'string' ? value : ''}
      onChange={set}
    />
  );
}
