import IconLayoutDistributeHorizontal from '@tabler/icons-react/icons/IconLayoutDistributeHorizontal';
import {
  type Edge,
  type Node,
  ReactFlow,
  useReactFlow,
  useStore,
  useStoreApi,
  type Viewport,
  ViewportPortal,
} from '@xyflow/react';
import {
  type DragEvent,
  type MouseEvent,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { createStore, type StoreApi, useStore as useStoreOf } from 'zustand';
import type { StepKind } from '../../../../contract/flow.ts';
import { useLanguage } from '../../../locales/use-language.ts';
import type { Arrangement, Point } from '../../flows/canvas/arrangement.ts';
import { CanvasControls, useCanvasKeys } from '../../flows/canvas/CanvasControls.tsx';
import type { CardMarks } from '../../flows/canvas/card-store.ts';
import { CanvasContext, useCardStore } from '../../flows/canvas/card-store.ts';
import { cornerOf } from '../../flows/canvas/fold-groups.ts';
import { KindIcon } from '../../flows/canvas/KindIcon.tsx';
import { canvasSettings } from '../../flows/canvas/nodes.tsx';
import type { Canvas } from '../../flows/canvas/read-canvas.ts';
import { toEdges, toNodes, useCardNames } from '../../flows/canvas/to-flow.ts';
import { useSight } from '../../flows/canvas/use-sight.ts';
import type { FlowDocument } from '../document/document.ts';
import { stepKinds } from '../document/steps.ts';
import { isSame } from '../saving/merge-drafts.ts';
import { useEditor, useIsReadOnly, useSelection } from '../store/editor-context.ts';
import { edgePath, useConnecting, useMoving } from './use-dragging.ts';

interface Props {
  readonly canvas: Canvas;
  readonly places: Readonly<Record<string, Point>>;
  /** The positions of all cards, also in collapsed groups. */
  readonly all: Readonly<Record<string, Point>>;
  readonly layout: FlowDocument['layout'];
  readonly marks: CardMarks;
  readonly onFold: (groupId: string, isFolded: boolean) => void;
  readonly onRead: () => void;
}

/** The canvas: one tab stop, walked by keys. While a step is dragged, the library holds its position. */
export function CanvasView({ canvas, places, all, layout, marks, onFold, onRead }: Props) {
  const { t } = useTranslation('flows');
  const language = useLanguage();
  const { store, name, actions } = useEditor();
  const isReadOnly = useIsReadOnly();
  const selection = useSelection();
  const flow = useReactFlow();
  const canvasStore = useStoreApi();
  // Sizes and handles are computed: measuring two hundred cards would render all of them and their edges again.
  useState(() => canvasStore.setState({ updateNodeInternals: () => {} }));
  const help = useId();
  const isMirrored = document.documentElement.dir === 'rtl';
  const names = useCardNames(marks);
  const cards = useCardStore(canvas, marks);
  const folding = useRef(onFold);
  folding.current = onFold;
  const content = useMemo(
    () => ({
      ...{ cards, isReadOnly, isMirrored, t, language },
      fold: (id: string) => folding.current(id, true),
      unfold: (id: string) => folding.current(id, false),
    }),
    [cards, isReadOnly, isMirrored, t, language],
  );
  const nodes = useSame(
    useMemo(() => {
      const chosen = new Set(selection);
      return toNodes(canvas, places, layout, isMirrored, names).map((node) => ({
        ...node,
        ...(chosen.has(node.id) && { selected: true }),
        draggable: !isReadOnly && (node.type === 'step' || node.type === 'note' || node.type === 'frame'),
      }));
    }, [canvas, places, layout, isMirrored, names, selection, isReadOnly]),
  );
  const edges = useShownEdges(canvas, { places, names, selection, unwalked: marks.unwalked });
  const first = useDrawn(nodes, edges);
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
    onRead: () => (card?.sort === 'group' ? onFold(card.groupId, false) : onRead()),
    onFold: () => group && onFold(group.id, true),
  });
  // Scrolls cards into view that were selected or added elsewhere, or that a smaller canvas hides; visible
  // ones stay.
  const width = useStore((state) => state.width);
  const shown = useRef({ chosen, width });
  useEffect(() => {
    const { current: before } = shown;
    const isOther = chosen !== before.chosen || (before.width > 0 && width !== before.width);
    shown.current = { chosen, width };
    const node = nodes.find(({ id }) => id === chosen);
    if (!isOther || !node || isSeen(node, flow.getViewport(), canvasStore.getState())) return;
    const frame = requestAnimationFrame(() => sight.show(chosen));
    return () => cancelAnimationFrame(frame);
  }, [chosen, width, nodes, flow, canvasStore, sight]);
  const onNodeClick = useCallback(
    (event: MouseEvent, { id }: { readonly id: string }) => {
      // A port that is clicked waits for another click.
      if (!isReadOnly && (event.target as Element).closest('.react-flow__handle.source')) return;
      if (connecting.finish(id)) return;
      if (!id.startsWith('$note.') && !cards.getState().cards.has(id)) return store.select([]);
      const isMore = event.shiftKey || event.ctrlKey || event.metaKey;
      const before = store.selection;
      const more = before.includes(id) ? before.filter((one) => one !== id) : [...before, id];
      store.select(isMore ? more : [id]);
      if (!isMore) actions.inspect(true);
    },
    [actions, cards, connecting, store, isReadOnly],
  );
  // Without a listener, the library ignores the pointer on edges.
  const onEdgeClick = useCallback(
    (_: MouseEvent, { source, target }: { readonly source: string; readonly target: string }) => {
      const id = [source, target].find((one) => cards.getState().cards.has(one));
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
        {t('canvas.help')} {!isReadOnly && t('canvas.editHelp')}
      </p>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what is dropped here can be added by keys. */}
      <div
        className={isReadOnly ? 'canvas' : 'canvas canvas-edited'}
        dir="ltr"
        onDragOver={(event) =>
          !isReadOnly && event.dataTransfer.types.includes(paletteType) && event.preventDefault()
        }
        onDrop={drop}
      >
        <ReactFlow
          {...canvasSettings}
          aria-label={t('canvas.label', { flow: name })}
          aria-describedby={help}
          onKeyDown={(event) => (!isReadOnly && moving.onKeyDown(event)) || walkKeys(event)}
          defaultNodes={first.nodes}
          defaultEdges={first.edges}
          elementsSelectable={false}
          nodesConnectable={!isReadOnly}
          nodeDragThreshold={3}
          deleteKeyCode={null}
          onInit={() => sight.open(chosen)}
          onNodeClick={onNodeClick}
          onEdgeClick={onEdgeClick}
          {...(!isReadOnly && pointing.events)}
          onNodeDragStart={moving.onStart}
          onNodeDrag={moving.onDrag}
          onNodeDragStop={moving.onStop}
          onPaneClick={() => connecting.cancel() || store.select([])}
          onConnect={connecting.onConnect}
          onConnectStart={connecting.onStart}
          onConnectEnd={connecting.onEnd}
          onClickConnectStart={connecting.onClickStart}
        >
          {!isReadOnly && <WayPlus pointed={pointing.pointed} />}
          <CanvasControls sight={sight} isMirrored={isMirrored} start={canvas.cards[0]?.id ?? null} />
        </ReactFlow>
        {!isReadOnly && (
          <Palette
            onAdd={(kind) => actions.addStep(kind, actions.wayBehind())}
            onArrange={arrange}
            isArranging={isArranging}
          />
        )}
      </div>
      <p className="only-read" role="status">
        {card && names.label(card, canvas.cards.indexOf(card) + 1, canvas.cards.length)}
      </p>
    </CanvasContext>
  );
}

