import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useSearch } from '../../../components/navigation.ts';

const names = ['what', 'who', 'resource', 'from', 'to'] as const;

/** What of the log is shown; kept in the address. */
export function AuditFilters() {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useSearch();
  const set = (name: (typeof names)[number]) => (event: { currentTarget: { value: string } }) =>
    setSearch({ [name]: event.currentTarget.value || null });
  const given = (name: (typeof names)[number]) => search.get(name) ?? '';
  const kinds = Object.entries(t('audit.kinds', { returnObjects: true })).map(([kind, label]) => ({
    value: `${kind}.`,
    label,
  }));
  return (
    <search className="filters">
      <NativeSelect
        label={t('audit.what')}
        value={given('what')}
        onChange={set('what')}
        data={[{ value: '', label: t('audit.all') }, ...kinds]}
      />
      <TextInput label={t('audit.from')} type="date" value={given('from')} onChange={set('from')} />
      <TextInput label={t('audit.to')} type="date" value={given('to')} onChange={set('to')} />
      <TextInput label={t('audit.userId')} dir="ltr" value={given('who')} onChange={set('who')} />
      {names.some((name) => given(name) !== '') && (
        <Button
          variant="default"
          onClick={() => setSearch(Object.fromEntries(names.map((name) => [name, null])))}
        >
          {t('audit.clear')}
        </Button>
      )}
    </search>
  );
}
