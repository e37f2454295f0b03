import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { runStatus } from '../../../contract/admin/conversations.ts';
import { channelNames } from '../../../contract/vocabulary.ts';
import { useSearch } from '../../components/navigation.ts';
import { FlowFilter } from '../flows/FlowField.tsx';

export const filterNames = ['status', 'channel', 'user', 'flow', 'version', 'from', 'to'] as const;

/** The filters of the list, kept in the URL. */
export function ConversationFilters() {
  const { t } = useTranslation('reports');
  const [search, setSearch] = useSearch();
  const given = (name: (typeof filterNames)[number]) => search.get(name) ?? '';
  const set = (name: (typeof filterNames)[number]) => (event: { currentTarget: { value: string } }) =>
    setSearch({
      [name]: event.currentTarget.value || null,
      ...(name === 'channel' && { user: null }),
    });
  const flow = given('flow');
  const all = { value: '', label: t('filters.all') };
  return (
    <search className="filters">
      <NativeSelect
        label={t('list.status')}
        value={given('status')}
        onChange={set('status')}
        data={[all, ...runStatus.options.map((value) => ({ value, label: t(`list.statuses.${value}`) }))]}
      />
      <NativeSelect
        label={t('filters.channel')}
        value={given('channel')}
        onChange={set('channel')}
        data={[all, ...channelNames]}
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
      <TextInput label={t('filters.from')} type="date" value={given('from')} onChange={set('from')} />
      <TextInput label={t('filters.to')} type="date" value={given('to')} onChange={set('to')} />
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
