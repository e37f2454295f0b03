import { Graph, layout } from '@dagrejs/dagre';

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

/** Where the upper left corner of each box goes, from the left to the right. @see console.md 4 "Arrange" */
export function arrange({ boxes, edges }: Arrangement): Record<string, Point> {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: 32, ranksep: 96 });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, width, height } of boxes) graph.setNode(id, { width, height });
  for (const { from, to } of edges) graph.setEdge(from, to);
  layout(graph);
  return Object.fromEntries(
    boxes.map(({ id, width, height }) => {
      const { x = 0, y = 0 } = graph.node(id) as Partial<Point>;
      return [id, { x: x - width / 2, y: y - height / 2 }];
    }),
  );
}