/**
 * Gives changes to the library, whose own state counts while a step is dragged: nothing else renders.
 * @returns what it begins with
 */
function useDrawn(nodes: Node[], edges: Edge[]) {
  const flow = useReactFlow();
  const [first] = useState({ nodes, edges });
  useEffect(() => {
    if (nodes !== first.nodes) flow.setNodes(nodes);
  }, [flow, nodes, first]);
  useEffect(() => {
    if (edges !== first.edges) flow.setEdges(edges);
  }, [flow, edges, first]);
  return first;
}

interface EdgeFacts {
  readonly places: Readonly<Record<string, Point>>;
  readonly names: ReturnType<typeof useCardNames>;
  readonly selection: readonly string[];
  readonly unwalked: CardMarks['unwalked'];
}

/** Returns the edges of a canvas: lit beside what is selected, marked by whether tests cover them. */
function useShownEdges(canvas: Canvas, { places, names, selection, unwalked }: EdgeFacts) {
  return useSame(
    useMemo(() => {
      const chosen = new Set(selection);
      return toEdges(canvas, places, names).map((edge) => {
        const isLit = chosen.has(edge.source) || chosen.has(edge.target);
        const isWalked = unwalked && /^[^$]/.test(edge.source) && !unwalked.has(edge.id);
        const className = [
          edge.className,
          isLit && 'edge-lit',
          unwalked?.has(edge.id) && 'edge-unwalked',
          isWalked && 'edge-walked',
        ];
        return { ...edge, className: className.filter(Boolean).join(' '), ...(isLit && { zIndex: 1 }) };
      });
    }, [canvas, places, names, selection, unwalked]),
  );
}

