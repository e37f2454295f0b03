import { ReactFlow, useReactFlow, useStore } from '@xyflow/react';
import { type DragEvent, type MouseEvent, useCallback, useEffect, useId, useMemo, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { StepKind } from '../../../../contract/flow.ts';
import type { Point } from '../../flows/canvas/arrangement.ts';
import { CanvasControls } from '../../flows/canvas/CanvasControls.tsx';
import { CanvasContext } from '../../flows/canvas/canvas-context.ts';
import { canvasSettings } from '../../flows/canvas/canvas-settings.ts';
import type { CardMarks } from '../../flows/canvas/card-marks.ts';
import type { Canvas } from '../../flows/canvas/read-canvas.ts';
import { toEdges, toNodes } from '../../flows/canvas/to-flow.ts';
import { useCanvasKeys } from '../../flows/canvas/use-canvas-keys.ts';
import { useCardNames } from '../../flows/canvas/use-card-names.ts';
import { useCardStore } from '../../flows/canvas/use-card-store.ts';
import { useSame } from '../../flows/canvas/use-same.ts';
import { useSight } from '../../flows/canvas/use-sight.ts';
import type { FlowDocument } from '../document/document.ts';
import { useEditor, useSelection } from '../store/editor-context.ts';
import { isSeen } from './is-seen.ts';
import { Palette, paletteType } from './Palette.tsx';
import { useArrange } from './use-arrange.ts';
import { useConnecting } from './use-connecting.ts';
import { useMoving } from './use-moving.ts';
import { usePointedWay, WayPlus } from './WayPlus.tsx';

interface Props {
  readonly canvas: Canvas;
  readonly places: Readonly<Record<string, Point>>;
  /** Of all cards, also those in folded groups. */
  readonly all: Readonly<Record<string, Point>>;
  readonly layout: FlowDocument['layout'];
  readonly marks: CardMarks;
  readonly onFold: (groupId: string, isFolded: boolean) => void;
  readonly onRead: () => void;
}

/** The canvas on which ways are drawn and steps are moved; the library holds where they are while they move. */
export function EditView({ canvas, places, all, layout, marks, onFold, onRead }: Props) {
  const { t } = useTranslation('flows');
  const { store, flowId, actions } = useEditor();
  const selection = useSelection();
  const flow = useReactFlow();
  const help = useId();
  const isMirrored = document.documentElement.dir === 'rtl';
  const names = useCardNames(marks);
  const cards = useCardStore(canvas, marks);
  const folding = useRef(onFold);
  folding.current = onFold;
  const content = useMemo(
    () => ({
      ...{ cards, isMirrored },
      fold: (id: string) => folding.current(id, true),
      unfold: (id: string) => folding.current(id, false),
    }),
    [cards, isMirrored],
  );
  const nodes = useSame(
    useMemo(() => {
      const chosen = new Set(selection);
      return toNodes(canvas, places, layout, isMirrored, names).map((node) => ({
        ...node,
        ...(chosen.has(node.id) && { selected: true }),
        draggable: node.type === 'step' || node.type === 'note' || node.type === 'frame',
      }));
    }, [canvas, places, layout, isMirrored, names, selection]),
  );
  const edges = useSame(
    useMemo(() => {
      const chosen = new Set(selection);
      return toEdges(canvas, places, names).map((edge) => {
        const isLit = chosen.has(edge.source) || chosen.has(edge.target);
        const isWalked = marks.unwalked && /^[^$]/.test(edge.source) && !marks.unwalked.has(edge.id);
        const className = [
          edge.className,
          isLit && 'edge-lit',
          marks.unwalked?.has(edge.id) && 'edge-unwalked',
          isWalked && 'edge-walked',
        ];
        return { ...edge, className: className.filter(Boolean).join(' '), ...(isLit && { zIndex: 1 }) };
      });
    }, [canvas, places, names, selection, marks.unwalked]),
  );
  // The library's own while something is dragged: nothing else is drawn anew then.
  const first = useRef({ nodes, edges });
  useEffect(() => flow.setNodes(nodes), [flow, nodes]);
  useEffect(() => flow.setEdges(edges), [flow, edges]);
  const sight = useSight();
  const [chosen = null] = selection;
  const card = canvas.cards.find(({ id }) => id === chosen);
  const moving = useMoving({ places: all, isMirrored });
  const connecting = useConnecting();
  const pointing = usePointedWay();
  const { arrange, isArranging } = useArrange(canvas);
  const group = layout.groups?.find(({ steps }) => chosen !== null && steps.includes(chosen));
  const walkKeys = useCanvasKeys({
    ...{ canvas, chosen, isMirrored, sight },
    onChoose: (id) => store.select(id === null ? [] : [id]),
    onRead,
    onFold: () => group && onFold(group.id, true),
  });
  // What is chosen or added elsewhere, or has less room, comes into view; what is seen stays where it is.
  const width = useStore((state) => state.width);
  const shown = useRef({ chosen, width });
  useEffect(() => {
    const { current: before } = shown;
    const isOther = chosen !== before.chosen || (before.width > 0 && width !== before.width);
    shown.current = { chosen, width };
    const node = nodes.find(({ id }) => id === chosen);
    if (!isOther || !node || isSeen(node, flow.getViewport())) return;
    const frame = requestAnimationFrame(() => sight.show(chosen));
    return () => cancelAnimationFrame(frame);
  }, [chosen, width, nodes, flow, sight]);
  const onNodeClick = useCallback(
    (event: MouseEvent, { id }: { readonly id: string }) => {
      // A port that is clicked waits for another click.
      if ((event.target as Element).closest('.react-flow__handle')) return;
      if (connecting.finish(id)) return;
      if (!id.startsWith('$note.') && !cards.read().cards.has(id)) return store.select([]);
      const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
      const before = store.selection;
      const more = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
      store.select(isMore ? more : [id]);
    },
    [cards, connecting, store],
  );
  // Which also lets the pointer meet ways at all: the library leaves out those that nothing listens to.
  const onEdgeClick = useCallback(
    (_: MouseEvent, { source, target }: { readonly source: string; readonly target: string }) => {
      const id = [source, target].find((one) => cards.read().cards.has(one));
      connecting.cancel() || store.select(id === undefined ? [] : [id]);
    },
    [cards, connecting, store],
  );
  const drop = (event: DragEvent) => {
    const kind = event.dataTransfer.getData(paletteType) as StepKind;
    if (!kind) return;
    event.preventDefault();
    const at = flow.screenToFlowPosition({ x: event.clientX, y: event.clientY });
    actions.addStep(kind, connecting.wayAt(event.nativeEvent), moving.stored(at));
  };
  return (
    <CanvasContext value={content}>
      <p id={help} hidden>
        {t('canvas.help')} {t('canvas.editHelp')}
      </p>
      <Palette
        onAdd={(kind) => actions.addStep(kind, actions.wayBehind())}
        onArrange={arrange}
        isArranging={isArranging}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be added by keys. */}
      <div
        className="canvas canvas-edited"
        dir="ltr"
        onDragOver={(event) => event.dataTransfer.types.includes(paletteType) && event.preventDefault()}
        onDrop={drop}
      >
        <ReactFlow
          {...canvasSettings}
          aria-label={t('canvas.label', { flow: flowId })}
          aria-describedby={help}
          onKeyDown={(event) => moving.onKeyDown(event) || walkKeys(event)}
          defaultNodes={first.current.nodes}
          defaultEdges={first.current.edges}
          elementsSelectable={false}
          nodeDragThreshold={3}
          deleteKeyCode={null}
          onInit={() => sight.open(chosen)}
          onNodeClick={onNodeClick}
          onEdgeClick={onEdgeClick}
          onEdgeMouseEnter={pointing.onEdgeMouseEnter}
          onEdgeMouseLeave={pointing.onEdgeMouseLeave}
          onNodeDragStart={moving.onStart}
          onNodeDrag={moving.onDrag}
          onNodeDragStop={moving.onStop}
          onPaneClick={() => connecting.cancel() || store.select([])}
          onConnect={connecting.onConnect}
          onConnectStart={connecting.onStart}
          onConnectEnd={connecting.onEnd}
          onClickConnectStart={connecting.onClickStart}
        >
          <WayPlus pointed={pointing.pointed} />
          <CanvasControls sight={sight} isMirrored={isMirrored} start={canvas.cards[0]?.id ?? null} />
        </ReactFlow>
      </div>
      <p className="heard" role="status">
        {card && names.said(card, canvas.cards.indexOf(card) + 1, canvas.cards.length)}
      </p>
    </CanvasContext>
  );
}
