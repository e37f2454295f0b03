import IconMaximize from '@tabler/icons-react/icons/IconMaximize';
import IconMinus from '@tabler/icons-react/icons/IconMinus';
import IconPlayerSkipBack from '@tabler/icons-react/icons/IconPlayerSkipBack';
import IconPlus from '@tabler/icons-react/icons/IconPlus';
import { MiniMap, useStore } from '@xyflow/react';
import { type KeyboardEvent, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../components/RowMenu.tsx';
import type { Canvas } from './read-canvas.ts';
import { type Sight, useDistance } from './use-sight.ts';

interface Props {
  readonly sight: Sight;
  readonly isMirrored: boolean;
  /** The step that the flow begins with; null where it has none. */
  readonly start: string | null;
}

/** From so many steps on the map is worth its place. */
const mapFrom = 20;
/** Small: what stands in its corner is below it. */
const mapSize = { width: 144, height: 96 };

/** The map, and what the keys do, for the mouse and the finger. */
export function CanvasControls({ sight, isMirrored, start }: Props) {
  const { t } = useTranslation('flows');
  // Deferred until the cards are drawn: in a large flow the map takes as long as they do.
  const isLarge = useDeferredValue(
    useStore(({ nodes }) => nodes.length > mapFrom),
    false,
  );
  useDistance();
  const actions = [
    { name: t('canvas.zoomIn'), Sign: IconPlus, act: () => sight.zoom(1) },
    { name: t('canvas.zoomOut'), Sign: IconMinus, act: () => sight.zoom(-1) },
    { name: t('canvas.fit'), Sign: IconMaximize, act: sight.fit },
    { name: t('canvas.toStart'), Sign: IconPlayerSkipBack, act: () => sight.show(start) },
  ];
  return (
    <>
      {isLarge && (
        <MiniMap
          ariaLabel={t('canvas.map')}
          position={isMirrored ? 'bottom-left' : 'bottom-right'}
          className="canvas-map"
          style={mapSize}
          pannable
        />
      )}
      <div className="canvas-controls" dir="auto">
        {actions.map(({ name, Sign, act }) => (
          <IconButton key={name} label={name} variant="default" size={32} onClick={act}>
            <Sign size={18} className="flips" aria-hidden />
          </IconButton>
        ))}
      </div>
    </>
  );
}

interface UseCanvasKeysOptions {
  readonly canvas: Canvas;
  readonly chosen: string | null;
  readonly isMirrored: boolean;
  readonly sight: Sight;
  readonly onChoose: (id: string | null) => void;
  readonly onRead: () => void;
  /** Folds the group of what is chosen, if it is in one. */
  readonly onFold: () => void;
}

/** Keys of the canvas. @see console.md 4 "Accessible" */
export function useCanvasKeys({
  canvas,
  chosen,
  isMirrored,
  sight,
  onChoose,
  onRead,
  onFold,
}: UseCanvasKeysOptions): (event: KeyboardEvent) => void {
  const moves: Readonly<Record<string, Move>> = {
    [isMirrored ? 'ArrowLeft' : 'ArrowRight']: 'along',
    [isMirrored ? 'ArrowRight' : 'ArrowLeft']: 'back',
    ArrowUp: 'before',
    ArrowDown: 'after',
    Home: 'first',
  };
  const others: Readonly<Record<string, () => void>> = {
    Enter: onRead,
    Escape: () => onChoose(null),
    f: onFold,
    '1': sight.fit,
    '+': () => sight.zoom(1),
    '-': () => sight.zoom(-1),
  };
  return (event) => {
    // Keys of the controls within are theirs.
    if (event.target !== event.currentTarget || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = moves[event.key];
    const other = others[event.key];
    if (move) onChoose(walk(canvas, chosen, move));
    else if (other) other();
    else return;
    event.preventDefault();
  };
}

/** The target of an arrow key: along the first connection, back, or to a neighbor. */
export type Move = 'along' | 'back' | 'before' | 'after' | 'first';

/** Returns the card that a move leads to; the same one if there is none. */
export function walk({ cards, edges }: Canvas, from: string | null, move: Move): string | null {
  const first = cards[0]?.id ?? null;
  if (from === null || move === 'first') return first;
  if (move === 'along') return edges.find((edge) => edge.from === from)?.to ?? from;
  if (move === 'back') return parentOf({ cards, edges }, from) ?? from;
  const siblings = siblingsOf({ cards, edges }, from);
  const at = siblings.indexOf(from) + (move === 'after' ? 1 : -1);
  return siblings[(at + siblings.length) % siblings.length] ?? from;
}

/** The cards that the same card leads to; those that nothing leads to stand beside each other. */
function siblingsOf({ cards, edges }: Canvas, id: string): string[] {
  const parent = parentOf({ cards, edges }, id);
  if (parent !== undefined)
    return [...new Set(edges.filter((edge) => edge.from === parent).map(({ to }) => to))];
  const entered = new Set(edges.map(({ to }) => to));
  return cards.map((card) => card.id).filter((one) => !entered.has(one));
}

/** The step before in reading order: the start or another step, otherwise a keyword or the error path. */
function parentOf({ cards, edges }: Canvas, id: string): string | undefined {
  const aside = new Set(
    cards.filter(({ sort }) => sort === 'words' || sort === 'failure').map((card) => card.id),
  );
  const into = edges.filter(({ to }) => to === id);
  return (into.find(({ from }) => !aside.has(from)) ?? into[0])?.from;
}
