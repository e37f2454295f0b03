import { Graph, layout } from '@dagrejs/dagre';
import { passedColumns, waysToNextLevel } from './levels.ts';

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Box {
  readonly id: string;
  readonly width: number;
  readonly height: number;
}

/** What is to be put in order: boxes, and which leads to which. */
export interface Arrangement {
  readonly boxes: readonly Box[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

/** As many as are arranged in about a second: of 200 steps with 600 ways that lead anywhere there are four times as many. */
const mostPassedColumns = 4_500;

/**
 * Where the upper left corner of each box goes, from the left to the right. What is tangled stands by levels: behind all that
 * lead to it each step would have a column of its own, and that takes many seconds to find. @see console.md 4 "Arrange"
 */
export function arrange(wanted: Arrangement): Record<string, Point> {
  const { boxes } = wanted;
  const isTangled = passedColumns(wanted) > mostPassedColumns;
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 32, ranksep: 96, ...(isTangled && { ranker: 'tight-tree' }) });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  for (const { from, to } of isTangled ? waysToNextLevel(wanted) : wanted.edges) graph.setEdge(from, to);
  layout(graph);
  return Object.fromEntries(
    boxes.map(({ id, width, height }) => {
      const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
      return [id, { x: x - width / 2, y: y - height / 2 }];
    }),
  );
}
