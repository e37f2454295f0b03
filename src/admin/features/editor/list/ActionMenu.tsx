import { Menu } from '@mantine/core';
import { Fragment } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyName } from '../../../components/ShortcutsDialog.tsx';
import { type EditorCommandId, editorCommands } from '../store/commands.ts';
import { useEditor } from '../store/editor-context.ts';
import type { Row } from './read-rows.ts';

export interface MenuPlace {
  readonly row: Row;
  readonly anchor: HTMLElement;
}

/** The menu of a step. */
const ofStep: readonly (readonly EditorCommandId[])[] = [
  ['add', 'connect', 'rename'],
  ['duplicate', 'copy', 'cut', 'group', 'note'],
  ['remove'],
];

/** The editor's menu, beside its buttons. */
const ofEditor: readonly (readonly EditorCommandId[])[] = [
  ['cut', 'copy', 'paste', 'duplicate', 'selectAll', 'remove'],
  ['connect', 'rename', 'group', 'note'],
  ['search', 'save', 'keys'],
];

/** The menu of a row of the list, at its button. */
export function ActionMenu({ place, onClose }: { readonly place: MenuPlace; readonly onClose: () => void }) {
  const { top, left, width, height } = place.anchor.getBoundingClientRect();
  return (
    <Menu opened position="bottom-end" onClose={onClose} withInitialFocusPlaceholder={false}>
      <Menu.Target>
        <span className="menu-anchor" style={{ top, left, width, height }} />
      </Menu.Target>
      <Menu.Dropdown>
        {place.row.port ? (
          <ConnectionItems port={place.row.port} />
        ) : place.row.sort === 'group' ? (
          <GroupItems id={place.row.card.slice('$group.'.length)} />
        ) : (
          <CommandItems of="step" />
        )}
      </Menu.Dropdown>
    </Menu>
  );
}

/** The commands of a step or of the editor, in groups, each with its key. */
export function CommandItems({ of }: { readonly of: 'step' | 'editor' }) {
  const editor = useEditor();
  const { t } = useTranslation('editor');
  const hasStep = editor.actions.chosenSteps().length > 0;
  const isNothingChosen = editor.store.selection.length === 0;
  const groups = of === 'step' ? ofStep : ofEditor;
  return groups.map((ids, n) => (
    <Fragment key={ids[0]}>
      {n > 0 && <Menu.Divider />}
      {editorCommands
        .filter(({ id }) => ids.includes(id))
        .map(({ id, keys: [key], needsStep, run }) => (
          <Menu.Item
            key={id}
            disabled={(needsStep === true && !hasStep) || (id === 'remove' && isNothingChosen)}
            {...(id === 'remove' && { color: 'red' })}
            rightSection={key !== undefined && <KeyName keys={key} />}
            onClick={() => void run(editor)}
          >
            {t(`menu.${id}`)}
          </Menu.Item>
        ))}
    </Fragment>
  ));
}

function ConnectionItems({ port: { path, to } }: { readonly port: NonNullable<Row['port']> }) {
  const { actions } = useEditor();
  const { t } = useTranslation('editor');
  return (
    <>
      <Menu.Item
        rightSection={<KeyName keys="c" />}
        onClick={() => actions.open({ kind: 'connect', from: path })}
      >
        {t('menu.connect')}
      </Menu.Item>
      <Menu.Item rightSection={<KeyName keys="a" />} onClick={() => actions.askToAdd(path)}>
        {t('menu.addHere')}
      </Menu.Item>
      <Menu.Item
        disabled={to === null}
        rightSection={<KeyName keys="Delete" />}
        onClick={() => actions.connect(path, null)}
      >
        {t('menu.disconnect')}
      </Menu.Item>
    </>
  );
}

function GroupItems({ id }: { readonly id: string }) {
  const { store } = useEditor();
  const { t } = useTranslation('editor');
  return (
    <Menu.Item onClick={() => store.do({ do: 'group', id, group: null })}>{t('menu.ungroup')}</Menu.Item>
  );
}
