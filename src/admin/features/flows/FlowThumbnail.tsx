import { useMemo } from 'react';
import { type OutlinedStep, readOutline } from '../editor/document/outline.ts';

interface Props {
  readonly definition: Parameters<typeof readOutline>[0];
}

const width = 240;
const height = 120;
const most = 40;

/** The colors of step kinds, as on the canvas. */
const tones: Readonly<Record<string, string>> = {
  message: 'talk',
  question: 'talk',
  set: 'logic',
  branch: 'logic',
  wait: 'logic',
  call: 'logic',
  http: 'outside',
  llm: 'outside',
  handoff: 'people',
};

/** Draws the shape of a flow: its steps by their distance from the start, with their connections. */
export function FlowThumbnail({ definition }: Props) {
  const { boxes, lines } = useMemo(
    () => layoutOf(readOutline(definition).reached.slice(0, most)),
    [definition],
  );
  return (
    <svg className="flow-thumbnail" viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {lines.map((line) => (
        <path key={line} d={line} />
      ))}
      {boxes.map(({ id, kind, x, y, wide, high }) => (
        <rect
          key={id}
          x={x - wide / 2}
          y={y - high / 2}
          width={wide}
          height={high}
          rx={Math.min(3, high / 3)}
          data-tone={tones[kind] ?? 'end'}
        />
      ))}
    </svg>
  );
}

interface Box {
  readonly id: string;
  readonly kind: string;
  readonly x: number;
  readonly y: number;
  readonly wide: number;
  readonly high: number;
}

function layoutOf(steps: readonly OutlinedStep[]): {
  readonly boxes: readonly Box[];
  readonly lines: readonly string[];
} {
  const columns = columnsOf(steps);
  const each = width / Math.max(3, columns.length);
  const wide = Math.min(44, each * 0.66);
  const boxes = new Map<string, Box>();
  for (const [n, column] of columns.entries()) {
    const tall = height / Math.max(3, column.length);
    for (const [at, { id, kind }] of column.entries())
      boxes.set(id, {
        ...{ id, kind, wide, high: Math.min(18, tall * 0.62) },
        x: each * (n + 0.5) + (width - each * columns.length) / 2,
        y: height / 2 + tall * (at - (column.length - 1) / 2),
      });
  }
  const lines = steps.flatMap(({ id, ports }) => {
    const from = boxes.get(id);
    return ports.flatMap(({ to }) => {
      const end = boxes.get(to ?? '');
      return from && end && end.x > from.x ? [lineOf(from, end)] : [];
    });
  });
  return { boxes: [...boxes.values()], lines: [...new Set(lines)] };
}

function lineOf(from: Box, to: Box): string {
  const [x, end] = [from.x + from.wide / 2, to.x - to.wide / 2];
  const middle = (x + end) / 2;
  return `M${x} ${from.y}C${middle} ${from.y} ${middle} ${to.y} ${end} ${to.y}`;
}

/** The steps by how many connections they are from the first one. */
export function columnsOf(steps: readonly OutlinedStep[]): readonly (readonly OutlinedStep[])[] {
  const byId = new Map(steps.map((step) => [step.id, step]));
  const columns: OutlinedStep[][] = [];
  const seen = new Set<string>();
  let next = steps.slice(0, 1);
  while (next.length > 0) {
    columns.push(next);
    for (const { id } of next) seen.add(id);
    const ids = new Set(next.flatMap(({ ports }) => ports.map(({ to }) => to ?? '')));
    next = [...ids].flatMap((id) => (seen.has(id) ? [] : (byId.get(id) ?? [])));
  }
  // Steps that only keywords or errors lead to.
  const rest = steps.filter(({ id }) => !seen.has(id));
  return rest.length > 0 ? [...columns, rest] : columns;
}
