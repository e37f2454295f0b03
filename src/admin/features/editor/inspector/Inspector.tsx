import { ActionIcon, Checkbox, CloseButton, Group, Menu, Tabs, Textarea } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { type StepKind, stepSchemas } from '../../../../contract/flow.ts';
import { KindIcon } from '../../flows/canvas/KindIcon.tsx';
import { isObject, type Path, stepOf, stepPath, stepsOf } from '../document/document.ts';
import { type FieldName, type FieldSort, rareFields, stepFields } from '../fields.ts';
import { CommandItems } from '../list/ActionMenu.tsx';
import { problemsAt } from '../problems/find-problems.ts';
import {
  useEditor,
  useFlow,
  useHistory,
  useIsReadOnly,
  useProblems,
  useSelection,
  useStep,
} from '../store/editor-context.ts';
import { Field } from './Field.tsx';
import { FlowForm, StepLinks } from './FlowForm.tsx';
import { ChoiceField, EditButton, JsonField, ProblemTexts, useField, Warnings } from './field-parts.tsx';
import { NextStepField } from './NextStepField.tsx';
import { ValidationTexts } from './ValidateField.tsx';

/**
 * Opens the inspector for whatever is selected.
 * @returns what opens it with the focus in it, and what gives the focus back to the flow
 */
export function useInspector(main: RefObject<HTMLElement | null>) {
  const { actions } = useEditor();
  const [chosen] = useSelection();
  const shown = useRef(chosen);
  useEffect(() => {
    if (chosen !== undefined && chosen !== shown.current) actions.inspect(true);
    shown.current = chosen;
  }, [actions, chosen]);
  return {
    inspect: () => {
      flushSync(() => actions.inspect(true));
      main.current?.parentElement?.querySelector<HTMLElement>('.inspector-title')?.focus();
    },
    back: () =>
      main.current
        ?.querySelector<HTMLElement>('[role=application], .tree-row[tabindex="0"], .json-host')
        ?.focus(),
  };
}

interface Props {
  readonly onBack: () => void;
  /** Shown above the selected step's form. */
  readonly about?: ((stepId: string) => ReactNode) | undefined;
}

/** The forms of the selection and of the flow. */
export function Inspector({ onBack, about }: Props) {
  const selection = useSelection();
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const [id, ...others] = selection;
  const formKey = useHistory(() => store.formKey);
  return (
    <aside
      aria-label={t('inspector.label')}
      className="inspector"
      onKeyDown={(event) => {
        // The first Escape closes the list of a field.
        const isOpen = event.target instanceof Element && event.target.ariaExpanded === 'true';
        if (event.key === 'Escape' && !event.defaultPrevented && !isOpen) onBack();
      }}
    >
      <InspectorHead selection={selection} />
      {others.length > 0 ? (
        <p>{t('inspector.several', { count: selection.length })}</p>
      ) : (
        <>
          {id !== undefined && about?.(id)}
          <Chosen key={formKey} id={id ?? null} />
        </>
      )}
    </aside>
  );
}

/** The tabs Step and Flow, the menu of a step, and the close button. */
function InspectorHead({ selection }: { readonly selection: readonly string[] }) {
  const { actions, store } = useEditor();
  const { t } = useTranslation('editor');
  const isReadOnly = useIsReadOnly();
  const last = useRef(selection);
  if (selection.length > 0) last.current = selection;
  return (
    <div className="inspector-tabs">
      <Tabs
        value={selection.length > 0 ? 'step' : 'flow'}
        onChange={(tab) => store.select(tab === 'step' ? last.current : [])}
      >
        <Tabs.List>
          <Tabs.Tab value="step" disabled={last.current.length === 0}>
            {t('inspector.step')}
          </Tabs.Tab>
          <Tabs.Tab value="flow">{t('inspector.flowTab')}</Tabs.Tab>
        </Tabs.List>
      </Tabs>
      {!isReadOnly && actions.chosenSteps().length > 0 && (
        <Menu position="bottom-end" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={t('inspector.menu')}>
              <IconDots size={18} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <CommandItems of="step" />
          </Menu.Dropdown>
        </Menu>
      )}
      <CloseButton aria-label={t('inspector.close')} onClick={() => actions.inspect(false)} />
    </div>
  );
}

