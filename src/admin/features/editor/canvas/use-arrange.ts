import { useCallback, useState } from 'react';
import type { Arrangement, Point } from '../../flows/canvas/arrangement.ts';
import type { Canvas } from '../../flows/canvas/read-canvas.ts';
import { useEditor } from '../store/editor-context.ts';

/** Puts the steps in order in a worker, as one command: those that are chosen among themselves where several are, else all. */
export function useArrange({ cards, edges }: Canvas) {
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
    const worker = new Worker(new URL('../../flows/canvas/arrange.worker.ts', import.meta.url), { type: 'module' });
    const end = () => {
      worker.terminate();
      setArranging(false);
    };
    setArranging(true);
    worker.onerror = end;
    worker.onmessage = ({ data }: MessageEvent<Record<string, Point>>) => {
      end();
      const { positions = {} } = store.document.layout;
      store.do({
        do: 'move',
        steps: from(some.length > 1 ? corner(boxes, positions) : { x: 0, y: 0 }, data),
        isArrangement: true,
      });
    };
    worker.postMessage(wanted);
  }, [cards, edges, store]);
  return { arrange, isArranging };
}

/** Where those that are arranged among themselves begin. */
function corner(
  boxes: readonly { readonly id: string }[],
  positions: Readonly<Record<string, Point>>,
): Point {
  const known = boxes.flatMap(({ id }) => positions[id] ?? []);
  if (known.length === 0) return { x: 0, y: 0 };
  return { x: Math.min(...known.map(({ x }) => x)), y: Math.min(...known.map(({ y }) => y)) };
}

function from({ x, y }: Point, data: Readonly<Record<string, Point>>): Record<string, Point> {
  return Object.fromEntries(
    Object.entries(data).map(([id, at]) => [id, { x: Math.round(at.x + x), y: Math.round(at.y + y) }]),
  );
}
