import { Avatar, Button, Group, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminUser } from '../../../../contract/admin/users.ts';
import { useConsole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';

const looks = { invited: 'warn', active: 'good', reset_required: 'warn', disabled: 'bad' } as const;

/** Users with what they may do and whether they can sign in. */
export function UserTable({
  found,
  onChoose,
}: {
  readonly found: readonly AdminUser[];
  readonly onChoose: (user: AdminUser) => void;
}) {
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
        t('common:action'),
      ]}
    >
      {found.map((user) => (
        <Table.Tr key={user.id}>
          <Table.Td>
            <Group gap="sm" wrap="nowrap">
              <Avatar size={32} name={user.name ?? user.email} color="initials" aria-hidden />
              <div className="who-cell">
                <bdi>{user.name ?? user.email}</bdi>
                {user.id === session.user.id && <span className="quiet"> ({t('users.you')})</span>}
                {user.name !== null && <bdi className="quiet who-mail">{user.email}</bdi>}
              </div>
            </Group>
          </Table.Td>
          <Table.Td data-label={t('users.role')}>
            {user.role === null ? t('users.noRole') : t(`common:roles.${user.role}`)}
          </Table.Td>
          <Table.Td data-label={t('users.status')}>
            <StatusBadge tone={looks[user.status]}>{t(`users.statuses.${user.status}`)}</StatusBadge>
          </Table.Td>
          <Table.Td data-label={t('users.secondFactor')}>
            <span className={user.hasSecondFactor ? 'good' : 'quiet'}>
              {t(`users.factors.${user.hasSecondFactor ? 'set' : 'none'}`)}
            </span>
          </Table.Td>
          <Table.Td>
            <Button variant="default" size="compact-sm" onClick={() => onChoose(user)}>
              {t('users.manage', { who: user.name ?? user.email })}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
