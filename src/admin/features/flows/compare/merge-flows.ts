import type { DraftContent } from '../../../../contract/admin/flows.ts';
import type { Mark } from '../canvas/card-marks.ts';
import type { Comparison } from './compare-flows.ts';

type Content = Pick<DraftContent, 'definition' | 'layout'>;
type Steps = Readonly<Record<string, unknown>>;

/** Two states of a flow in one picture: the later one, with what was removed from it where it stood, and a mark at each step that differs. */
export interface MergedFlows extends Content {
  readonly marks: ReadonlyMap<string, Mark>;
}

/** @param comparison of the same two */
export function mergeFlows(from: Content, to: Content, comparison: Comparison): MergedFlows {
  const [before, after] = [stepsOf(from), stepsOf(to)];
  const { added, removed, changed } = comparison;
  const gone = Object.fromEntries(removed.map((id) => [id, before[id]]));
  const marks = new Map<string, Mark>([
    ...Object.keys(after)
      .filter((id) => Object.hasOwn(before, id) && isMoved(from, to, id))
      .map((id) => [id, 'moved'] as const),
    ...changed.map(({ id }) => [id, 'changed'] as const),
    ...added.map((id) => [id, 'added'] as const),
    ...removed.map((id) => [id, 'removed'] as const),
  ]);
  return {
    definition: { ...to.definition, steps: { ...after, ...gone } as DraftContent['definition'][string] },
    layout: { ...to.layout, positions: { ...from.layout.positions, ...to.layout.positions } },
    marks,
  };
}

function stepsOf({ definition: { steps } }: Content): Steps {
  return typeof steps === 'object' && steps !== null && !Array.isArray(steps) ? steps : {};
}

/** Whether an editor has put it elsewhere; that one was arranged before it had a place is no move. */
function isMoved(from: Content, to: Content, id: string): boolean {
  const [before, after] = [from.layout.positions?.[id], to.layout.positions?.[id]];
  return before !== undefined && after !== undefined && (before.x !== after.x || before.y !== after.y);
}
