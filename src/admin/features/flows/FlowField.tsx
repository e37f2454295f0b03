import { Select, type SelectProps, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useAllFlows } from '../../api/use-all-flows.ts';
import { Failure } from '../../components/Loaded.tsx';
import { PageLink } from '../../components/PageHeader.tsx';

/** A published flow, of those that the tenant has. */
export function FlowField({
  value,
  onSet,
  ...rest
}: Omit<SelectProps, 'value' | 'onChange' | 'data'> & {
  readonly value: string;
  readonly onSet: (flowId: string) => void;
}) {
  const { t } = useTranslation(['flows', 'common']);
  const { flows, isRead, error, retry } = useAllFlows();
  const published = flows.filter(({ live }) => live.version !== null);
  const choices = published.map(({ id, title }) => ({ value: id, label: title ? `${title} (${id})` : id }));
  const isKnown = choices.some((choice) => choice.value === value);
  return (
    <>
      <Select
        {...rest}
        value={value || null}
        placeholder="–"
        onChange={(id) => onSet(id ?? '')}
        data={isKnown || value === '' ? choices : [{ value, label: value }, ...choices]}
        searchable
      />
      {error && <Failure title={t('common:failed', { what: t('title') })} error={error} onRetry={retry} />}
      {isRead && !error && choices.length === 0 && (
        <Text>
          {t('nonePublished')} <PageLink path="flows">{t('title')}</PageLink>
        </Text>
      )}
    </>
  );
}

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
