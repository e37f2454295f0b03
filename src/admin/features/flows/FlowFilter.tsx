import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAllFlows } from '../../api/use-all-flows.ts';
import { Failure } from '../../components/Failure.tsx';

/** Which flow something is of: one that the tenant has, or any. */
export function FlowFilter({
  value,
  onSet,
}: {
  readonly value: string;
  readonly onSet: (flowId: string) => void;
}) {
  const { t } = useTranslation(['reports', 'common', 'flows']);
  const { flows, error, retry } = useAllFlows();
  const ids = flows.map(({ id }) => id);
  // One that is gone, or has not come yet, stays chosen.
  const known = value === '' || ids.includes(value) ? ids : [value, ...ids];
  return (
    <>
      <NativeSelect
        label={t('filters.flow')}
        value={value}
        onChange={(event) => onSet(event.currentTarget.value)}
        data={[{ value: '', label: t('filters.all') }, ...known]}
      />
      {error && (
        <div className="filters-failure">
          <Failure title={t('common:failed', { what: t('flows:title') })} error={error} onRetry={retry} />
        </div>
      )}
    </>
  );
}
