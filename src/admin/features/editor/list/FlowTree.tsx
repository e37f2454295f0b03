import { ActionIcon } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { TFunction } from 'i18next';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { TextButton } from '../../../components/RowMenu.tsx';
import { useLanguage } from '../../../locales/use-language.ts';
import type { CardMarks } from '../../flows/canvas/card-store.ts';
import { KindIcon } from '../../flows/canvas/KindIcon.tsx';
import { ConnectionArrow } from '../../flows/view/ConnectionArrow.tsx';
import { connectionName, openWayText, stepTypeName, textsOf } from '../../flows/view/connection-name.ts';
import { isObject } from '../document/document.ts';
import {
  useEditor,
  useFlow,
  useIsReadOnly,
  useProblems,
  useSelection,
  useStep,
} from '../store/editor-context.ts';
import { ActionMenu, type MenuPlace } from './ActionMenu.tsx';
import { type Row, readRows } from './read-rows.ts';

interface Props {
  /** Marks beside the steps: differences and numbers of conversations. */
  readonly marks?: Pick<CardMarks, 'differences' | 'numbers'>;
  readonly onInspect: () => void;
}

const noMarks = {};

/** The flow as a tree of rows: whatever the canvas can do, by keys alone. @see WAI-ARIA "Treegrid" */
export function FlowTree({ marks = noMarks, onInspect }: Props) {
  const { actions, store } = useEditor();
  const isReadOnly = useIsReadOnly();
  const { t } = useTranslation('editor');
  const document = useFlow((whole) => whole);
  const selection = useSelection();
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
    // A row that was out of sight is there once it is the current one.
    flushSync(() => setCurrent(key));
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
  const follow = ({ port }: Row) => goTo(rows.find(({ sort, card }) => sort === 'step' && card === port?.to));
  const open = (row: Row) => {
    if (row.sort === 'group') toggle(row, !row.isOpen);
    else if (isReadOnly && row.port) follow(row);
    else if (row.sort === 'way' && row.port) actions.open({ kind: 'connect', from: row.port.path });
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
    // Page shortcuts apply to the focused row, unless another is selected; a note has no row.
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
    const port = !isReadOnly && (row.sort === 'way' || row.sort === 'entrance') ? row.port : null;
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
  const seen = useSeenRows(rows, currentRow, grid);
  return (
    <>
      <table
        ref={grid}
        // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: a table alone has no rows within rows.
        role="treegrid"
        aria-label={t('list.label')}
        aria-multiselectable
        aria-rowcount={rows.length + 1}
        className="tree"
        data-virtual={seen.height !== undefined || undefined}
        onKeyDown={onKeyDown}
      >
        <TreeHead />
        <tbody style={{ height: seen.height }}>
          {seen.rows.map(({ index, row, start }) => (
            <TreeRow
              key={row.key}
              {...{ row, index, start, marks }}
              isCurrent={row === currentRow}
              isChosen={chosen.has(row.card)}
              measure={seen.measure}
              onChoose={goTo}
              onFollow={follow}
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

function TreeHead() {
  const { t } = useTranslation('editor');
  return (
    <thead>
      <tr className="tree-head" aria-rowindex={1}>
        <th scope="col">{t('list.step')}</th>
        <th scope="col">{t('list.leadsTo')}</th>
        <th scope="col">{t('list.state')}</th>
        <th scope="col">
          <span className="only-read">{t('list.actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

/** So many rows are drawn whole; of more, those that are seen. */
const mostWhole = 200;
const rowPx = 37;

interface SeenRow {
  readonly row: Row;
  readonly index: number;
  /** In pixels from the first row; absent where all rows are drawn. */
  readonly start?: number | undefined;
}

interface SeenRows {
  readonly rows: readonly SeenRow[];
  /** The total height of all rows in pixels; absent if all are rendered. */
  readonly height?: number;
  readonly measure: (row: HTMLElement | null) => void;
}

/** The rows to draw: all of a short list; of a long one those in sight, and the current one, which keeps the focus. */
function useSeenRows(
  rows: readonly Row[],
  current: Row | undefined,
  grid: RefObject<HTMLElement | null>,
): SeenRows {
  const isLong = rows.length > mostWhole;
  const at = current ? rows.indexOf(current) : 0;
  const virtual = useVirtualizer({
    count: rows.length,
    enabled: isLong,
    estimateSize: () => rowPx,
    getItemKey: (index) => rows[index]?.key ?? index,
    getScrollElement: () => grid.current?.closest<HTMLElement>('.editor-main') ?? null,
    overscan: 12,
    rangeExtractor: ({ startIndex, endIndex, overscan, count }) => {
      const [first, last] = [Math.max(0, startIndex - overscan), Math.min(count - 1, endIndex + overscan)];
      const inSight = Array.from({ length: last - first + 1 }, (_, n) => first + n);
      return at < first ? [at, ...inSight] : at > last ? [...inSight, at] : inSight;
    },
  });
  if (!isLong) return { rows: rows.map((row, index) => ({ row, index })), measure: () => undefined };
  return {
    rows: virtual.getVirtualItems().flatMap(({ index, start }) => {
      const row = rows[index];
      return row ? [{ row, index, start }] : [];
    }),
    height: virtual.getTotalSize(),
    measure: virtual.measureElement,
  };
}

interface RowProps extends SeenRow {
  readonly marks: NonNullable<Props['marks']>;
  readonly isCurrent: boolean;
  readonly isChosen: boolean;
  readonly measure: (row: HTMLElement | null) => void;
  readonly onChoose: (row: Row, isAdded?: boolean) => void;
  readonly onFollow: (row: Row) => void;
  readonly onOpen: (row: Row) => void;
  readonly onToggle: (row: Row, isOpen: boolean) => void;
  readonly onMenu: (place: MenuPlace) => void;
}

/** A step, one of its connections, an entry point or a group. */
function TreeRow({ row, index, start, marks, isCurrent, isChosen, measure, ...on }: RowProps) {
  const { t } = useTranslation(['flows', 'editor']);
  const isReadOnly = useIsReadOnly();
  const { level, within, isOpen, position, siblings, sort, port } = row;
  const tabIndex = isCurrent ? 0 : -1;
  return (
    <tr
      ref={start === undefined ? undefined : measure}
      data-index={index}
      data-row={row.key}
      data-sort={sort}
      data-level={level}
      className="tree-row"
      style={start === undefined ? undefined : { transform: `translateY(${start}px)` }}
      tabIndex={tabIndex}
      aria-rowindex={index + 2}
      aria-level={level}
      aria-posinset={position}
      aria-setsize={siblings}
      aria-selected={isChosen}
      aria-expanded={within > 0 ? isOpen : undefined}
      onClick={(event) => {
        const isInside = (event.target as HTMLElement).closest('button, a');
        if (!isInside) on.onChoose(row, event.ctrlKey || event.metaKey || event.shiftKey);
      }}
      onDoubleClick={() => on.onOpen(row)}
    >
      <th scope="row" className="tree-name">
        {within > 0 && (
          <ActionIcon
            variant="subtle"
            color="gray"
            tabIndex={-1}
            className="tree-toggle"
            aria-hidden="true"
            onClick={() => on.onToggle(row, !isOpen)}
          >
            {isOpen ? '▾' : '▸'}
          </ActionIcon>
        )}
        <Name row={row} t={t} />
      </th>
      <td className="tree-target">
        {port && <Target {...{ row, tabIndex, t }} onFollow={() => on.onFollow(row)} />}
      </td>
      <td className="tree-state">
        {(sort === 'step' || sort === 'entrance') && <State card={row.card} {...{ marks, t }} />}
      </td>
      <td className="tree-actions">
        {!isReadOnly && <MenuButton {...{ row, tabIndex, t }} onChoose={on.onChoose} onMenu={on.onMenu} />}
      </td>
    </tr>
  );
}

/** The row's `t`, passed down since each `useTranslation` copies the whole instance. */
interface PartProps {
  readonly t: TFunction<['flows', 'editor']>;
}

type MenuProps = PartProps & Pick<RowProps, 'row' | 'onChoose' | 'onMenu'> & { readonly tabIndex: number };

function MenuButton({ row, tabIndex, t, onChoose, onMenu }: MenuProps) {
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      tabIndex={tabIndex}
      aria-haspopup="menu"
      aria-label={t('editor:list.menuOf', { what: nameOf(row) })}
      onClick={(event) => {
        if (row.sort !== 'group') onChoose(row);
        onMenu({ row, anchor: event.currentTarget });
      }}
    >
      ⋯
    </ActionIcon>
  );
}

/** A step's difference, problems and number of conversations. */
function State({ card, marks, t }: PartProps & Pick<RowProps, 'marks'> & { readonly card: string }) {
  const problems = useProblems().byCard.get(card)?.length ?? 0;
  const difference = marks.differences?.get(card);
  const numbers = marks.numbers?.get(card);
  return (
    <>
      {difference && <span className="quiet">{t(`compare.marks.${difference}`)}</span>}
      {problems > 0 && <span className="bad">✕ {t('faults', { count: problems })}</span>}
      {numbers && <span className="quiet">{numbers.text}</span>}
    </>
  );
}

/** The row's name in button labels. */
function nameOf({ card, port, sort }: Row): string {
  return sort === 'way' ? `${card} ${port?.key ?? ''}` : card.replace(/^\$/, '');
}

function Name({ row: { sort, card, port }, t }: PartProps & Pick<RowProps, 'row'>) {
  const step = useStep(card);
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
    return <span dir="auto">{connectionName({ kind, step: step ?? {} }, port?.key ?? '', t, language)}</span>;
  const text = kind === 'llm' ? step?.system : textsOf(step?.text, language)[0]?.text;
  return (
    <>
      <KindIcon kind={kind} />
      <span className="step-kind">{stepTypeName(kind, t)}</span>
      <bdi className="tree-id">{card}</bdi>
      <span className="tree-said quiet" dir="auto">
        {typeof text === 'string' ? text : ''}
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

interface TargetProps extends PartProps, Pick<RowProps, 'row'> {
  readonly tabIndex: number;
  readonly onFollow: () => void;
}

/** The target of a connection: the button that changes it, or a link where the flow is only read. */
function Target({ row: { port }, tabIndex, t, onFollow }: TargetProps) {
  const { actions } = useEditor();
  const isReadOnly = useIsReadOnly();
  const to = port?.to ?? null;
  const isThere = useFlow(
    ({ definition }) => to !== null && isObject(definition.steps) && Object.hasOwn(definition.steps, to),
  );
  if (!port) return null;
  const target =
    to === null ? (
      <span className={port.isOptional ? 'quiet' : 'bad'}>{t(openWayText(port.key))}</span>
    ) : (
      <>
        <ConnectionArrow /> <bdi>{to}</bdi>
        {!isThere && <span className="bad"> ({t('missing')})</span>}
      </>
    );
  if (isReadOnly)
    return isThere ? (
      <a
        href={`#${to}`}
        tabIndex={tabIndex}
        className="page-link"
        onClick={(event) => {
          event.preventDefault();
          onFollow();
        }}
      >
        {target}
      </a>
    ) : (
      target
    );
  return (
    <TextButton
      tabIndex={tabIndex}
      aria-haspopup="dialog"
      onClick={() => actions.open({ kind: 'connect', from: port.path })}
    >
      {target}
    </TextButton>
  );
}
