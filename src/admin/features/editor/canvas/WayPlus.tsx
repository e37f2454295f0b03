import { type Edge, ViewportPortal } from '@xyflow/react';
import { type MouseEvent, useMemo, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { Point } from '../../flows/canvas/arrangement.ts';
import { type Cell, cellOf } from '../store/cell.ts';
import { useEditor } from '../store/editor-context.ts';
import { wayPath } from './way-path.ts';

/** The way that the pointer is on, and its middle. */
type Pointed = (Point & Pick<Edge, 'source' | 'sourceHandle'>) | null;

/** What hears of the way that the pointer is on, without anything else being drawn anew. */
export function usePointedWay() {
  return useMemo(() => {
    const pointed = cellOf<Pointed>(null);
    return {
      pointed,
      onEdgeMouseEnter: ({ currentTarget }: MouseEvent, { source, sourceHandle }: Edge) => {
        const path = currentTarget.querySelector<SVGPathElement>('path.react-flow__edge-path');
        const middle = path?.getPointAtLength(path.getTotalLength() / 2);
        if (middle) pointed.set({ source, sourceHandle: sourceHandle ?? null, x: middle.x, y: middle.y });
      },
      onEdgeMouseLeave: ({ relatedTarget }: MouseEvent) => {
        if (!(relatedTarget instanceof Element && relatedTarget.matches('.way-plus'))) pointed.set(null);
      },
    };
  }, []);
}

/** Adds a step into the way that the pointer is on; who has none adds by A, behind a step. */
export function WayPlus({ pointed }: { readonly pointed: Cell<Pointed> }) {
  const { actions } = useEditor();
  const { t } = useTranslation('editor');
  const way = useSyncExternalStore(pointed.subscribe, pointed.read);
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
        onMouseLeave={() => pointed.set(null)}
        onClick={() => {
          pointed.set(null);
          actions.open({ kind: 'add', from: wayPath(source, sourceHandle ?? '') });
        }}
      >
        +
      </button>
    </ViewportPortal>
  );
}
