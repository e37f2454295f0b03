import { Suspense, useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { PageFailure } from '../../../components/PageFailure.tsx';
import { Rows } from '../../../components/Rows.tsx';
import type { Mark } from '../canvas/card-marks.ts';
import { FlowReader } from '../readers.ts';
import { Differences } from './Comparison.tsx';
import type { Comparison } from './compare-flows.ts';

interface Props {
  readonly flowId: string;
  readonly from: DraftContent;
  readonly to: DraftContent;
  readonly comparison: Comparison;
}

/** Two states of a flow on one canvas, and in the inspector how the selected step differs. */
export function CanvasComparison({ flowId, from, to, comparison }: Props) {
  const { t } = useTranslation('flows');
  const merged = useMemo(() => mergeFlows(from, to, comparison), [from, to, comparison]);
  const marks = useMemo(() => ({ differences: merged.marks }), [merged]);
  const about = useCallback(
    (id: string) => {
      const mark = merged.marks.get(id);
      const changed = comparison.changed.find((one) => one.id === id);
      return (
        <>
          <p>{mark ? t(`compare.marks.${mark}`) : t('compare.unchanged')}</p>
          {changed && <Differences differences={changed.differences} />}
        </>
      );
    },
    [merged, comparison, t],
  );
  return (
    <PageFailure>
      <Suspense fallback={<Rows />}>
        <FlowReader flowId={flowId} name={flowId} content={merged} {...{ marks, about }} view="canvas" />
      </Suspense>
    </PageFailure>
  );
}

type Content = Pick<DraftContent, 'definition' | 'layout'>;
type Steps = Readonly<Record<string, unknown>>;

/** Two states of a flow in one picture: the later one, with what was removed from it where it stood, and a mark at each step that differs. */
interface MergedFlows extends Content {
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

/** Whether an editor moved it; a first position isn't a move. */
function isMoved(from: Content, to: Content, id: string): boolean {
  const [before, after] = [from.layout.positions?.[id], to.layout.positions?.[id]];
  return before !== undefined && after !== undefined && (before.x !== after.x || before.y !== after.y);
}
