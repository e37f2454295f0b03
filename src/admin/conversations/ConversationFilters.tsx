import { Button, NativeSelect, TextInput } from '@mantine/core';
import { runStatus } from '../../contract/admin/conversations.ts';
import { channelNames } from '../../contract/vocabulary.ts';
import { useSearch } from '../app/use-path.ts';
import { FlowFilter } from '../flows/FlowFilter.tsx';
import { useReportTexts } from '../texts/report-texts.ts';

export const filterNames = ['status', 'channel', 'user', 'flow', 'version', 'from', 'to'] as const;

/** Which conversations are shown; kept in the address. */
export function ConversationFilters() {
  const { list, filters } = useReportTexts();
  const [search, setSearch] = useSearch();
  const given = (name: (typeof filterNames)[number]) => search.get(name) ?? '';
  const set = (name: (typeof filterNames)[number]) => (event: { currentTarget: { value: string } }) =>
    setSearch({
      [name]: event.currentTarget.value || null,
      ...(name === 'channel' && { user: null }),
    });
  const flow = given('flow');
  const all = { value: '', label: filters.all };
  return (
    <search className="filters">
      <NativeSelect
        label={list.status}
        value={given('status')}
        onChange={set('status')}
        data={[all, ...runStatus.options.map((value) => ({ value, label: list.statuses[value] }))]}
      />
      <NativeSelect
        label={filters.channel}
        value={given('channel')}
        onChange={set('channel')}
        data={[all, ...channelNames]}
      />
      {given('channel') !== '' && (
        <TextInput label={list.visitor} value={given('user')} onChange={set('user')} dir="ltr" />
      )}
      <FlowFilter value={flow} onSet={(id) => setSearch({ flow: id || null, version: null })} />
      {flow !== '' && (
        <TextInput
          label={filters.version}
          inputMode="numeric"
          value={given('version')}
          onChange={set('version')}
        />
      )}
      <TextInput label={filters.from} type="date" value={given('from')} onChange={set('from')} />
      <TextInput label={filters.to} type="date" value={given('to')} onChange={set('to')} />
      {filterNames.some((name) => given(name) !== '') && (
        <Button
          variant="default"
          onClick={() => setSearch(Object.fromEntries(filterNames.map((name) => [name, null])))}
        >
          {filters.clear}
        </Button>
      )}
    </search>
  );
}
