import { Button, Group, Stack, TextInput, UnstyledButton } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../components/Dialog.tsx';
import { TextButton } from '../../../components/RowMenu.tsx';
import {
  type FlowDocument,
  isObject,
  type Json,
  type Path,
  stepPath,
  stepsOf,
} from '../document/document.ts';
import { variablesOf } from '../document/variables.ts';
import { goToProblem } from '../store/commands.ts';
import { useEditor, useFlow } from '../store/editor-context.ts';

const shownMost = 50;

/** Finds anything that is written in the flow, and writes it otherwise: what that makes is seen first. */
export function SearchDialog() {
  const { actions, store } = useEditor();
  const { t } = useTranslation(['editor', 'common']);
  const document = useFlow((whole) => whole);
  const [wanted, setWanted] = useState('');
  const [by, setBy] = useState('');
  const [isReplacing, setReplacing] = useState(false);
  const found = useMemo(() => findText(document, wanted), [document, wanted]);
  const texts = found.filter(({ isName }) => !isName);
  const shown = isReplacing ? texts : found;
  const variable = useMemo(
    () => variablesOf(document).find(({ name }) => name === wanted.trim()),
    [document, wanted],
  );
  const goTo = ({ stepId, path }: Found) => {
    actions.close();
    goToProblem({ store, actions }, { card: stepId ?? '$flow', path });
  };
  const replace = () => {
    const edits = texts.map(({ path, text }) => ({
      do: 'edit' as const,
      path,
      value: replaced(text, wanted, by),
    }));
    store.do(edits, undefined, { name: 'replace-text', subject: null, count: edits.length });
    actions.close();
    actions.say({ kind: 'replaced', count: edits.length });
  };
  return (
    <Dialog title={t('search.title')} onClose={actions.close}>
      <Stack>
        <TextInput
          label={t('search.label')}
          value={wanted}
          autoComplete="off"
          onChange={(event) => setWanted(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = shown;
            if (event.key === 'Enter' && first && !isReplacing) goTo(first);
          }}
        />
        {isReplacing ? (
          <TextInput
            label={t('search.by')}
            value={by}
            autoComplete="off"
            onChange={(event) => setBy(event.currentTarget.value)}
          />
        ) : (
          <TextButton onClick={() => setReplacing(true)}>{t('search.replace')}</TextButton>
        )}
        <p role="status" className="quiet hint">
          {wanted.trim() === ''
            ? ''
            : shown.length === 0
              ? t('common:palette.nothing')
              : t('search.found', { count: shown.length })}
          {variable &&
            ` ${t('search.variable', { read: variable.readIn.length, set: variable.setIn.length })}`}
        </p>
        <ul className="found">
          {shown.slice(0, shownMost).map((one) => (
            <li key={one.path.join('.')}>
              <UnstyledButton className="found-one" w="100%" p="xs" onClick={() => goTo(one)}>
                <bdi className="tree-id">{one.stepId ?? t('search.flow')}</bdi>{' '}
                <span className="quiet">{one.path.slice(one.stepId === null ? 1 : 3).join('.')}</span>
                <span dir="auto" className="found-text">
                  {one.text}
                </span>
                {isReplacing && (
                  <ins dir="auto" className="found-text">
                    {replaced(one.text, wanted, by)}
                  </ins>
                )}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {isReplacing && (
          <Group justify="flex-end">
            <Button disabled={texts.length === 0} onClick={replace}>
              {t('search.replaceAll', { count: texts.length })}
            </Button>
          </Group>
        )}
      </Stack>
    </Dialog>
  );
}

/** A text of the flow in which something was found. */
interface Found {
  readonly path: Path;
  /** The step that it is in; null for what belongs to the flow. */
  readonly stepId: string | null;
  readonly text: string;
  /** Names of steps and of variables are found, and changed by renaming alone. */
  readonly isName: boolean;
}

/** Finds ids, texts in every language, expressions, addresses and names, however they are written. */
function findText(document: FlowDocument, wanted: string): readonly Found[] {
  const sought = wanted.trim().toLocaleLowerCase();
  if (sought === '') return [];
  const found: Found[] = [];
  const visit = (value: Json | undefined, path: Path, stepId: string | null): void => {
    const key = String(path.at(-1));
    const isName = nameKeys.test(key) || path.includes('share');
    if (typeof value === 'string') note({ path, stepId, text: value, isName });
    else if (Array.isArray(value)) for (const [n, one] of value.entries()) visit(one, [...path, n], stepId);
    else if (isObject(value))
      for (const [inner, one] of Object.entries(value)) {
        if (namedBy.test(key)) note({ path: [...path, inner], stepId, text: inner, isName: true });
        visit(one, [...path, inner], stepId);
      }
  };
  const note = (one: Found) => {
    if (one.text.toLocaleLowerCase().includes(sought)) found.push(one);
  };
  const { title, triggers, variables } = document.definition;
  visit(title, ['definition', 'title'], null);
  visit(triggers, ['definition', 'triggers'], null);
  visit(variables, ['definition', 'variables'], null);
  for (const [id, step] of Object.entries(stepsOf(document))) {
    note({ path: stepPath(id), stepId: id, text: id, isName: true });
    visit(step, stepPath(id), id);
  }
  return found;
}

/** A text with every place of what was sought written otherwise. */
function replaced(text: string, wanted: string, by: string): string {
  const escaped = wanted.trim().replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
  return text.replaceAll(new RegExp(escaped, 'giu'), () => by);
}

const nameKeys = /^(kind|next|otherwise|flow|step|method|type|measures|start|saveAs|on[A-Z].*)$/;
/** Their keys are names of variables. */
const namedBy = /^(assign|saveAs|variables|input|headers)$/;
