import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../locales/use-language.ts';
import { KindIcon } from '../../flows/canvas/KindIcon.tsx';
import { textsOf } from '../../flows/view/texts-of.ts';
import { WayArrow } from '../../flows/view/WayArrow.tsx';
import { stepTypeName, wayName } from '../../flows/view/way-name.ts';
import { isObject } from '../document/document.ts';
import { useEditor, useFaults, useFlow, useSelection, useStep } from '../store/editor-context.ts';
import { ActionMenu, type MenuPlace } from './ActionMenu.tsx';
import { type Row, readRows } from './read-rows.ts';

/** The flow as a tree of rows: whatever the canvas can do, by keys alone. @see WAI-ARIA "Treegrid" */
export function FlowTree({ onInspect }: { readonly onInspect: () => void }) {
  const { actions, store } = useEditor();
  const { t } = useTranslation('editor');
  const document = useFlow((whole) => whole);
  const selection = useSelection();
  const { byCard } = useFaults();
  const grid = useRef<HTMLTableElement>(null);
  const [closed, setClosed] = useState<ReadonlySet<string>>(
    () =>
      new Set(store.document.layout.groups?.filter(({ folded }) => folded).map(({ id }) => `group ${id}`)),
  );
  const [current, setCurrent] = useState<string | null>(null);
  const [menu, setMenu] = useState<MenuPlace | null>(null);
  const rows = useMemo(() => readRows(document, closed), [document, closed]);
  const chosen = new Set(selection);
  const currentRow =
    rows.find(({ key }) => key === current) ??
    rows.find(({ card, sort }) => sort !== 'way' && chosen.has(card)) ??
    rows[0];
  const toggle = ({ key }: Row, isOpen: boolean) =>
    setClosed((before) =>
      isOpen ? new Set([...before].filter((one) => one !== key)) : new Set([...before, key]),
    );
  const stand = ({ key }: Row) => {
    setCurrent(key);
    grid.current?.querySelector<HTMLElement>(`[data-row="${CSS.escape(key)}"]`)?.focus();
  };
  const goTo = (row: Row | undefined, isAdded = false) => {
    if (!row) return;
    if (row.sort !== 'group')
      store.select(isAdded ? [...new Set([...store.selection, row.card])] : [row.card]);
    stand(row);
  };
  // What was pasted is chosen: the next key is for it, and not for the row that had the focus.
  // biome-ignore lint/correctness/useExhaustiveDependencies: rows that change do not take the focus away.
  useEffect(() => {
    const focused = grid.current?.querySelector<HTMLElement>('.tree-row:focus')?.dataset.row;
    const card = rows.find(({ key }) => key === focused)?.card;
    if (card === undefined || selection.includes(card)) return;
    const first = rows.find((row) => selection.includes(row.card));
    if (first) stand(first);
  }, [selection]);
  const open = (row: Row) => {
    if (row.sort === 'way' && row.port) actions.open({ kind: 'connect', from: row.port.path });
    else if (row.sort === 'group') toggle(row, !row.isOpen);
    else onInspect();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // The row that has the focus, however it came to it: what reads the page aloud puts it where it likes.
    const focused = (event.target as HTMLElement).closest<HTMLElement>('[data-row]')?.dataset.row;
    const row = rows.find(({ key }) => key === focused) ?? currentRow;
    const at = row ? rows.indexOf(row) : -1;
    const isOnRow = (event.target as HTMLElement).matches('.tree-row');
    if (!row) return;
    const hasKeys = event.ctrlKey || event.metaKey || event.altKey;
    // What the keys of the page are meant for is the row with the focus, unless another was chosen: a note is on none.
    if (
      row.sort !== 'group' &&
      !store.selection.includes(row.card) &&
      !(hasKeys && rows.some(({ card }) => store.selection.includes(card)))
    )
      store.select([row.card]);
    if (hasKeys) return;
    setCurrent(row.key);
    const isMirrored = window.document.documentElement.dir === 'rtl';
    const inward = isMirrored ? 'ArrowLeft' : 'ArrowRight';
    const outward = isMirrored ? 'ArrowRight' : 'ArrowLeft';
    const parent = rows.slice(0, at).findLast(({ level }) => level < row.level);
    const port = row.sort === 'way' || row.sort === 'entrance' ? row.port : null;
    const acts: Readonly<Record<string, (() => void) | false>> = {
      ArrowDown: () => goTo(rows[at + 1], event.shiftKey),
      ArrowUp: () => goTo(rows[at - 1], event.shiftKey),
      Home: () => goTo(rows[0]),
      End: () => goTo(rows.at(-1)),
      [inward]: () =>
        row.within > 0 && !row.isOpen ? toggle(row, true) : row.within > 0 && goTo(rows[at + 1]),
      [outward]: () => (row.isOpen ? toggle(row, false) : goTo(parent)),
      Enter: isOnRow && (() => open(row)),
      Delete: port !== null && (() => actions.connect(port.path, null)),
      a: port !== null && (() => actions.askToAdd(port.path)),
      '/': port !== null && (() => actions.askToAdd(port.path)),
      c: port !== null && (() => actions.open({ kind: 'connect', from: port.path })),
    };
    const act = Object.hasOwn(acts, event.key) ? acts[event.key] : false;
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table alone has no rows within rows.
        role="treegrid"
        aria-label={t('list.label')}
        aria-multiselectable
        className="tree"
        onKeyDown={onKeyDown}
      >
        <thead>
          <tr className="tree-head">
            <th scope="col">{t('list.step')}</th>
            <th scope="col">{t('list.leadsTo')}</th>
            <th scope="col">{t('list.state')}</th>
            <th scope="col">
              <span className="heard">{t('list.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <TreeRow
              key={row.key}
              row={row}
              isCurrent={row === currentRow}
              isChosen={chosen.has(row.card)}
              faults={row.sort === 'way' || row.sort === 'group' ? 0 : (byCard.get(row.card)?.length ?? 0)}
              onChoose={goTo}
              onOpen={open}
              onToggle={toggle}
              onMenu={setMenu}
            />
          ))}
        </tbody>
      </table>
      {menu && <ActionMenu place={menu} onClose={() => setMenu(null)} />}
    </>
  );
}

