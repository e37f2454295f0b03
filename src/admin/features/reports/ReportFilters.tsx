import { Button, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { channelNames } from '../../../contract/vocabulary.ts';
import { DateRange } from '../../components/DateRange.tsx';
import { cleared, useSearch } from '../../components/navigation.ts';
import { FlowFilter } from '../flows/FlowField.tsx';
import { useChannelName } from '../inbox/ChannelIcon.tsx';
import { useToday, usualRange } from './use-figures.ts';

const ofRange = ['range', 'from', 'to'] as const;
const names = [...ofRange, 'channel', 'flow', 'version'] as const;

interface Props {
  /** Whether the flow is fixed. */
  readonly ofFlow?: boolean;
  /** And the version besides. */
  readonly isOfVersion?: boolean;
  /** Whether the report has no channel and flow. */
  readonly isOfRange?: boolean;
}

/** The filters of a report, kept in the URL. */
export function ReportFilters({ ofFlow = false, isOfVersion = false, isOfRange = false }: Props) {
  const { t } = useTranslation('reports');
  const channelName = useChannelName();
  const [search, setSearch] = useSearch();
  const given = (name: (typeof names)[number]) => search.get(name) ?? '';
  const today = useToday();
  const flow = given('flow');
  return (
    <search className="filters">
      <DateRange usual={usualRange} today={today} />
      {!isOfRange && (
        <Select
          label={t('filters.channel')}
          placeholder={t('filters.all')}
          value={given('channel') || null}
          onChange={(channel) => setSearch({ channel })}
          data={channelNames.map((value) => ({ value, label: channelName(value) }))}
          clearable
          comboboxProps={{ withinPortal: false }}
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
        <Button variant="default" onClick={() => setSearch(cleared(names))}>
          {t('filters.clear')}
        </Button>
      )}
    </search>
  );
}