/** Puts the steps in order in a worker, as one command: those that are chosen among themselves where several are, else all. */
function useArrange({ cards, edges }: Canvas) {
  const { store } = useEditor();
  const [isArranging, setArranging] = useState(false);
  const arrange = useCallback(() => {
    const chosen = new Set(store.selection);
    const steps = cards.filter(({ sort }) => sort === 'step');
    const some = steps.filter(({ id }) => chosen.has(id));
    const boxes = some.length > 1 ? some : steps;
    const ids = new Set(boxes.map(({ id }) => id));
    const wanted: Arrangement = {
      boxes: boxes.map(({ id, width, height }) => ({ id, width, height })),
      edges: edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
    };
    const worker = new Worker(new URL('../../flows/canvas/arrange.worker.ts', import.meta.url), {
      type: 'module',
    });
    const end = () => {
      worker.terminate();
      setArranging(false);
    };
    setArranging(true);
    worker.onerror = end;
    worker.onmessage = ({ data }: MessageEvent<Record<string, Point>>) => {
      end();
      const { positions = {} } = store.document.layout;
      const known = some.filter(({ id }) => positions[id]);
      const isPart = some.length > 1 && known.length > 0;
      store.do({
        do: 'move',
        steps: from(isPart ? cornerOf(known, positions) : { x: 0, y: 0 }, data),
        isArrangement: true,
      });
    };
    worker.postMessage(wanted);
  }, [cards, edges, store]);
  return { arrange, isArranging };
}

function from({ x, y }: Point, data: Readonly<Record<string, Point>>): Record<string, Point> {
  return Object.fromEntries(
    Object.entries(data).map(([id, at]) => [id, { x: Math.round(at.x + x), y: Math.round(at.y + y) }]),
  );
}

/** The edge under the pointer, and its middle. */
type Pointed = (Point & Pick<Edge, 'source' | 'sourceHandle'>) | null;

