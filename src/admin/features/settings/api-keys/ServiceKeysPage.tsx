import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { MadeServiceKey } from '../../../../contract/service/keys.ts';
import { useSearch } from '../../../components/navigation.ts';
import { notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { MoreOf } from '../../../components/MoreOf.tsx';
import { KeyTable } from './KeyTable.tsx';
import { MadeKeyDialog } from './MadeKeyDialog.tsx';
import { NewKeyDialog } from './NewKeyDialog.tsx';
import { serviceKeysQuery } from './queries.ts';
import { RevokeDialog } from './RevokeDialog.tsx';

/** What the tenant's own systems call the API with: made, shown once, and revoked here. */
export function ServiceKeysPage() {
  const { t } = useTranslation('settings');
  const [search, setSearch] = useSearch();
  const list = useInfiniteQuery(serviceKeysQuery);
  const items = list.data ?? [];
  const [made, setMade] = useState<MadeServiceKey | null>(null);
  const close = () => setSearch({ make: null, revoke: null });
  const chosen = items.find(({ id }) => id === search.get('revoke'));
  return (
    <Stack gap="lg">
      <PageHeader title={t('apiKeys.title')}>
        <Button onClick={() => setSearch({ make: '' })}>{t('apiKeys.make.open')}</Button>
      </PageHeader>
      <Text className="quiet">{t('apiKeys.about')}</Text>
      <Loaded query={list} what={t('apiKeys.title')}>
        {() =>
          items.length === 0 ? (
            <EmptyState>{t('apiKeys.empty')}</EmptyState>
          ) : (
            <KeyTable found={items} onRevoke={({ id }) => setSearch({ revoke: id })} />
          )
        }
      </Loaded>
      <MoreOf list={list} />
      {search.has('make') && (
        <NewKeyDialog
          onMade={(key) => {
            close();
            setMade(key);
          }}
          onClose={close}
        />
      )}
      {made && <MadeKeyDialog made={made} onClose={() => setMade(null)} />}
      {chosen && (
        <RevokeDialog
          serviceKey={chosen}
          onDone={(told) => {
            close();
            notify(told);
          }}
          onClose={close}
        />
      )}
    </Stack>
  );
}
