import { Button } from '@mantine/core';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { isObject } from '../document/document.ts';
import { freeId } from '../document/ids.ts';
import { secretsOf } from '../document/secrets.ts';
import { type VariableUse, variablesOf } from '../document/variables.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';
import { FaultText } from './FaultText.tsx';
import { JsonField } from './JsonField.tsx';
import { RenameVariable } from './RenameVariable.tsx';
import { useField } from './use-field.ts';

/** What the flow remembers: start values, where each is set and read, and new names everywhere at once. */
export function Variables() {
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const document = useFlow((whole) => whole);
  const uses = useMemo(() => variablesOf(document), [document]);
  const add = () => {
    const name = freeId('name', new Set(uses.map((use) => use.name)));
    store.do({ do: 'variable', name, value: '' });
  };
  return (
    <section aria-label={t('variables.title')} className="inspector-part">
      <h3>{t('variables.title')}</h3>
      {uses.length === 0 && <p className="quiet">{t('variables.none')}</p>}
      <ul className="variables">
        {uses.map((use, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one that gets another name is the same row.
          <Variable key={n} use={use} names={uses.map(({ name }) => name)} />
        ))}
      </ul>
      <Button variant="default" size="compact-md" onClick={add}>
        {t('variables.add')}
      </Button>
      <Secrets />
    </section>
  );
}

/** Which secrets the flow sends, by name: what they are, nobody reads here. */
function Secrets() {
  const { t } = useTranslation('editor');
  const document = useFlow((whole) => whole);
  const secrets = useMemo(() => secretsOf(document), [document]);
  if (secrets.length === 0) return null;
  return (
    <>
      <h4>{t('variables.secrets')}</h4>
      <p className="quiet hint">{t('variables.secretsHint')}</p>
      <ul className="variables">
        {secrets.map(({ name, sentBy }) => (
          <li key={name} className="entry">
            <code>{`secrets.${name}`}</code>
            <StepLinks ids={sentBy} />
          </li>
        ))}
      </ul>
    </>
  );
}

function StepLinks({ ids }: { readonly ids: readonly string[] }) {
  const { store } = useEditor();
  return (
    <p className="hint step-links">
      {ids.map((id) => (
        <button key={id} type="button" className="text-button" onClick={() => store.select([id])}>
          {id}
        </button>
      ))}
    </p>
  );
}

function Variable({ use, names }: { readonly use: VariableUse; readonly names: readonly string[] }) {
  const { name, start, setIn, readIn } = use;
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const { fault } = useField(['definition', 'variables', name], { isWhole: true });
  return (
    <li className="entry">
      <RenameVariable name={name} names={names} />
      <p className="quiet hint">
        {t('variables.used', { set: setIn.length, read: readIn.length })}{' '}
        {kindOf(start, t('variables.kinds', { returnObjects: true }))}
      </p>
      {readIn.length === 0 && <p className="warn hint">{t('variables.unused')}</p>}
      <StepLinks ids={[...new Set([...setIn, ...readIn])]} />
      <JsonField
        label={t('variables.start', { name })}
        value={start}
        rows={1}
        onChange={(value) => store.do({ do: 'variable', name, value })}
      />
      {fault && <FaultText fault={fault} />}
    </li>
  );
}

function kindOf(
  start: unknown,
  kinds: Readonly<Record<'text' | 'number' | 'flag' | 'list' | 'object' | 'unknown', string>>,
): string {
  if (typeof start === 'string') return kinds.text;
  if (typeof start === 'number') return kinds.number;
  if (typeof start === 'boolean') return kinds.flag;
  if (Array.isArray(start)) return kinds.list;
  return isObject(start) ? kinds.object : kinds.unknown;
}
