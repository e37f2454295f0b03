import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useSearch } from '../app/use-path.ts';
import { useTexts } from '../texts/texts.ts';

const names = ['what', 'who', 'resource', 'from', 'to'] as const;

/** What of the log is shown; kept in the address. */
export function AuditFilters() {
  const { audit } = useTexts();
  const [search, setSearch] = useSearch();
  const set = (name: (typeof names)[number]) => (event: { currentTarget: { value: string } }) =>
    setSearch({ [name]: event.currentTarget.value || null });
  const given = (name: (typeof names)[number]) => search.get(name) ?? '';
  const kinds = Object.entries(audit.kinds).map(([value, label]) => ({ value, label }));
  return (
    <search className="filters">
      <NativeSelect
        label={audit.what}
        value={given('what')}
        onChange={set('what')}
        data={[{ value: '', label: audit.all }, ...kinds]}
      />
      <TextInput label={audit.from} type="date" value={given('from')} onChange={set('from')} />
      <TextInput label={audit.to} type="date" value={given('to')} onChange={set('to')} />
      <TextInput label={audit.userId} dir="ltr" value={given('who')} onChange={set('who')} />
      {names.some((name) => given(name) !== '') && (
        <Button
          variant="default"
          onClick={() => setSearch(Object.fromEntries(names.map((name) => [name, null])))}
        >
          {audit.clear}
        </Button>
      )}
    </search>
  );
}
