import {
  getViewportForBounds,
  type Node,
  type ReactFlowState,
  useOnViewportChange,
  useReactFlow,
  useStoreApi,
  type Viewport,
} from '@xyflow/react';
import { useEffect, useMemo } from 'react';
import './distance.css';

/** The viewport. */
export interface Sight {
  /** The first view: the whole flow if it is readable, else its start or the requested card. */
  readonly open: (chosen: string | null) => void;
  readonly show: (id: string | null) => void;
  readonly fit: () => void;
  readonly zoom: (direction: 1 | -1) => void;
}

/** The minimum zoom, at which hundreds of steps are visible. */
export const leastZoom = 0.02;
const openedZoom = 0.8;

export function useSight(): Sight {
  const flow = useReactFlow();
  const store = useStoreApi();
  return useMemo((): Sight => {
    /** The palette floats above the canvas at the side where one begins to read. */
    const size = () => {
      const { width, height, domNode } = store.getState();
      const palette = domNode?.parentElement?.querySelector<HTMLElement>('.palette');
      return { width, height, margin: 24 + (palette?.offsetWidth ?? 0) };
    };
    const motion = () => ({ duration: matchMedia('(prefers-reduced-motion: reduce)').matches ? 0 : 200 });
    const centre = (id: string | null, zoom: number, options = motion()) => {
      const node = id === null ? undefined : flow.getNode(id);
      if (!node) return;
      const { x, y } = node.position;
      void flow.setCenter(x + (node.width ?? 0) / 2, y + (node.height ?? 0) / 2, { ...options, zoom });
    };
    // Not by `fitView`, which leaves out what has not been drawn yet: cards outside of the sight are not.
    const all = () => {
      const { width, height, margin } = size();
      const padding = { x: '24px', y: '24px', [isMirrored() ? 'right' : 'left']: `${margin}px` } as const;
      return getViewportForBounds(flow.getNodesBounds(flow.getNodes()), width, height, leastZoom, 1, padding);
    };
    return {
      open: (chosen) => {
        if (chosen !== null) centre(chosen, openedZoom, { duration: 0 });
        else {
          const whole = all();
          void flow.setViewport(whole.zoom < readableZoom ? beginning(flow.getNodes(), size()) : whole);
        }
      },
      show: (id) => centre(id, Math.max(flow.getZoom(), readableZoom)),
      fit: () => void flow.setViewport(all(), motion()),
      zoom: (direction) => void (direction === 1 ? flow.zoomIn(motion()) : flow.zoomOut(motion())),
    };
  }, [flow, store]);
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** At the side where one begins to read. */
  readonly margin: number;
}

const isMirrored = () => document.documentElement.dir === 'rtl';

/** The first card at the side where one begins to read, in the middle of the height. */
function beginning(nodes: readonly Node[], { width, height, margin }: Size): Viewport {
  const first = nodes.find(({ type }) => type !== 'frame');
  const { x, y } = first?.position ?? { x: 0, y: 0 };
  const [left, right] = [margin - x * openedZoom, width - margin - (x + (first?.width ?? 0)) * openedZoom];
  return {
    x: isMirrored() ? right : left,
    y: height / 2 - (y + (first?.height ?? 0) / 2) * openedZoom,
    zoom: openedZoom,
  };
}

/** Below it no card can be read. */
const readableZoom = 0.5;
/** Below it letters have to be as large as a card takes. */
const farZoom = 0.28;

/** The zoom level for style sheets; undefined where all text is readable. */
export function distanceOf(zoom: number): 'away' | 'far' | undefined {
  if (zoom >= readableZoom) return undefined;
  return zoom >= farZoom ? 'away' : 'far';
}

/** Sets the zoom level and movement for the style sheet, which then paints less, without rendering. */
export function useDistance(): void {
  const store = useStoreApi();
  useEffect(() => {
    const update = ({ transform: [, , zoom], domNode }: ReactFlowState) => {
      const canvas = domNode?.parentElement;
      const distance = distanceOf(zoom);
      if (!canvas || canvas.dataset.distance === distance) return;
      if (distance === undefined) delete canvas.dataset.distance;
      else canvas.dataset.distance = distance;
    };
    update(store.getState());
    return store.subscribe(update);
  }, [store]);
  const heard = useMemo(() => {
    const update = (isMoving: boolean) => () => setMoving(store.getState().domNode, isMoving);
    return { onChange: update(true), onEnd: update(false) };
  }, [store]);
  useOnViewportChange(heard);
}

/** While something moves the pointer meets nothing else, and lines are whole: dashes cost most of a frame. */
export function setMoving(within: Element | null, isMoving: boolean): void {
  within?.closest('.canvas')?.toggleAttribute('data-moving', isMoving);
}
