import { useTranslation } from 'react-i18next';
import { useLanguage } from '../../../locales/use-language.ts';
import { KindIcon } from '../../flows/canvas/KindIcon.tsx';
import { textsOf } from '../../flows/view/texts-of.ts';
import { WayArrow } from '../../flows/view/WayArrow.tsx';
import { stepTypeName, wayName } from '../../flows/view/way-name.ts';
import { isObject } from '../document/document.ts';
import { useEditor, useFlow, useStep } from '../store/editor-context.ts';
import type { MenuPlace } from './ActionMenu.tsx';
import type { Row } from './read-rows.ts';

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

/** A step, a way out of one, an entrance or a group. */
export function TreeRow({ row, isCurrent, isChosen, faults, onChoose, onOpen, onToggle, onMenu }: Props) {
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

/** Where a way leads, and the way to lead it elsewhere. */
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
