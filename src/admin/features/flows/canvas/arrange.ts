import { Graph, layout } from '@dagrejs/dagre';
import { arrangeByLevels } from './arrange-by-levels.ts';
import type { Arrangement, Point } from './arrangement.ts';
import { passedColumns } from './levels.ts';

/** As many as are arranged in about a second: of 200 steps with 600 ways that lead anywhere there are four times as many. */
const mostPassedColumns = 4_500;
const [besideEach, belowEach] = [96, 32];

/**
 * Where the upper left corner of each box goes, from the left to the right. What is tangled stands by levels: behind all that
 * lead to it each step would have a column of its own, and that takes many seconds to find. @see console.md 4 "Arrange"
 */
export function arrange(wanted: Arrangement): Record<string, Point> {
  const { boxes, edges } = wanted;
  if (passedColumns(wanted) > mostPassedColumns) return arrangeByLevels(wanted, { besideEach, belowEach });
  const graph = new Graph();
  graph.setGraph({ rankdir: 'LR', nodesep: belowEach, ranksep: besideEach });
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
