import { ReactFlow, ReactFlowProvider } from '@xyflow/react';
import { useCallback, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { Rows } from '../../../components/Rows.tsx';
import { useLanguage } from '../../../locales/use-language.ts';
import type { CardMarks } from './card-marks.ts';
import { foldedGroups, foldGroups, groupCardId } from './fold-groups.ts';
import { type Canvas, readCanvas } from './read-canvas.ts';
import { usePlaces } from './use-places.ts';
import './canvas.css';
import type { Point } from './arrangement.ts';
import { CanvasControls } from './CanvasControls.tsx';
import { CanvasContext } from './canvas-context.ts';
import { canvasSettings } from './canvas-settings.ts';
import { toEdges, toNodes } from './to-flow.ts';
import { useCanvasKeys } from './use-canvas-keys.ts';
import { useCardNames } from './use-card-names.ts';
import { useCardStore } from './use-card-store.ts';
import { useSight } from './use-sight.ts';

const noMarks: CardMarks = {};
const noGroups: NonNullable<DraftContent['layout']['groups']> = [];

/** A flow as a picture to look at: its steps where an editor has put them, or arranged. @see console.md 4 */
export function FlowCanvas({
  definition,
  layout,
  marks = noMarks,
  ...rest
}: Pick<DraftContent, 'definition' | 'layout'> & {
  /** Names the picture to those who hear the page. */
  readonly title: string;
  readonly marks?: CardMarks;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
  /** The reader wants to read all of the step that is chosen. */
  readonly onRead: () => void;
}) {
  const { t } = useTranslation('flows');
  const language = useLanguage();
  const canvas = useMemo(() => readCanvas(definition, language), [definition, language]);
  const { places, isBroken } = usePlaces(canvas, layout.positions);
  const { chosen, onChoose } = rest;
  const groups = layout.groups ?? noGroups;
  const [folded, setFolded] = useState(
    () => new Set(groups.filter((group) => group.folded).map(({ id }) => id)),
  );
  const shown = useMemo(
    () => places && foldGroups({ canvas, places }, foldedGroups(groups, folded, chosen)),
    [canvas, places, groups, folded, chosen],
  );
  const fold = useCallback(
    (id: string) => {
      setFolded((before) => new Set([...before, id]));
      onChoose(groupCardId(id));
    },
    [onChoose],
  );
  const unfold = useCallback(
    (id: string) => {
      setFolded((before) => new Set([...before].filter((one) => one !== id)));
      onChoose(groups.find((group) => group.id === id)?.steps[0] ?? null);
    },
    [groups, onChoose],
  );
  if (isBroken) return <p role="alert">{t('canvas.broken')}</p>;
  if (!shown) return <Rows />;
  return (
    <ReactFlowProvider>
      {/* Another draft, or another language, is another picture. */}
      <CanvasView {...shown} layout={layout} marks={marks} fold={fold} unfold={unfold} {...rest} />
    </ReactFlowProvider>
  );
}

interface Props {
  readonly title: string;
  readonly canvas: Canvas;
  readonly places: Readonly<Record<string, Point>>;
  readonly layout: DraftContent['layout'];
  readonly marks: CardMarks;
  readonly fold: (groupId: string) => void;
  readonly unfold: (groupId: string) => void;
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
  readonly onRead: () => void;
}

/** One tab stop, walked with the arrows; what is chosen is said aloud. */
function CanvasView({ title, canvas, places, layout, marks, fold, unfold, ...choice }: Props) {
  const { chosen, onChoose, onRead } = choice;
  const { t } = useTranslation('flows');
  const help = useId();
  const isMirrored = document.documentElement.dir === 'rtl';
  const names = useCardNames(marks);
  const cards = useCardStore(canvas, marks);
  const content = useMemo(() => ({ cards, isMirrored, fold, unfold }), [cards, isMirrored, fold, unfold]);
  const nodes = useMemo(
    () => toNodes(canvas, places, layout, isMirrored, names),
    [canvas, places, layout, isMirrored, names],
  );
  const edges = useMemo(() => toEdges(canvas, places, names), [canvas, places, names]);
  const shownNodes = useMemo(
    () => nodes.map((node) => (node.id === chosen ? { ...node, selected: true } : node)),
    [nodes, chosen],
  );
  const shownEdges = useMemo(
    () =>
      edges.map((edge) =>
        edge.source === chosen || edge.target === chosen
          ? { ...edge, className: `${edge.className} edge-lit`, zIndex: 1 }
          : edge,
      ),
    [edges, chosen],
  );
  const sight = useSight();
  const first = useRef(chosen);
  const card = chosen === null ? undefined : canvas.cards.find(({ id }) => id === chosen);
  const group = layout.groups?.find(({ steps }) => chosen !== null && steps.includes(chosen));
  const onKeyDown = useCanvasKeys({
    ...{ canvas, chosen, isMirrored, sight, onChoose },
    onRead: () => (card?.sort === 'group' ? unfold(card.groupId) : onRead()),
    onFold: () => group && fold(group.id),
  });
  // Where to look changes with a step that is chosen elsewhere, too.
  useEffect(() => {
    if (chosen !== null && chosen !== first.current) sight.show(chosen);
    first.current = null;
  }, [chosen, sight]);
  return (
    <CanvasContext value={content}>
      <p id={help} hidden>
        {t('canvas.help')}
      </p>
      <div className="canvas" dir="ltr">
        <ReactFlow
          {...canvasSettings}
          aria-label={t('canvas.label', { flow: title })}
          aria-describedby={help}
          onKeyDown={onKeyDown}
          nodes={shownNodes}
          edges={shownEdges}
          nodesDraggable={false}
          nodesConnectable={false}
          onInit={() => sight.open(chosen)}
          onNodeClick={(_, { id }) => onChoose(cards.read().cards.has(id) ? id : null)}
          onPaneClick={() => onChoose(null)}
        >
          <CanvasControls sight={sight} isMirrored={isMirrored} start={canvas.cards[0]?.id ?? null} />
        </ReactFlow>
      </div>
      <p className="heard" role="status">
        {card && names.said(card, canvas.cards.indexOf(card) + 1, canvas.cards.length)}
      </p>
    </CanvasContext>
  );
}
