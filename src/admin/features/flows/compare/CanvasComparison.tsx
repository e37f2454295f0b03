import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { useSearch } from '../../../components/navigation.ts';
import { PageFailure } from '../../../components/PageFailure.tsx';
import { Rows } from '../../../components/Rows.tsx';
import type { Mark } from '../canvas/card-marks.ts';
import { Differences } from './Comparison.tsx';
import type { Comparison } from './compare-flows.ts';

const FlowCanvas = lazy(async () => ({ default: (await import('../canvas/FlowCanvas.tsx')).FlowCanvas }));

/** Two states of a flow in one picture, and beside it how the step that is chosen differs. */
export function CanvasComparison({
  title,
  from,
  to,
  comparison,
}: {
  readonly title: string;
  readonly from: DraftContent;
  readonly to: DraftContent;
  readonly comparison: Comparison;
}) {
  const { t } = useTranslation('flows');
  const [search, setSearch] = useSearch();
  const chosen = search.get('step');
  const merged = useMemo(() => mergeFlows(from, to, comparison), [from, to, comparison]);
  const marks = useMemo(() => ({ differences: merged.marks }), [merged]);
  const mark = chosen === null ? undefined : merged.marks.get(chosen);
  const changed = comparison.changed.find(({ id }) => id === chosen);
  return (
    <div className="canvas-beside">
      <PageFailure>
        <Suspense fallback={<Rows />}>
          <FlowCanvas
            definition={merged.definition}
            layout={merged.layout}
            marks={marks}
            title={title}
            chosen={chosen}
            onChoose={(step) => setSearch({ step })}
            onRead={() => document.getElementById('how-it-differs')?.focus()}
          />
        </Suspense>
      </PageFailure>
      <div id="how-it-differs" tabIndex={-1}>
        {chosen === null ? (
          <p className="quiet">{t('canvas.choose')}</p>
        ) : (
          <p>
            <bdi>{chosen}</bdi>: {mark ? t(`compare.marks.${mark}`) : t('compare.unchanged')}
          </p>
        )}
        {changed && <Differences differences={changed.differences} />}
      </div>
    </div>
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

/** Whether an editor has put it elsewhere; that one was arranged before it had a place is no move. */
function isMoved(from: Content, to: Content, id: string): boolean {
  const [before, after] = [from.layout.positions?.[id], to.layout.positions?.[id]];
  return before !== undefined && after !== undefined && (before.x !== after.x || before.y !== after.y);
}
