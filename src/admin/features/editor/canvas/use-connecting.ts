import { type Connection, type FinalConnectionState, useReactFlow } from '@xyflow/react';
import { useMemo, useRef } from 'react';
import { stepOf } from '../document/document.ts';
import { useEditor } from '../store/editor-context.ts';
import { edgePath } from './edge-path.ts';

interface End {
  readonly nodeId: string | null;
  readonly handleId: string | null;
}

/**
 * Draws ways: from a port to a step, to nothing (and what is to be there is asked for), or by two clicks. A new step that
 * is dropped on a way comes between.
 */
export function useConnecting() {
  const { store, actions } = useEditor();
  const flow = useReactFlow();
  /** A port that was clicked waits for the step that it is to lead to. */
  const waiting = useRef<End | null>(null);
  return useMemo(() => {
    const connect = ({ nodeId, handleId }: End, to: string) => {
      if (nodeId === null || handleId === null || !stepOf(store.document, to)) return false;
      store.do({ do: 'connect', from: edgePath(nodeId, handleId), to });
      return true;
    };
    const wayAt = (event: Event) => {
      const edge = elementAt(event)?.closest('.react-flow__edge')?.getAttribute('data-id');
      const [source, key] = edge?.split(' ') ?? [];
      return source === undefined || key === undefined ? null : edgePath(source, key);
    };
    return {
      wayAt,
      cancel(): boolean {
        const was = waiting.current !== null;
        waiting.current = null;
        return was;
      },
      /** @returns whether a connection was being drawn to this step */
      finish(id: string): boolean {
        const from = waiting.current;
        waiting.current = null;
        return from !== null && connect(from, id);
      },
      onClickStart: (_: unknown, end: End) => {
        waiting.current = end;
      },
      onStart: () => {
        waiting.current = null;
      },
      onConnect: ({ source, sourceHandle, target }: Connection) => {
        waiting.current = null;
        connect({ nodeId: source, handleId: sourceHandle }, target);
      },
      onEnd: (event: MouseEvent | TouchEvent, { fromHandle, isValid }: FinalConnectionState) => {
        if (isValid || !fromHandle || fromHandle.type !== 'source') return;
        const end = { nodeId: fromHandle.nodeId, handleId: fromHandle.id ?? null };
        const over = elementAt(event)?.closest('.react-flow__node')?.getAttribute('data-id');
        // Released where it started: a click, which waits for the second one.
        if (over === end.nodeId) return;
        if (over != null && connect(end, over)) return;
        if (end.handleId === null || !elementAt(event)?.closest('.react-flow__pane')) return;
        const { clientX: x, clientY: y } =
          'changedTouches' in event ? (event.changedTouches[0] ?? (event as never)) : event;
        const at = flow.screenToFlowPosition({ x, y });
        actions.open({ kind: 'add', from: edgePath(end.nodeId, end.handleId), at });
      },
    };
  }, [store, actions, flow]);
}

function elementAt(event: Event): Element | null {
  const point = 'changedTouches' in event ? (event as TouchEvent).changedTouches[0] : (event as MouseEvent);
  return point ? document.elementFromPoint(point.clientX, point.clientY) : null;
}
