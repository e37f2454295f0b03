import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { channelNames } from '../../../contract/vocabulary.ts';
import { useSearch } from '../../components/navigation.ts';
import { FlowFilter } from '../flows/FlowFilter.tsx';
import { usualRange } from './use-range.ts';

const ofRange = ['range', 'from', 'to'] as const;
const names = [...ofRange, 'channel', 'flow', 'version'] as const;

/** What is counted; kept in the address. */
export function ReportFilters({
  ofFlow = false,
  isOfVersion = false,
  isOfRange = false,
}: {
  /** Whose flow is given. */
  readonly ofFlow?: boolean;
  /** And the version besides. */
  readonly isOfVersion?: boolean;
  /** What is counted has neither channel nor flow. */
  readonly isOfRange?: boolean;
}) {
  const { t } = useTranslation('reports');
  const [search, setSearch] = useSearch();
  const given = (name: (typeof names)[number]) => search.get(name) ?? '';
  const set = (name: (typeof names)[number]) => (event: { currentTarget: { value: string } }) =>
    setSearch({ [name]: event.currentTarget.value || null });
  const flow = given('flow');
  return (
    <search className="filters report-filters">
      <NativeSelect
        label={t('filters.range')}
        value={given('range') || usualRange}
        onChange={set('range')}
        data={Object.entries(t('filters.ranges', { returnObjects: true }))
          // Keys that are numbers come first, whatever their place.
          .sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))
          .map(([value, label]) => ({ value, label }))}
      />
      {given('range') === 'custom' && (
        <>
          <TextInput label={t('filters.from')} type="date" value={given('from')} onChange={set('from')} />
          <TextInput label={t('filters.to')} type="date" value={given('to')} onChange={set('to')} />
        </>
      )}
      {!isOfRange && (
        <NativeSelect
          label={t('filters.channel')}
          value={given('channel')}
          onChange={set('channel')}
          data={[{ value: '', label: t('filters.all') }, ...channelNames]}
        />
      )}
      {!ofFlow && !isOfVersion && !isOfRange && (
        <FlowFilter value={flow} onSet={(id) => setSearch({ flow: id || null, version: null })} />
      )}
      {!isOfVersion && !isOfRange && (ofFlow || flow !== '') && (
        <TextInput
          label={t('filters.version')}
          value={given('version')}
          onChange={({ currentTarget: { value } }) =>
            setSearch({ version: value.replace(/\D/g, '') || null })
          }
          inputMode="numeric"
          size="sm"
        />
      )}
      {(isOfRange ? ofRange : names).some((name) => given(name) !== '') && (
        <Button
          variant="default"
          onClick={() => setSearch(Object.fromEntries(names.map((name) => [name, null])))}
        >
          {t('filters.clear')}
        </Button>
      )}
    </search>
  );
}

const order = ['today', '7', '30', '90', 'custom'];