interface Props {
  readonly row: Row;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly faults: number;
  readonly onChoose: (row: Row, isAdded?: boolean) => void;
  readonly onOpen: (row: Row) => void;
  readonly onToggle: (row: Row, isOpen: boolean) => void;
  readonly onMenu: (place: MenuPlace) => void;
}

/** A step, one of its connections, an entry point or a group. */
function TreeRow({ row, isCurrent, isChosen, faults, onChoose, onOpen, onToggle, onMenu }: Props) {
  const { t } = useTranslation(['flows', 'editor']);
  const { level, within, isOpen, position, siblings, sort, port } = row;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <tr
      data-row={row.key}
      data-sort={sort}
      data-level={level}
      className="tree-row"
      tabIndex={tabIndex}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isChosen}
      aria-expanded={within > 0 ? isOpen : undefined}
      onClick={(event) => {
        const isInside = (event.target as HTMLElement).closest('button');
        if (!isInside) onChoose(row, event.ctrlKey || event.metaKey || event.shiftKey);
      }}
      onDoubleClick={() => onOpen(row)}
    >
      <th scope="row" className="tree-name">
        {within > 0 && (
          <button
            type="button"
            tabIndex={-1}
            className="icon-button tree-toggle"
            aria-hidden="true"
            onClick={() => onToggle(row, !isOpen)}
          >
            {isOpen ? '▾' : '▸'}
          </button>
        )}
        <Name row={row} />
      </th>
      <td className="tree-target">{port && <Target row={row} tabIndex={tabIndex} />}</td>
      <td className="tree-state">
        {faults > 0 && <span className="bad">✕ {t('faults', { count: faults })}</span>}
      </td>
      <td className="tree-actions">
        <button
          type="button"
          tabIndex={tabIndex}
          className="icon-button"
          aria-haspopup="menu"
          aria-label={t('editor:list.menuOf', { what: nameOf(row) })}
          onClick={(event) => {
            if (sort !== 'group') onChoose(row);
            onMenu({ row, anchor: event.currentTarget });
          }}
        >
          ⋯
        </button>
      </td>
    </tr>
  );
}

/** A row as a button speaks of it. */
function nameOf({ card, port, sort }: Row): string {
  return sort === 'way' ? `${card} ${port?.key ?? ''}` : card.replace(/^\$/, '');
}

function Name({ row: { sort, card, port } }: Pick<Props, 'row'>) {
  const step = useStep(card);
  const { t } = useTranslation(['flows', 'editor']);
  const language = useLanguage();
  const group = useFlow(({ layout }) => layout.groups?.find(({ id }) => card === `$group.${id}`)?.title);
  const words = useFlow(({ definition }) => wordsOf(definition.triggers, card));
  if (sort === 'group') return <strong>{t('editor:list.group', { title: group ?? '' })}</strong>;
  if (card === '$start') return <span>{t('canvas.entries.start')}</span>;
  if (card === '$failure') return <span>{t('canvas.entries.failure')}</span>;
  if (card.startsWith('$words.'))
    return (
      <span>
        {t('canvas.entries.words')} <bdi className="quiet">{words}</bdi>
      </span>
    );
  const kind = typeof step?.kind === 'string' ? step.kind : '';
  if (sort === 'way')
    return <span dir="auto">{wayName({ kind, step: step ?? {} }, port?.key ?? '', t, language)}</span>;
  const said = kind === 'llm' ? step?.system : textsOf(step?.text, language)[0]?.text;
  return (
    <>
      <KindIcon kind={kind} />
      <span className="tree-kind">{stepTypeName(kind, t)}</span>
      <bdi className="tree-id">{card}</bdi>
      <span className="tree-said quiet" dir="auto">
        {typeof said === 'string' ? said : ''}
      </span>
    </>
  );
}

function wordsOf(triggers: unknown, card: string): string {
  const trigger: unknown = Array.isArray(triggers)
    ? triggers[Number(card.slice('$words.'.length))]
    : undefined;
  return isObject(trigger) && Array.isArray(trigger.words) ? trigger.words.join(', ') : '';
}

/** The target of a connection, and the button that changes it. */
function Target({ row: { port }, tabIndex }: { readonly row: Row; readonly tabIndex: number }) {
  const { actions } = useEditor();
  const { t } = useTranslation(['editor', 'flows']);
  const to = port?.to ?? null;
  const isThere = useFlow(
    ({ definition }) => to !== null && isObject(definition.steps) && Object.hasOwn(definition.steps, to),
  );
  if (!port) return null;
  return (
    <button
      type="button"
      tabIndex={tabIndex}
      className="text-button"
      aria-haspopup="dialog"
      onClick={() => actions.open({ kind: 'connect', from: port.path })}
    >
      {to === null ? (
        <span className={port.isOptional ? 'quiet' : 'bad'}>{t('way.open')}</span>
      ) : (
        <>
          <WayArrow /> <bdi>{to}</bdi>
          {!isThere && <span className="bad"> ({t('flows:missing')})</span>}
        </>
      )}
    </button>
  );
}
