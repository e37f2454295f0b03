import { Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { tabStorage } from '../../../../browser/storage.ts';
import type { StepKind } from '../../../../contract/flow.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { useKeptKey } from '../../../components/kept-state.ts';
import { useGoTo } from '../../../components/navigation.ts';
import { type Pick, PickDialog } from '../../../components/PickDialog.tsx';
import { ShortcutsDialog } from '../../../components/ShortcutsDialog.tsx';
import { flowsQuery } from '../../flows/queries.ts';
import type { Clip } from '../document/clip.ts';
import { freeId, idOf, type JsonObject, type Path, type Point, stepOf } from '../document/document.ts';
import { stepKinds } from '../document/steps.ts';
import { findByText, useConnectionTargets } from '../inspector/NextStepField.tsx';
import { editorCommands } from '../store/commands.ts';
import { useEditor, useUi } from '../store/editor-context.ts';
import { SearchDialog } from './SearchDialog.tsx';

/** The dialogs of the editor. */
export function EditorDialogs() {
  const { dialog } = useUi();
  switch (dialog?.kind) {
    case undefined:
      return null;
    case 'add':
      return <AddDialog from={dialog.from} at={dialog.at} />;
    case 'connect':
      return <ConnectDialog from={dialog.from} />;
    case 'rename':
      return <RenameDialog id={dialog.id} />;
    case 'group':
      return <GroupDialog steps={dialog.steps} />;
    case 'search':
      return <SearchDialog />;
    case 'keys':
      return <KeysDialog />;
    case 'pasted-flow':
      return <PastedFlowDialog {...dialog} />;
  }
}

/** Renames a step everywhere it is used. */
function RenameDialog({ id }: { readonly id: string }) {
  const { actions, store } = useEditor();
  const { t } = useTranslation('editor');
  const problemOf = (name: string) => {
    if (!/^[A-Za-z_][A-Za-z0-9_-]{0,63}$/.test(name)) return t('rename.noName');
    return name !== id && stepOf(store.document, name) ? t('rename.taken') : null;
  };
  return (
    <NameDialog
      title={t('rename.title', { id })}
      label={t('rename.label')}
      button={t('rename.button')}
      first={id}
      problemOf={problemOf}
      onName={(name) => (name === id ? actions.close() : actions.rename(id, name))}
    >
      <p className="quiet hint">{t('rename.reports')}</p>
    </NameDialog>
  );
}

/** A title for steps that belong together. */
function GroupDialog({ steps }: { readonly steps: readonly string[] }) {
  const { actions } = useEditor();
  const { t } = useTranslation('editor');
  return (
    <NameDialog
      title={t('group.title', { count: steps.length })}
      label={t('group.label')}
      button={t('group.button')}
      first=""
      problemOf={(name) => (name.trim() === '' ? t('group.empty') : null)}
      onName={(name) => actions.group(name.trim(), steps)}
    />
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly label: string;
  readonly button: string;
  readonly first: string;
  readonly problemOf: (name: string) => string | null;
  readonly onName: (name: string) => void;
  readonly children?: ReactNode;
}

function NameDialog({ title, label, button, first, problemOf, onName, children }: NameDialogProps) {
  const { actions } = useEditor();
  const { t } = useTranslation('common');
  const form = useForm({
    initialValues: { name: first },
    validateInputOnChange: true,
    validate: { name: problemOf },
  });
  return (
    <Dialog title={title} onClose={actions.close}>
      <form onSubmit={form.onSubmit(({ name }) => onName(name))}>
        <Stack>
          <TextInput
            label={label}
            {...form.getInputProps('name')}
            onFocus={(event) => event.currentTarget.select()}
            autoComplete="off"
          />
          {children}
          <Group justify="flex-end">
            <Button variant="default" onClick={actions.close}>
              {t('cancel')}
            </Button>
            <Button type="submit">{button}</Button>
          </Group>
        </Stack>
      </form>
    </Dialog>
  );
}

/** Chooses the type of a new step. */
function AddDialog({ from, at }: { readonly from: Path | null; readonly at?: Point | undefined }) {
  const { t } = useTranslation('editor');
  return <PickList title={t('add.title')} label={t('add.label')} picks={useKinds(from, at)} />;
}

/** Chooses the step that a connection leads to: an existing or a new one. */
function ConnectDialog({ from }: { readonly from: Path }) {
  const { actions } = useEditor();
  const { t } = useTranslation('editor');
  const kinds = useKinds(from, undefined);
  const steps = useConnectionTargets()().map(
    ({ id, about }): Pick => ({ id: `step ${id}`, name: id, about, run: () => actions.connect(from, id) }),
  );
  const nowhere = { id: 'open', name: t('way.nowhere'), about: '', run: () => actions.connect(from, null) };
  const made = kinds.map((pick) => ({ ...pick, name: t('add.newStep', { kind: pick.name }) }));
  return <PickList title={t('way.title')} label={t('way.label')} picks={[...steps, ...made, nowhere]} />;
}

const shownMost = 60;

interface PickListProps {
  readonly title: string;
  readonly label: string;
  readonly picks: readonly Pick[];
}

/** Searches the list by name and description. */
function PickList({ picks, ...dialog }: PickListProps) {
  const { actions } = useEditor();
  const [text, setText] = useState('');
  const found = findByText(picks, text, (pick) => pick).slice(0, shownMost);
  return <PickDialog {...dialog} {...{ text, found }} onText={setText} onClose={actions.close} />;
}

function useKinds(from: Path | null, at: Point | undefined): readonly Pick[] {
  const { actions } = useEditor();
  const { t } = useTranslation(['flows', 'editor']);
  return stepKinds.map((kind: StepKind) => ({
    id: `kind ${kind}`,
    name: t(`kinds.${kind}`),
    about: t(`editor:add.purposes.${kind}`),
    run: () => actions.addStep(kind, from, at),
  }));
}

/** A whole flow was pasted: it becomes one of its own, or its steps come into this one. */
function PastedFlowDialog({ clip, definition }: { readonly clip: Clip; readonly definition: JsonObject }) {
  const { actions } = useEditor();
  const { t } = useTranslation(['editor', 'common']);
  const goTo = useGoTo();
  const kept = useKeptKey('flow.new');
  const flows = useInfiniteQuery(flowsQuery);
  const summaries = flows.data ?? [];
  const asNew = () => {
    const id = nameOf(definition, new Set(summaries.map((one) => one.id)));
    const name = typeof definition.title === 'string' ? definition.title : id;
    tabStorage.setItem(kept, JSON.stringify({ name, id, file: JSON.stringify(definition) }));
    actions.close();
    goTo('flows?new&from=file');
  };
  return (
    <Dialog title={t('pastedFlow.title')} onClose={actions.close}>
      <Stack>
        <Text>{t('pastedFlow.what', { count: Object.keys(clip.steps).length })}</Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={actions.close}>
            {t('common:cancel')}
          </Button>
          {/* Its name depends on which are taken. */}
          <Button variant="default" loading={flows.isFetching && !flows.data} onClick={asNew}>
            {t('pastedFlow.asNew')}
          </Button>
          <Button onClick={() => actions.pasteClip(clip)}>{t('pastedFlow.addSteps')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

/** The file's own ID, or its title; with a number if it is taken. */
function nameOf({ id, title }: JsonObject, taken: ReadonlySet<string>): string {
  if (typeof id === 'string' && id !== '') return freeId(id, taken);
  return idOf(typeof title === 'string' ? title : '', 'flow', taken);
}

/** Every key of the editor. */
function KeysDialog() {
  const { actions } = useEditor();
  const { t } = useTranslation('editor');
  return (
    <ShortcutsDialog
      title={t('menu.keys')}
      shortcuts={editorCommands.map(({ id, keys }) => [t(`menu.${id}`), keys])}
      onClose={actions.close}
    >
      <p className="quiet hint">{t('keys.tree')}</p>
    </ShortcutsDialog>
  );
}
