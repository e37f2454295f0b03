import { Group, Stack, Text, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { TextButton } from '../../../components/RowMenu.tsx';
import { type FlowDocument, freeId, isObject, stepsOf } from '../document/document.ts';
import { type VariableUse, variablesOf } from '../document/variables.ts';
import { useEditor, useFlow, useIsReadOnly, useProblems } from '../store/editor-context.ts';
import { EditButton, JsonField, Line, ProblemText, ProblemTexts, useField } from './field-parts.tsx';

/** The settings of the flow itself. */
export function FlowForm() {
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const isReadOnly = useIsReadOnly();
  const { byCard } = useProblems();
  const words = useFlow(({ definition }) => definition.triggers);
  const listed = Array.isArray(words) ? words : [];
  const add = () => {
    const next = [...listed.filter(isObject), { words: [] }];
    store.do({ do: 'triggers', triggers: next }, [`$words.${next.length - 1}`]);
  };
  return (
    <>
      <h2 className="inspector-title" tabIndex={-1}>
        {t('inspector.flow')}
      </h2>
      {!isReadOnly && <p className="quiet hint">{t('inspector.choose')}</p>}
      <Line path={['definition', 'title']} label={t('inspector.title')} />
      <ProblemTexts problems={byCard.get('$flow') ?? []} after={1} />
      <section aria-label={t('triggers.title')} className="inspector-part">
        <Text component="h3" fw={700}>
          {t('triggers.title')}
        </Text>
        <p className="quiet hint">{t('inspector.words')}</p>
        <Stack component="ul" gap="xs">
          {listed.map((trigger, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: triggers have no other name.
            <li key={n}>
              <TextButton onClick={() => store.select([`$words.${n}`])}>
                {wordsOf(trigger) || t('triggers.empty')}
              </TextButton>
            </li>
          ))}
        </Stack>
        <EditButton onClick={add}>{t('triggers.add')}</EditButton>
      </section>
      <Variables />
    </>
  );
}

/** The flow's variables: default values, where each is set and read, and renaming everywhere. */
function Variables() {
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
      <Text component="h3" fw={700}>
        {t('variables.title')}
      </Text>
      {uses.length === 0 && <p className="quiet">{t('variables.none')}</p>}
      <Stack component="ul" gap="xs">
        {uses.map((use, n) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: one that gets another name is the same row.
          <Variable key={n} use={use} names={uses.map(({ name }) => name)} />
        ))}
      </Stack>
      <EditButton onClick={add}>{t('variables.add')}</EditButton>
      <Secrets />
    </section>
  );
}

/** The names of the secrets that the flow sends; their values are not available here. */
function Secrets() {
  const { t } = useTranslation('editor');
  const document = useFlow((whole) => whole);
  const secrets = useMemo(() => secretsOf(document), [document]);
  if (secrets.length === 0) return null;
  return (
    <>
      <h4>{t('variables.secrets')}</h4>
      <p className="quiet hint">{t('variables.secretsHint')}</p>
      <Stack component="ul" gap="xs">
        {secrets.map(({ name, sentBy }) => (
          <li key={name} className="entry">
            <code>{`secrets.${name}`}</code>
            <StepLinks ids={sentBy} />
          </li>
        ))}
      </Stack>
    </>
  );
}

/** A secret of the tenant that a flow names, and the steps that send it. */
interface SecretUse {
  readonly name: string;
  readonly sentBy: readonly string[];
}

/** The secrets that the headers of a flow's calls name, in the order of its steps. */
export function secretsOf(document: FlowDocument): readonly SecretUse[] {
  const found = new Map<string, Set<string>>();
  for (const [id, { headers }] of Object.entries(stepsOf(document))) {
    const templates = isObject(headers) ? Object.values(headers) : [];
    for (const name of templates.flatMap(namesIn)) found.set(name, (found.get(name) ?? new Set()).add(id));
  }
  return [...found].map(([name, steps]) => ({ name, sentBy: [...steps] }));
}

const namesIn = (template: unknown): string[] =>
  typeof template === 'string'
    ? [...template.matchAll(/\bsecrets\.([A-Za-z_]\w*)/g)].flatMap(([, name]) => name ?? [])
    : [];

/** Steps, each a button that selects it. */
export function StepLinks({ ids }: { readonly ids: readonly string[] }) {
  const { store } = useEditor();
  return (
    <Group component="p" className="hint" gap="4px 12px">
      {ids.map((id) => (
        <TextButton key={id} onClick={() => store.select([id])}>
          {id}
        </TextButton>
      ))}
    </Group>
  );
}

function Variable({ use, names }: { readonly use: VariableUse; readonly names: readonly string[] }) {
  const { name, start, setIn, readIn } = use;
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const { problem } = useField(['definition', 'variables', name], { isWhole: true });
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
      {problem && <ProblemText problem={problem} />}
    </li>
  );
}

/** Renames a variable everywhere, once the new name is complete. */
function RenameVariable({ name, names }: { readonly name: string; readonly names: readonly string[] }) {
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const [typed, setTyped] = useState<string | null>(null);
  const isTaken = typed !== null && typed !== name && names.includes(typed);
  const isName = typed === null || /^[A-Za-z_]\w{0,63}$/.test(typed);
  const rename = () => {
    if (typed !== null && typed !== name && isName && !isTaken)
      store.do({ do: 'rename-variable', from: name, to: typed });
    setTyped(null);
  };
  return (
    <TextInput
      label={t('variables.name')}
      value={typed ?? name}
      dir="ltr"
      className="field-code"
      spellCheck={false}
      error={isTaken ? t('variables.taken') : isName ? undefined : t('variables.noName')}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onBlur={rename}
      onKeyDown={(event) => event.key === 'Enter' && rename()}
    />
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

function wordsOf(trigger: unknown): string {
  return isObject(trigger) && Array.isArray(trigger.words) ? trigger.words.join(', ') : '';
}