function Chosen({ id }: { readonly id: string | null }) {
  if (id === null) return <FlowForm />;
  if (id === '$start' || id === '$failure') return <EntranceForm card={id} />;
  if (id.startsWith('$words.')) return <WordsForm n={Number(id.slice('$words.'.length))} />;
  if (id.startsWith('$note.')) return <NoteForm id={id.slice('$note.'.length)} />;
  if (id.startsWith('$group.')) return <GroupForm id={id.slice('$group.'.length)} />;
  return <StepForm id={id} />;
}

/** The form of a step. */
function StepForm({ id }: { readonly id: string }) {
  const step = useStep(id);
  const { store } = useEditor();
  const { t } = useTranslation(['flows', 'editor']);
  const isReadOnly = useIsReadOnly();
  const { all } = useProblems();
  if (!step) return null;
  const kind =
    typeof step.kind === 'string' && Object.hasOwn(stepSchemas, step.kind) ? (step.kind as StepKind) : null;
  const ownProblems = problemsAt(all, stepPath(id));
  const unknown =
    kind === null
      ? []
      : problemsAt(all, stepPath(id), { isWhole: true }).filter(({ path }) => isOfNoField(kind, path[3]));
  return (
    <>
      <Group component="header" gap="sm">
        <KindIcon kind={kind ?? ''} />
        <h2 className="inspector-title" tabIndex={-1}>
          <span className="step-kind">{kind === null ? t('unknownKind') : t(`kinds.${kind}`)}</span>{' '}
          <bdi>{id}</bdi>
        </h2>
      </Group>
      <ProblemTexts problems={[...ownProblems, ...unknown]} />
      <Warnings path={stepPath(id)} />
      {kind === null ? (
        <WholeStep id={id} />
      ) : (
        <Fields id={id} kind={kind} has={(field) => stepOf(store.document, id)?.[field] !== undefined} />
      )}
      <details>
        <summary>{isReadOnly ? t('all') : t('editor:inspector.asJson')}</summary>
        <WholeStep id={id} />
      </details>
    </>
  );
}

interface FieldsProps {
  readonly id: string;
  readonly kind: StepKind;
  readonly has: (field: string) => boolean;
}

function Fields({ id, kind, has }: FieldsProps) {
  const { t } = useTranslation('editor');
  const known = Object.entries(stepFields[kind]) as [FieldName, FieldSort][];
  // Hours are the queue's: only flows of earlier releases have their own.
  const fields = known.filter(([field]) => field !== 'hours' || has(field));
  const rare = fields.filter(([field]) => rareFields.has(field));
  const { all } = useProblems();
  const isReadOnly = useIsReadOnly();
  const isAsked = rare.some(
    ([field]) => has(field) || problemsAt(all, stepPath(id, field), { isWhole: true }).length > 0,
  );
  const show = (some: typeof fields) =>
    some.map(([field, sort]) => <Field key={field} stepId={id} kind={kind} field={field} sort={sort} />);
  return (
    <>
      {show(fields.filter(([field]) => !rareFields.has(field)))}
      {rare.length > 0 && (isAsked || !isReadOnly) && (
        <details open={isAsked || undefined}>
          <summary>{t('inspector.more')}</summary>
          <div className="inspector-more">{show(rare)}</div>
        </details>
      )}
    </>
  );
}

/** The step as JSON, for what no form field covers. */
function WholeStep({ id }: { readonly id: string }) {
  const { value, set } = useField(stepPath(id));
  const { t } = useTranslation('editor');
  return (
    <JsonField
      label={t('inspector.asJson')}
      value={value}
      rows={12}
      onChange={(next) => next !== undefined && set(next)}
    />
  );
}

function isOfNoField(kind: StepKind, field: string | number | undefined): boolean {
  return field !== undefined && !Object.hasOwn(stepFields[kind], field);
}

