import {
  type Connection,
  type FinalConnectionState,
  type Node,
  useReactFlow,
  useStoreApi,
} from '@xyflow/react';
import { type KeyboardEvent, useMemo, useRef } from 'react';
import type { Point } from '../../flows/canvas/arrangement.ts';
import { groupCardId } from '../../flows/canvas/fold-groups.ts';
import { sizes } from '../../flows/canvas/read-canvas.ts';
import { setMoving } from '../../flows/canvas/use-sight.ts';
import { type Path, stepOf, stepPath, stepsOf } from '../document/document.ts';
import { useEditor } from '../store/editor-context.ts';

type Places = Readonly<Record<string, Point>>;

const stepPx = 8;
const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

/** Moves what is chosen, by the mouse or by keys: one entry of the history each. */
export function useMoving({ places, isMirrored }: { readonly places: Places; readonly isMirrored: boolean }) {
  const { store } = useEditor();
  const flow = useReactFlow();
  const canvas = useStoreApi();
  /** The last drawn position of the dragged frame. */
  const framedFrom = useRef<Point | null>(null);
  const now = useRef({ places, isMirrored });
  now.current = { places, isMirrored };
  return useMemo(() => {
    /** As stored in the document: from left to right. */
    const stored = ({ x, y }: Point, width = sizes.width): Point => ({
      x: Math.round(now.current.isMirrored ? -x - width : x),
      y: Math.round(y),
    });
    const move = (steps: Places, notes: Places) => {
      const { layout } = store.document;
      const known = Object.keys(stepsOf(store.document));
      // Moving one step pins the positions of all others, including those that were arranged automatically.
      const seen = known.flatMap((id) => {
        const at = now.current.places[id];
        return at && !layout.positions?.[id]
          ? [[id, { x: Math.round(at.x), y: Math.round(at.y) }] as const]
          : [];
      });
      const moved = Object.keys({ ...steps, ...notes });
      const subject = moved.length === 1 ? (moved[0] ?? null) : null;
      const label = { name: 'move', subject, count: moved.length } as const;
      store.do({ do: 'move', steps: { ...Object.fromEntries(seen), ...steps }, notes }, undefined, label);
    };
    const membersOf = (nodeId: string) =>
      store.document.layout.groups?.find(({ id }) => nodeId === groupCardId(id))?.steps ?? [];
    return {
      stored,
      onStop: (_: unknown, __: Node, dragged: readonly Node[]) => {
        setMoving(canvas.getState().domNode, false);
        const at = (nodes: readonly Node[], idOf: (id: string) => string) =>
          Object.fromEntries(nodes.map(({ id, position, width }) => [idOf(id), stored(position, width)]));
        const notes = dragged.filter(({ type }) => type === 'note');
        const steps = dragged.filter(({ type }) => type === 'step');
        const framed = dragged.flatMap(({ id }) => membersOf(id)).flatMap((id) => flow.getNode(id) ?? []);
        framedFrom.current = null;
        if (dragged.length > 0)
          move(
            at([...steps, ...framed], (id) => id),
            at(notes, (id) => id.slice('$note.'.length)),
          );
      },
      /** The steps of a group go with its frame. */
      onDrag: (_: unknown, { id, position }: Node) => {
        const members = membersOf(id);
        if (members.length === 0) return;
        const from = framedFrom.current ?? position;
        framedFrom.current = position;
        for (const member of members)
          flow.updateNode(member, ({ position: { x, y } }) => ({
            position: { x: x + position.x - from.x, y: y + position.y - from.y },
          }));
      },
      onStart: (_: unknown, { id, position }: Node) => {
        setMoving(canvas.getState().domNode, true);
        framedFrom.current = membersOf(id).length > 0 ? position : null;
      },
      /** @returns whether the key was one that moves */
      onKeyDown(event: KeyboardEvent): boolean {
        const direction = directions[event.key];
        if (!direction || !event.altKey || event.target !== event.currentTarget) return false;
        event.preventDefault();
        const sign = now.current.isMirrored ? -1 : 1;
        const moved = store.selection.flatMap((id) => {
          const at = store.document.layout.positions?.[id] ?? now.current.places[id];
          if (!at || id.startsWith('$')) return [];
          return [[id, { x: at.x + sign * direction.x * stepPx, y: at.y + direction.y * stepPx }] as const];
        });
        if (moved.length > 0) move(Object.fromEntries(moved), {});
        return true;
      },
    };
  }, [store, flow, canvas]);
}

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

/** Returns the path in the document of a connection that the canvas draws. */
export function edgePath(cardId: string, key: string): Path {
  if (cardId === '$start') return ['definition', 'start'];
  if (cardId === '$failure') return ['definition', 'onError'];
  const [, n] = /^\$words\.(\d+)$/.exec(cardId) ?? [];
  if (n !== undefined) return ['definition', 'triggers', Number(n), 'next'];
  // In a folded group, the key begins with the step.
  const [stepId, ...rest] = cardId.startsWith('$group.') ? key.split('.') : [cardId, ...key.split('.')];
  return stepPath(stepId ?? '', ...rest.map((part) => (/^\d+$/.test(part) ? Number(part) : part)));
}
