import { Button, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { runStatus } from '../../../contract/admin/conversations.ts';
import { channelNames } from '../../../contract/vocabulary.ts';
import { DateRange } from '../../components/DateRange.tsx';
import { dayIn } from '../../components/day-range.ts';
import { useSearch } from '../../components/navigation.ts';
import { FlowFilter } from '../flows/FlowField.tsx';
import { useChannelName } from '../inbox/ChannelIcon.tsx';
import { ViewMenu } from '../inbox/triage/Views.tsx';

export const filterNames = ['status', 'channel', 'user', 'flow', 'version', 'range', 'from', 'to'] as const;

/** The filters of the list, kept in the URL. */
export function ConversationFilters() {
  const { t } = useTranslation(['reports', 'common']);
  const channelName = useChannelName();
  const [search, setSearch] = useSearch();
  const given = (name: (typeof filterNames)[number]) => search.get(name) ?? '';
  const set = (name: 'user' | 'version') => (event: { currentTarget: { value: string } }) =>
    setSearch({ [name]: event.currentTarget.value || null });
  const flow = given('flow');
  const common = { placeholder: t('filters.all'), clearable: true, comboboxProps: { withinPortal: false } };
  return (
    <search className="filters">
      <Select
        {...common}
        label={t('list.status')}
        value={given('status') || null}
        onChange={(status) => setSearch({ status })}
        data={runStatus.options.map((value) => ({ value, label: t(`list.statuses.${value}`) }))}
      />
      <Select
        {...common}
        label={t('filters.channel')}
        value={given('channel') || null}
        onChange={(channel) => setSearch({ channel, user: null })}
        data={channelNames.map((value) => ({ value, label: channelName(value) }))}
      />
      {given('channel') !== '' && (
        <TextInput label={t('list.visitor')} value={given('user')} onChange={set('user')} dir="ltr" />
      )}
      <FlowFilter value={flow} onSet={(id) => setSearch({ flow: id || null, version: null })} />
      {flow !== '' && (
        <TextInput
          label={t('filters.version')}
          inputMode="numeric"
          value={given('version')}
          onChange={set('version')}
        />
      )}
      <DateRange usual="all" today={dayIn(undefined, Date.now())} />
      <ViewMenu page="conversations" names={filterNames} />
      {filterNames.some((name) => given(name) !== '') && (
        <Button
          variant="default"
          onClick={() => setSearch(Object.fromEntries(filterNames.map((name) => [name, null])))}
        >
          {t('filters.clear')}
        </Button>
      )}
    </search>
  );
}
