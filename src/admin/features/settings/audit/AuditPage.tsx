import { Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useSearch } from '../../../components/navigation.ts';
import { PageTitle } from '../../../components/PageTitle.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { MoreOf } from '../../../components/MoreOf.tsx';
import { AuditFilters } from './AuditFilters.tsx';
import { auditQuery } from './audit-query.ts';
import { EntryList } from './EntryList.tsx';
import { auditLogQuery } from './queries.ts';

/** Who changed what, the latest first; the filters are in the address. */
export function AuditPage() {
  const { t } = useTranslation('settings');
  const [search] = useSearch();
  const list = useInfiniteQuery(auditLogQuery(auditQuery(search)));
  const items = list.data ?? [];
  return (
    <Stack gap="lg">
      <PageTitle>{t('audit.title')}</PageTitle>
      <Text className="quiet">{t('audit.about')}</Text>
      <AuditFilters />
      <Loaded query={list} what={t('audit.title')}>
        {() => <EntryList entries={items} />}
      </Loaded>
      <MoreOf list={list} />
    </Stack>
  );
}
