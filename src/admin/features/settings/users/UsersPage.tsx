import { Button, Stack, Text } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useConsole } from '../../../components/console-context.ts';
import { useSearch } from '../../../components/navigation.ts';
import { type Done, notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { MoreOf } from '../../../components/MoreOf.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { usersQuery } from './queries.ts';
import { UserDialog } from './UserDialog.tsx';
import { UserTable } from './UserTable.tsx';

/** Who of the tenant may sign in: invited, changed, disabled and deleted here. The open dialog is in the address. */
export function UsersPage() {
  const { t } = useTranslation('settings');
  const { session } = useConsole();
  const [search, setSearch] = useSearch();
  const list = useInfiniteQuery(usersQuery);
  const items = list.data ?? [];
  const chosen = search.get('user');
  const close = () => setSearch({ user: null, action: null, invite: null });
  const finish = (done: Done) => {
    close();
    notify(done);
    void list.refetch();
  };
  return (
    <Stack gap="lg">
      <PageHeader title={t('users.title')}>
        <Button onClick={() => setSearch({ invite: '' })}>{t('users.invite.open')}</Button>
      </PageHeader>
      <Text className="quiet">{t('users.about')}</Text>
      <Loaded query={list} what={t('users.title')}>
        {() => (
          <Stack>
            {items.length > 0 && (
              <UserTable found={items} onChoose={(user) => setSearch({ user: user.id })} />
            )}
            {items.length === 0 && <EmptyState>{t('users.nobody')}</EmptyState>}
            {items.length === 1 && items[0]?.id === session.user.id && (
              <EmptyState>{t('users.empty')}</EmptyState>
            )}
          </Stack>
        )}
      </Loaded>
      <MoreOf list={list} />
      {search.has('invite') && <InviteDialog onDone={finish} onClose={close} />}
      {chosen && <UserDialog key={chosen} userId={chosen} onDone={finish} onClose={close} />}
    </Stack>
  );
}