/** Subscribes to the edge under the pointer, so that nothing else renders. */
function usePointedWay() {
  return useMemo(() => {
    const pointed = createStore<Pointed>(() => null);
    return {
      pointed,
      events: {
        onEdgeMouseEnter: ({ currentTarget }: MouseEvent, { source, sourceHandle }: Edge) => {
          const path = currentTarget.querySelector<SVGPathElement>('path.react-flow__edge-path');
          const middle = path?.getPointAtLength(path.getTotalLength() / 2);
          if (middle)
            pointed.setState({ source, sourceHandle: sourceHandle ?? null, x: middle.x, y: middle.y }, true);
        },
        onEdgeMouseLeave: ({ relatedTarget }: MouseEvent) => {
          if (!(relatedTarget instanceof Element && relatedTarget.matches('.way-plus')))
            pointed.setState(null, true);
        },
      },
    };
  }, []);
}

/** Adds a step in the middle of the edge under the pointer; by keyboard, A adds one after a step. */
function WayPlus({ pointed }: { readonly pointed: StoreApi<Pointed> }) {
  const { actions } = useEditor();
  const { t } = useTranslation('editor');
  const way = useStoreOf(pointed);
  if (!way) return null;
  const { x, y, source, sourceHandle } = way;
  return (
    <ViewportPortal>
      <button
        type="button"
        tabIndex={-1}
        className="way-plus nodrag nopan"
        aria-label={t('menu.addHere')}
        title={t('menu.addHere')}
        style={{ transform: `translate(${x}px, ${y}px) translate(-50%, -50%)` }}
        onMouseLeave={() => pointed.setState(null, true)}
        onClick={() => {
          pointed.setState(null, true);
          actions.open({ kind: 'add', from: edgePath(source, sourceHandle ?? '') });
        }}
      >
        +
      </button>
    </ViewportPortal>
  );
}

/** The type of a dragged palette item: a step kind. */
const paletteType = 'application/x-flow-step';

interface PaletteProps {
  readonly onAdd: (kind: StepKind) => void;
  readonly onArrange: () => void;
  readonly isArranging: boolean;
}

/** The kinds of step, to be dragged onto the canvas or pressed; and the steps put in order. */
function Palette({ onAdd, onArrange, isArranging }: PaletteProps) {
  const { t } = useTranslation('flows');
  return (
    <div
      role="toolbar"
      aria-label={t('canvas.palette')}
      aria-orientation="vertical"
      className="palette"
      dir="auto"
    >
      {stepKinds.map((kind) => (
        <button
          key={kind}
          type="button"
          className="palette-kind"
          data-kind={kind}
          draggable
          onDragStart={(event) => event.dataTransfer.setData(paletteType, kind)}
          onClick={() => onAdd(kind)}
        >
          <KindIcon kind={kind} />
          <span className="palette-name">{t(`kinds.${kind}`)}</span>
        </button>
      ))}
      <button
        type="button"
        className="palette-kind palette-arrange"
        disabled={isArranging}
        onClick={onArrange}
      >
        <IconLayoutDistributeHorizontal size={18} aria-hidden />
        <span className="palette-name">{t('canvas.arrange')}</span>
      </button>
    </div>
  );
}

/** Keeps the object of each entry that has not changed, and the list if none has: only the others render. */
function useSame<One extends { readonly id: string }>(list: readonly One[]): One[] {
  const kept = useRef<ReadonlyMap<string, One>>(new Map());
  const before = useRef<One[]>([]);
  return useMemo(() => {
    const all = list.map((one) => {
      const same = kept.current.get(one.id);
      return same && isSame(same, one) ? same : one;
    });
    const unchanged =
      all.length === before.current.length && all.every((one, n) => one === before.current[n]);
    if (unchanged) return before.current;
    kept.current = new Map(all.map((one) => [one.id, one]));
    before.current = all;
    return all;
  }, [list]);
}

/** Whether a card is entirely visible. */
function isSeen(
  { position, width = 0, height = 0 }: Node,
  { x, y, zoom }: Viewport,
  canvas: { readonly width: number; readonly height: number },
): boolean {
  const [left, top] = [position.x * zoom + x, position.y * zoom + y];
  return left >= 0 && top >= 0 && left + width * zoom <= canvas.width && top + height * zoom <= canvas.height;
}
