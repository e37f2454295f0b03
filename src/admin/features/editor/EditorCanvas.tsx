import { ReactFlowProvider } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Rows } from '../../components/Rows.tsx';
import { useLanguage } from '../../locales/use-language.ts';
import type { CardMarks } from '../flows/canvas/card-marks.ts';
import { foldGroups } from '../flows/canvas/fold-groups.ts';
import { type Canvas, readCanvas } from '../flows/canvas/read-canvas.ts';
import { EditView } from './canvas/EditView.tsx';
import type { JsonObject } from './document/document.ts';
import { portsOf } from './document/ports.ts';
import { useEditor, useFaults, useFlow } from './store/editor-context.ts';
import '../flows/canvas/canvas.css';
import type { Point } from '../flows/canvas/arrangement.ts';
import { usePlaces } from '../flows/canvas/use-places.ts';

/** The flow as a picture: a step that is chosen in it is filled in beside it. */
export function EditorCanvas({
  walked,
  unwalked,
  onInspect,
}: {
  /** What the test chat has gone through last. */
  readonly walked: CardMarks['walked'];
  /** Connections that no test takes, while coverage is shown. */
  readonly unwalked: CardMarks['unwalked'];
  readonly onInspect: () => void;
}) {
  const { byCard } = useFaults();
  const marks = useMemo(
    (): CardMarks => ({
      faults: new Map([...byCard].map(([id, found]) => [id, found.length])),
      ...(walked && { walked }),
      ...(unwalked && { unwalked }),
    }),
    [byCard, walked, unwalked],
  );
  return <EditableCanvas marks={marks} onRead={onInspect} />;
}

const findWays = (id: string, step: Readonly<Record<string, unknown>>) => portsOf(id, step as JsonObject);

/** The flow as a picture to work on. @see console.md 4 */
function EditableCanvas({ marks, onRead }: { readonly marks: CardMarks; readonly onRead: () => void }) {
  const { t } = useTranslation('flows');
  const language = useLanguage();
  const { store } = useEditor();
  const definition = useFlow((document) => document.definition);
  const layout = useFlow((document) => document.layout);
  const canvas = useMemo(() => readCanvas(definition, language, findWays), [definition, language]);
  const { places, isBroken } = useSteadyPlaces(canvas, layout.positions);
  const shown = useMemo(
    () =>
      places &&
      foldGroups(
        { canvas, places },
        (layout.groups ?? []).filter(({ folded }) => folded),
      ),
    [canvas, places, layout.groups],
  );
  if (isBroken) return <p role="alert">{t('canvas.broken')}</p>;
  if (!shown || !places) return <Rows />;
  const fold = (id: string, folded: boolean) => {
    const group = layout.groups?.find((one) => one.id === id);
    if (!group) return;
    const { id: _, ...rest } = group;
    store.do({ do: 'group', id, group: { ...rest, folded } });
  };
  return (
    <ReactFlowProvider>
      <EditView {...shown} all={places} layout={layout} marks={marks} onFold={fold} onRead={onRead} />
    </ReactFlowProvider>
  );
}

type Places = Readonly<Record<string, Point>>;

const none: Places = {};

/**
 * Where the cards stand while the flow is changed: what was arranged when it was opened stays where it is, though nobody
 * has put it there, and what is new stands behind what leads to it.
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

const gap = 72;
const between = 32;

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
        at.y >= y + height + between ||
        at.y + box.height + between <= y;
      return !isApart;
    });
  for (const { id, sort, width, height } of cards) {
    if (places[id] || sort !== 'step') continue;
    const from = edges.find((edge) => edge.to === id && places[edge.from])?.from;
    const parent = from === undefined ? undefined : boxes.get(from);
    const at = from === undefined ? undefined : places[from];
    if (!parent || !at) continue;
    let place = { x: at.x + parent.width + gap, y: at.y };
    for (let other = overlaps(place, width, height); other; other = overlaps(place, width, height))
      place = { x: place.x, y: (places[other.id]?.y ?? place.y) + other.height + between };
    places[id] = place;
  }
  return places;
}
