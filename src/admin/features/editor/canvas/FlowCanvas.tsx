import { ReactFlowProvider } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Rows } from '../../../components/Loaded.tsx';
import { useLanguage } from '../../../locales/use-language.ts';
import { gaps, type Point } from '../../flows/canvas/arrangement.ts';
import type { CardMarks } from '../../flows/canvas/card-store.ts';
import { foldGroups, groupCardId } from '../../flows/canvas/fold-groups.ts';
import { type Canvas, readCanvas } from '../../flows/canvas/read-canvas.ts';
import { usePlaces } from '../../flows/canvas/use-places.ts';
import { useEditor, useFlow, useProblems, useSelection } from '../store/editor-context.ts';
import { CanvasView } from './CanvasView.tsx';
import '../../flows/canvas/canvas.css';

interface Props {
  /** Marks on the cards: differences, numbers, the path of the test chat, coverage. */
  readonly marks: Omit<CardMarks, 'problems'>;
  /** The form of the selected step is asked for. */
  readonly onInspect: () => void;
}

const noGroups: readonly never[] = [];

/** The flow as a picture, to work on or to read. @see console.md 4 */
export function FlowCanvas({ marks: overlays, onInspect }: Props) {
  const { t } = useTranslation('flows');
  const language = useLanguage();
  const { store } = useEditor();
  const { byCard } = useProblems();
  const definition = useFlow((document) => document.definition);
  const layout = useFlow((document) => document.layout);
  const [chosen = null] = useSelection();
  const marks = useMemo(
    () => ({ ...overlays, problems: new Map([...byCard].map(([id, found]) => [id, found.length])) }),
    [overlays, byCard],
  );
  const canvas = useMemo(() => readCanvas(definition, language), [definition, language]);
  const { places, isBroken } = useSteadyPlaces(canvas, layout.positions);
  const groups = layout.groups ?? noGroups;
  const looked = groups.find(({ folded, steps }) => folded && chosen !== null && steps.includes(chosen))?.id;
  const shown = useMemo(
    () =>
      places &&
      foldGroups(
        { canvas, places },
        groups.filter(({ id, folded }) => folded && id !== looked),
      ),
    [canvas, places, groups, looked],
  );
  if (isBroken) return <p role="alert">{t('canvas.broken')}</p>;
  if (!shown || !places) return <Rows />;
  const fold = (id: string, folded: boolean) => {
    const group = groups.find((one) => one.id === id);
    if (!group) return;
    const { id: _, ...rest } = group;
    store.do({ do: 'group', id, group: { ...rest, folded } });
    store.select([folded ? groupCardId(id) : (group.steps[0] ?? groupCardId(id))]);
  };
  return (
    <ReactFlowProvider>
      <CanvasView {...shown} all={places} {...{ layout, marks }} onFold={fold} onRead={onInspect} />
    </ReactFlowProvider>
  );
}

type Places = Readonly<Record<string, Point>>;

const none: Places = {};

/**
 * Card positions during editing: cards arranged on opening stay in place, and new ones go after the steps that
 * connect to them.
 */
function useSteadyPlaces(canvas: Canvas, stored: Places = none) {
  const arranged = useRef(none);
  const known = useMemo(() => {
    const before = { ...arranged.current, ...stored };
    return Object.keys(before).length === 0 ? none : placeNew(canvas, before);
  }, [canvas, stored]);
  const found = usePlaces(canvas, known);
  if (found.places) {
    const own = Object.entries(found.places).filter(([id]) => !stored[id] && !id.startsWith('$'));
    if (own.length > 0) arranged.current = { ...arranged.current, ...Object.fromEntries(own) };
  }
  return found;
}

/** A step that has no place yet stands behind the one that leads to it, below what stands there; all others stay. */
function placeNew({ cards, edges }: Canvas, known: Places): Places {
  const places: Record<string, Point> = { ...known };
  const boxes = new Map(cards.map((card) => [card.id, card]));
  const overlaps = ({ x, y }: Point, width: number, height: number) =>
    cards.find(({ id, ...box }) => {
      const at = places[id];
      const isApart =
        !at ||
        at.x >= x + width ||
        at.x + box.width <= x ||
        at.y >= y + height + gaps.below ||
        at.y + box.height + gaps.below <= y;
      return !isApart;
    });
  for (const { id, sort, width, height } of cards) {
    if (places[id] || sort !== 'step') continue;
    const from = edges.find((edge) => edge.to === id && places[edge.from])?.from;
    const parent = from === undefined ? undefined : boxes.get(from);
    const at = from === undefined ? undefined : places[from];
    if (!parent || !at) continue;
    let place = { x: at.x + parent.width + gaps.beside, y: at.y };
    for (let other = overlaps(place, width, height); other; other = overlaps(place, width, height))
      place = { x: place.x, y: (places[other.id]?.y ?? place.y) + other.height + gaps.below };
    places[id] = place;
  }
  return places;
}