/** The form of Start and of On any error. */
function EntranceForm({ card }: { readonly card: '$start' | '$failure' }) {
  const { t } = useTranslation(['editor', 'flows']);
  const isStart = card === '$start';
  return (
    <>
      <h2 className="inspector-title" tabIndex={-1}>
        {t(`flows:canvas.entries.${isStart ? 'start' : 'failure'}`)}
      </h2>
      <p className="quiet hint">{isStart ? t('inspector.start') : t('inspector.failure')}</p>
      <NextStepField label={t('ways.next')} path={['definition', isStart ? 'start' : 'onError']} />
    </>
  );
}

/** The form of global keywords. */
function WordsForm({ n }: { readonly n: number }) {
  const { t } = useTranslation(['editor', 'flows']);
  const { store } = useEditor();
  const path: Path = ['definition', 'triggers', n];
  const isThere = useFlow(
    ({ definition }) => Array.isArray(definition.triggers) && n < definition.triggers.length,
  );
  const remove = () => {
    const all = store.document.definition.triggers;
    if (Array.isArray(all)) store.do({ do: 'triggers', triggers: all.toSpliced(n, 1).filter(isObject) }, []);
  };
  if (!isThere) return null;
  return (
    <>
      <h2 className="inspector-title" tabIndex={-1}>
        {t('flows:canvas.entries.words')}
      </h2>
      <p className="quiet hint">{t('inspector.words')}</p>
      <ValidationTexts
        path={[...path, 'words']}
        label={t('triggers.words')}
        description={t('triggers.hint')}
      />
      <NextStepField label={t('ways.next')} path={[...path, 'next']} />
      <Flag path={[...path, 'return']} label={t('triggers.comesBack')} />
      <Flag path={[...path, 'duringHandoff']} label={t('triggers.duringHandoff')} />
      <EditButton onClick={remove}>{t('triggers.remove')}</EditButton>
    </>
  );
}

/** A group: its steps, and what dissolves it. */
function GroupForm({ id }: { readonly id: string }) {
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  const group = useFlow(({ layout }) => layout.groups?.find((one) => one.id === id));
  if (!group) return null;
  return (
    <>
      <h2 className="inspector-title" tabIndex={-1}>
        {t('list.group', { title: group.title })}
      </h2>
      <StepLinks ids={group.steps} />
      <EditButton onClick={() => store.do({ do: 'group', id, group: null }, [])}>
        {t('menu.ungroup')}
      </EditButton>
    </>
  );
}

function Flag({ path, label }: { readonly path: Path; readonly label: string }) {
  const { value, set, problem } = useField(path);
  return (
    <Checkbox
      label={label}
      checked={value === true}
      error={problem}
      onChange={(event) => set(event.currentTarget.checked || undefined)}
    />
  );
}

/** The form of a note, which only authors see. */
function NoteForm({ id }: { readonly id: string }) {
  const { actions, store } = useEditor();
  const { t } = useTranslation('editor');
  const note = useFlow(({ layout }) => layout.notes?.find((one) => one.id === id));
  const steps = useFlow((document) => Object.keys(stepsOf(document)).join('\n'));
  const n = store.document.layout.notes?.findIndex((one) => one.id === id) ?? -1;
  if (!note) return null;
  return (
    <>
      <h2 className="inspector-title" tabIndex={-1}>
        {t('note.title')}
      </h2>
      <Textarea
        label={t('note.text')}
        rows={5}
        dir="auto"
        value={note.text}
        onChange={(event) =>
          store.do({ do: 'edit', path: ['layout', 'notes', n, 'text'], value: event.currentTarget.value })
        }
        onBlur={store.endTyping}
      />
      <ChoiceField
        path={['layout', 'notes', n, 'step']}
        label={t('note.step')}
        placeholder={t('note.none')}
        searchable
        data={steps.split('\n').filter(Boolean)}
      />
      <EditButton onClick={() => actions.remove([`$note.${id}`])}>{t('note.remove')}</EditButton>
    </>
  );
}
