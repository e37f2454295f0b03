import { ActionIcon, Avatar, Badge, Button, Group, Stack, Table } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconUserPlus from '@tabler/icons-react/icons/IconUserPlus';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { AdminUser } from '../../../../contract/admin/users.ts';
import { useConsole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { MoreOf } from '../../../components/MoreOf.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { type Done, notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { usersQuery } from './queries.ts';
import { UserDialog } from './UserDialog.tsx';

/** The tenant's users: invited, changed, disabled and deleted here. The open dialog is in the URL. */
export function UsersPage() {
  const { t } = useTranslation('settings');
  const { session } = useConsole();
  const [search, setSearch] = useSearch();
  const list = useInfiniteQuery(usersQuery);
  const items = list.data ?? [];
  const chosen = search.get('user');
  const close = () => setSearch({ user: null, invite: null });
  const finish = (done: Done) => {
    close();
    notify(done);
  };
  const invite = (
    <Button leftSection={<IconUserPlus size={16} />} onClick={() => setSearch({ invite: '' })}>
      {t('users.invite.open')}
    </Button>
  );
  return (
    <Stack gap="lg">
      <PageHeader title={t('users.title')}>{invite}</PageHeader>
      <Loaded query={list} what={t('users.title')}>
        {() => (
          <Stack>
            {items.length > 0 && <UserTable users={items} onOpen={(user) => setSearch({ user: user.id })} />}
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

const tones = { invited: 'warn', active: 'good', reset_required: 'warn', disabled: 'bad' } as const;

interface TableProps {
  readonly users: readonly AdminUser[];
  readonly onOpen: (user: AdminUser) => void;
}

/** Users with their role and whether they can sign in. */
function UserTable({ users, onOpen }: TableProps) {
  const { t } = useTranslation(['settings', 'common']);
  const { session } = useConsole();
  return (
    <DataTable
      title={t('users.title')}
      columns={[
        t('users.who'),
        t('users.role'),
        t('users.status'),
        t('users.secondFactor'),
        t('users.lastSeen'),
      ]}
      hasActions
    >
      {users.map((user) => (
        <Table.Tr key={user.id}>
          <Table.Td>
            <Group gap="sm" wrap="nowrap">
              <Avatar size={32} name={user.name ?? user.email} color="brand" aria-hidden />
              <div className="who-cell">
                <bdi>{user.name ?? user.email}</bdi>
                {user.id === session.user.id && <span className="quiet"> ({t('users.you')})</span>}
                {user.name !== null && <bdi className="quiet who-mail">{user.email}</bdi>}
              </div>
            </Group>
          </Table.Td>
          <Table.Td data-label={t('users.role')}>
            <Badge variant="default">
              {user.role === null ? t('users.noRole') : t(`common:roles.${user.role}`)}
            </Badge>
          </Table.Td>
          <Table.Td data-label={t('users.status')}>
            <StatusBadge tone={tones[user.status]}>{t(`users.statuses.${user.status}`)}</StatusBadge>
          </Table.Td>
          <Table.Td data-label={t('users.secondFactor')}>
            <span className={user.hasSecondFactor ? 'good' : 'quiet'}>
              {t(`users.factors.${user.hasSecondFactor ? 'set' : 'none'}`)}
            </span>
          </Table.Td>
          <Table.Td data-label={t('users.lastSeen')} className="quiet">
            {user.lastSeenAt === null ? '–' : <RelativeTime at={user.lastSeenAt} />}
          </Table.Td>
          <Table.Td className="row-actions">
            <ActionIcon
              className="opens-row"
              variant="subtle"
              color="gray"
              aria-label={t('users.manage', { who: user.name ?? user.email })}
              onClick={() => onOpen(user)}
            >
              <IconDots size={18} />
            </ActionIcon>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
