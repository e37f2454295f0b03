import { Button, Select, Stack, Switch, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { rangeBefore } from '../../../contract/admin/reports.ts';
import { channelNames } from '../../../contract/vocabulary.ts';
import { DateRange } from '../../components/DateRange.tsx';
import type { Range } from '../../components/day-range.ts';
import { cleared, useSearch } from '../../components/navigation.ts';
import { FlowFilter } from '../flows/FlowField.tsx';
import { useChannelName } from '../inbox/ChannelIcon.tsx';
import { useDays } from './formats.ts';
import { isCompared, rangeOf, useToday, useZone, usualRange } from './use-figures.ts';

const ofRange = ['range', 'from', 'to', 'compare'] as const;
const names = [...ofRange, 'channel', 'flow', 'version'] as const;

interface Props {
  /** Whether the flow is fixed. */
  readonly ofFlow?: boolean;
  /** And the version besides. */
  readonly isOfVersion?: boolean;
  /** Whether the report has no channel and flow. */
  readonly isOfRange?: boolean;
  /** Whether the report compares the range with earlier days. */
  readonly canCompare?: boolean;
}

/** The filters of a report, kept in the URL. */
export function ReportFilters({
  ofFlow = false,
  isOfVersion = false,
  isOfRange = false,
  canCompare = false,
}: Props) {
  const { t } = useTranslation('reports');
  const channelName = useChannelName();
  const [search, setSearch] = useSearch();
  const given = (name: (typeof names)[number]) => search.get(name) ?? '';
  const today = useToday();
  const zone = useZone();
  const range = rangeOf(search, today);
  const flow = given('flow');
  return (
    <search className="filters">
      <DateRange
        usual={usualRange}
        today={today}
        beside={[zone, canCompare && isCompared(search) && t('filters.compared')]}
      >
        <RangeDetails range={range} zone={zone} canCompare={canCompare} />
      </DateRange>
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

interface DetailsProps extends Pick<Props, 'canCompare'> {
  readonly range: Range;
  readonly zone: string | undefined;
}

/** The days of a range, their time zone, and whether they are compared. */
function RangeDetails({ range, zone, canCompare }: DetailsProps) {
  const { t } = useTranslation('reports');
  const days = useDays();
  const [search, setSearch] = useSearch();
  // The address may name what is no day.
  if (Number.isNaN(Date.parse(range.from) + Date.parse(range.to))) return null;
  return (
    <Stack gap="xs" mt="sm">
      <Text size="sm" className="quiet">
        {[days.range(range), zone && t('frame.zone', { zone })].filter(Boolean).join(' · ')}
      </Text>
      {canCompare && (
        <Switch
          label={t('filters.compare')}
          description={t('frame.against', { days: days.range(rangeBefore(range)) })}
          checked={isCompared(search)}
          onChange={({ currentTarget: { checked } }) => setSearch({ compare: checked ? null : 'off' })}
        />
      )}
    </Stack>
  );
}
