import { Stack, Text } from '@mantine/core';
import { auditPage } from '../../contract/admin/audit.ts';
import { useList } from '../api/use-query.ts';
import { PageTitle } from '../app/PageTitle.tsx';
import { useSearch } from '../app/use-path.ts';
import { Loaded } from '../states/Loaded.tsx';
import { MoreOf } from '../states/MoreOf.tsx';
import { useTexts } from '../texts/texts.ts';
import { AuditFilters } from './AuditFilters.tsx';
import { auditQuery } from './audit-query.ts';
import { EntryList } from './EntryList.tsx';

/** Who changed what, the latest first; the filters are in the address. */
export function AuditPage() {
  const { audit } = useTexts();
  const [search] = useSearch();
  const list = useList('/v1/admin/audit', auditPage, { query: auditQuery(search) });
  return (
    <Stack gap="lg">
      <PageTitle>{audit.title}</PageTitle>
      <Text className="quiet">{audit.about}</Text>
      <AuditFilters />
      <Loaded query={list.first} what={audit.title}>
        {() => <EntryList entries={list.items} />}
      </Loaded>
      <MoreOf list={list} />
    </Stack>
  );
}
