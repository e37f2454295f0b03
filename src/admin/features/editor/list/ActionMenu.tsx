import type { TFunction } from 'i18next';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { KeyName } from '../dialogs/KeyName.tsx';
import { type EditorCommandId, editorCommands } from '../store/commands.ts';
import { type Editor, useEditor } from '../store/editor-context.ts';
import type { Row } from './read-rows.ts';

export interface MenuPlace {
  /** Null for what is in no row: the menu of the whole editor. */
  readonly row: Row | null;
  readonly anchor: HTMLElement;
}

interface Item {
  readonly id: string;
  readonly name: string;
  readonly keys?: string;
  readonly isOff?: boolean;
  readonly run: () => unknown;
}

const ofStep: readonly EditorCommandId[] = [
  'add',
  'connect',
  'rename',
  'duplicate',
  'copy',
  'cut',
  'group',
  'note',
  'remove',
];

/** What can be done with a row, or with the whole flow, each with its key. @see WAI-ARIA "Menu" */
export function ActionMenu({ place, onClose }: { readonly place: MenuPlace; readonly onClose: () => void }) {
  const editor = useEditor();
  const { t } = useTranslation('editor');
  const menu = useRef<HTMLDivElement>(null);
  const { row, anchor } = place;
  const items = itemsOf(row, editor, t);
  useLayoutEffect(() => {
    const shown = menu.current;
    if (!shown) return;
    shown.showPopover();
    const box = anchor.getBoundingClientRect();
    const left = Math.min(Math.max(8, box.right - shown.offsetWidth), innerWidth - shown.offsetWidth - 8);
    shown.style.left = `${left}px`;
    shown.style.top = `${Math.max(8, Math.min(box.bottom + 4, innerHeight - shown.offsetHeight - 8))}px`;
    shown.querySelector<HTMLElement>('[role=menuitem]:not(:disabled)')?.focus();
  }, [anchor]);
  const close = () => {
    anchor.focus();
    onClose();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const found = [...(menu.current?.querySelectorAll<HTMLElement>('[role=menuitem]:not(:disabled)') ?? [])];
    const at = found.indexOf(document.activeElement as HTMLElement);
    const to: Readonly<Record<string, number>> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    event.stopPropagation();
    if (event.key === 'Escape' || event.key === 'Tab') close();
    else if (event.key in to) found.at((to[event.key] ?? 0) % found.length)?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <div
      ref={menu}
      role="menu"
      popover="auto"
      aria-label={t('menu.title')}
      className="action-menu"
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onToggle={(event) => event.newState === 'closed' && onClose()}
    >
      {items.map(({ id, name, keys, isOff, run }) => (
        <button
          key={id}
          type="button"
          role="menuitem"
          tabIndex={-1}
          className="action-item"
          disabled={isOff}
          onClick={() => {
            close();
            void run();
          }}
        >
          {name} {keys && <KeyName keys={keys} />}
        </button>
      ))}
    </div>
  );
}

function itemsOf(row: Row | null, editor: Editor, t: TFunction<'editor'>): readonly Item[] {
  const { actions } = editor;

  if (row?.port) {
    const { path, to } = row.port;
    return [
      {
        id: 'connect',
        name: t('menu.connect'),
        keys: 'c',
        run: () => actions.open({ kind: 'connect', from: path }),
      },
      { id: 'add', name: t('menu.addHere'), keys: 'a', run: () => actions.askToAdd(path) },
      {
        id: 'disconnect',
        name: t('menu.disconnect'),
        keys: 'Delete',
        isOff: to === null,
        run: () => actions.connect(path, null),
      },
    ];
  }
  if (row?.sort === 'group') {
    const id = row.card.slice('$group.'.length);
    return [
      {
        id: 'ungroup',
        name: t('menu.ungroup'),
        run: () => editor.store.do({ do: 'group', id, group: null }),
      },
    ];
  }
  const hasStep = actions.chosenSteps().length > 0;
  return editorCommands
    .filter(({ id }) => row === null || ofStep.includes(id))
    .map(({ id, keys, needsStep, run }) => ({
      id,
      name: t(`menu.${id}`),
      ...(keys[0] !== undefined && { keys: keys[0] }),
      isOff: needsStep === true && !hasStep,
      run: () => run(editor),
    }));
}
