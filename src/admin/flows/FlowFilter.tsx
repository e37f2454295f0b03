import { NativeSelect } from '@mantine/core';
import { useAllFlows } from '../api/use-all-flows.ts';
import { Failure } from '../states/Failure.tsx';
import { useReportTexts } from '../texts/report-texts.ts';
import { useTexts } from '../texts/texts.ts';

/** Which flow something is of: one that the tenant has, or any. */
export function FlowFilter({
  value,
  onSet,
}: {
  readonly value: string;
  readonly onSet: (flowId: string) => void;
}) {
  const { flows: texts, states } = useTexts();
  const { filters } = useReportTexts();
  const { flows, error, retry } = useAllFlows();
  const ids = flows.map(({ id }) => id);
  // One that is gone, or has not come yet, stays chosen.
  const known = value === '' || ids.includes(value) ? ids : [value, ...ids];
  return (
    <>
      <NativeSelect
        label={filters.flow}
        value={value}
        onChange={(event) => onSet(event.currentTarget.value)}
        data={[{ value: '', label: filters.all }, ...known]}
      />
      {error && (
        <div className="filters-failure">
          <Failure title={states.failed(texts.title)} error={error} onRetry={retry} />
        </div>
      )}
    </>
  );
}
