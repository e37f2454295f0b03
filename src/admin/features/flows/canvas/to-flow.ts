import { type Edge, MarkerType, type Node, type NodeHandle, Position } from '@xyflow/react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { stepTypeName } from '../view/connection-name.ts';
import type { Point } from './arrangement.ts';
import type { CardMarks } from './card-store.ts';
import { groupCardId } from './fold-groups.ts';
import { type Canvas, type CardOnCanvas, sizes } from './read-canvas.ts';

type Positions = Readonly<Record<string, Point>>;

const entrance = 'in';
const nodeTypeOf = {
  step: 'step',
  group: 'group',
  start: 'entry',
  words: 'entry',
  failure: 'entry',
} as const;
/** The cards that connections lead to, and those with a row per connection. */
const hasRows = (sort: CardOnCanvas['sort']) => sort === 'step' || sort === 'group';
const frameMargin = 24;
const frameHead = 28;
const noteSize = { width: 200, height: 120 };

/** From this zoom level on, edges are solid: there would be thousands of dashes. */
const longFromPx = 4_000;

const distance = (a: Point = { x: 0, y: 0 }, b: Point = { x: 0, y: 0 }) =>
  Math.abs(a.x - b.x) + Math.abs(a.y - b.y);

/** The accessible names of cards and edges. */
interface Names {
  readonly card: (card: CardOnCanvas) => string;
  readonly way: (from: string, to: string) => string;
}

/** Returns the library's nodes. Positions are stored left to right, and mirrored in right-to-left languages. */
export function toNodes(
  { cards }: Canvas,
  places: Positions,
  layout: DraftContent['layout'],
  isMirrored: boolean,
  names: Names,
): Node[] {
  const at = (x: number, y: number, width: number) => ({ x: isMirrored ? -x - width : x, y });
  const steps = cards.map((card): Node => {
    const { x, y } = places[card.id] ?? { x: 0, y: 0 };
    const { id, width, height } = card;
    return {
      id,
      type: nodeTypeOf[card.sort],
      data: {},
      width,
      height,
      measured: { width, height },
      position: at(x, y, width),
      handles: handlesOf(card, isMirrored),
      ariaRole: 'group',
      ariaLabel: names.card(card),
      zIndex: 1,
    };
  });
  const frames = (layout.groups ?? []).flatMap(({ id, title, steps: members }): Node[] => {
    const boxes = cards.filter((card) => members.includes(card.id));
    if (boxes.length === 0) return [];
    const { x, y, width, height } = frameAround(boxes, places);
    return [
      {
        id: groupCardId(id),
        type: 'frame',
        data: { title, groupId: id },
        width,
        height,
        measured: { width, height },
        position: at(x, y, width),
        zIndex: 0,
      },
    ];
  });
  const notes = (layout.notes ?? []).map(
    ({ id, text, x, y }): Node => ({
      id: `$note.${id}`,
      type: 'note',
      data: { text },
      ...noteSize,
      measured: noteSize,
      position: at(x, y, noteSize.width),
      zIndex: 1,
    }),
  );
  return [...frames, ...steps, ...notes];
}

/** The library's edges: those that lead back run below the cards that they pass. */
export function toEdges(canvas: Canvas, places: Positions, names: Names): Edge[] {
  const cards = new Map(canvas.cards.map((card) => [card.id, card]));
  return canvas.edges.map(({ from, key, to }) => {
    const [source, target] = [cards.get(from), cards.get(to)];
    const isBack = (places[to]?.x ?? 0) < (places[from]?.x ?? 0) + (source?.width ?? 0);
    const bottom = (card: CardOnCanvas | undefined) => (places[card?.id ?? '']?.y ?? 0) + (card?.height ?? 0);
    return {
      id: `${from} ${key}`,
      source: from,
      sourceHandle: key,
      target: to,
      targetHandle: entrance,
      type: isBack ? 'back' : 'smoothstep',
      ...(isBack && { data: { below: Math.max(bottom(source), bottom(target)) + frameMargin } }),
      className: [
        isBack && 'edge-back',
        key.startsWith('tools.') && 'edge-tool',
        distance(places[from], places[to]) > longFromPx && 'edge-long',
      ]
        .filter(Boolean)
        .join(' '),
      markerEnd: { type: MarkerType.ArrowClosed, width: 18, height: 18 },
      ariaLabel: names.way(from, to),
    };
  });
}

function handlesOf({ sort, ways, width, height }: CardOnCanvas, isMirrored: boolean): NodeHandle[] {
  const [start, end] = isMirrored ? [Position.Right, Position.Left] : [Position.Left, Position.Right];
  const xOf = (position: Position) => (position === Position.Left ? 0 : width);
  const rowAt = (n: number) =>
    hasRows(sort) ? height - sizes.border / 2 - (ways.length - n - 0.5) * sizes.row : height / 2;
  const point = { width: 0, height: 0 };
  return [
    ...(hasRows(sort)
      ? [
          {
            ...point,
            id: entrance,
            type: 'target' as const,
            position: start,
            x: xOf(start),
            y: sizes.header / 2,
          },
        ]
      : []),
    ...ways.map(({ key }, n) => ({
      ...point,
      id: key,
      type: 'source' as const,
      position: end,
      x: xOf(end),
      y: rowAt(n),
    })),
  ];
}

function frameAround(boxes: readonly CardOnCanvas[], places: Positions) {
  const corners = boxes.map(({ id, width, height }) => {
    const { x, y } = places[id] ?? { x: 0, y: 0 };
    return { left: x, top: y, right: x + width, bottom: y + height };
  });
  const left = Math.min(...corners.map((corner) => corner.left)) - frameMargin;
  const top = Math.min(...corners.map((corner) => corner.top)) - frameMargin - frameHead;
  return {
    x: left,
    y: top,
    width: Math.max(...corners.map(({ right }) => right)) + frameMargin - left,
    height: Math.max(...corners.map(({ bottom }) => bottom)) + frameMargin - top,
  };
}

/** Returns the accessible names of cards and connections. */
export function useCardNames({ differences, problems, numbers }: CardMarks) {
  const { t } = useTranslation('flows');
  return useMemo(() => {
    const nameOf = (one: CardOnCanvas) => {
      if (one.sort === 'step') return `${stepTypeName(one.step.kind, t)} ${one.id}`;
      if (one.sort === 'group') return t('canvas.group', { title: one.title, count: one.steps.length });
      return [t(`canvas.entries.${one.sort}`), ...(one.trigger?.words ?? [])].join(' ');
    };
    // A card stays the same object until it changes.
    const known = new WeakMap<CardOnCanvas, string>();
    const card = (one: CardOnCanvas) => {
      const before = known.get(one);
      if (before !== undefined) return before;
      const mark = differences?.get(one.id);
      const count = problems?.get(one.id);
      const shown = numbers?.get(one.id)?.text;
      const name = [nameOf(one), mark && t(`compare.marks.${mark}`), count && t('faults', { count }), shown]
        .filter(Boolean)
        .join(', ');
      known.set(one, name);
      return name;
    };
    return {
      card,
      way: (from: string, to: string) => `${from} → ${to}`,
      label: (one: CardOnCanvas, position: number, all: number) =>
        t('canvas.said', { card: card(one), count: one.ways.length, position, all }),
    };
  }, [t, differences, problems, numbers]);
}
