import { lazy, Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { DraftContent } from '../../../../contract/admin/flows.ts';
import { useSearch } from '../../../components/navigation.ts';
import { PageFailure } from '../../../components/PageFailure.tsx';
import { Rows } from '../../../components/Rows.tsx';
import { Differences } from './Comparison.tsx';
import type { Comparison } from './compare-flows.ts';
import { mergeFlows } from './merge-flows.ts';

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
