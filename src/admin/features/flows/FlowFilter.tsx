import { Select } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAllFlows } from '../../api/use-all-flows.ts';
import { Failure } from '../../components/Failure.tsx';

interface Props {
  readonly value: string;
  readonly onSet: (flowId: string) => void;
}

/** A filter by flow: one of the tenant's, or any. */
export function FlowFilter({ value, onSet }: Props) {
  const { t } = useTranslation(['reports', 'common', 'flows']);
  const { flows, error, retry } = useAllFlows();
  const listed = flows.map(({ id, title }) => ({ value: id, label: title ?? id }));
  // One that is gone, or has not come yet, stays chosen.
  const isListed = value === '' || listed.some((flow) => flow.value === value);
  const known = isListed ? listed : [{ value, label: value }, ...listed];
  return (
    <>
      <Select
        label={t('filters.flow')}
        placeholder={t('filters.all')}
        value={value || null}
        onChange={(id) => onSet(id ?? '')}
        data={known}
        searchable
        clearable
        comboboxProps={{ withinPortal: false }}
      />
      {error && (
        <div className="filters-failure">
          <Failure title={t('common:failed', { what: t('flows:title') })} error={error} onRetry={retry} />
        </div>
      )}
    </>
  );
}
