import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from '../../components/navigation.ts';

/** Leads to a tenant whose id is known: of ten thousand nobody turns the pages. */
export function FindTenant() {
  const { t } = useTranslation(['settings', 'common']);
  const [search, setSearch] = useSearch();
  const wanted = search.get('tenant') ?? '';
  const [id, setId] = useState(wanted);
  const find = (event: FormEvent) => {
    event.preventDefault();
    setSearch({ tenant: id.trim() || null });
  };
  const showAll = () => {
    setId('');
    setSearch({ tenant: null });
  };
  return (
    <search>
      <form className="filters" onSubmit={find}>
        <TextInput
          className="long-field"
          label={t('common:tenantId')}
          value={id}
          onChange={(event) => setId(event.currentTarget.value)}
          autoComplete="off"
          dir="ltr"
        />
        <Button type="submit" variant="default">
          {t('tenants.find')}
        </Button>
        {wanted !== '' && (
          <Button variant="default" onClick={showAll}>
            {t('tenants.all')}
          </Button>
        )}
      </form>
    </search>
  );
}
