import { Button, Table } from '@mantine/core';
import type { AdminUser } from '../../contract/admin/users.ts';
import { useConsole } from '../app/console-context.ts';
import { StackingTable } from '../app/StackingTable.tsx';
import { useTexts } from '../texts/texts.ts';

const looks = { invited: 'warn', active: 'good', reset_required: 'warn', disabled: 'bad' } as const;

/** Users with what they may do and whether they can sign in. */
export function UserTable({
  found,
  onChoose,
}: {
  readonly found: readonly AdminUser[];
  readonly onChoose: (user: AdminUser) => void;
}) {
  const { frame, users } = useTexts();
  const { session } = useConsole();
  return (
    <StackingTable
      title={users.title}
      columns={[users.who, users.role, users.status, users.secondFactor, frame.action]}
    >
      {found.map((user) => (
        <Table.Tr key={user.id}>
          <Table.Td className="who-cell">
            <bdi>{user.name ?? user.email}</bdi>{' '}
            {user.name !== null && <bdi className="quiet">{user.email}</bdi>}
            {user.id === session.user.id && <span className="quiet"> ({users.you})</span>}
          </Table.Td>
          <Table.Td data-label={users.role}>
            {user.role === null ? users.noRole : frame.roles[user.role]}
          </Table.Td>
          <Table.Td data-label={users.status}>
            <span className={looks[user.status]}>{users.statuses[user.status]}</span>
          </Table.Td>
          <Table.Td data-label={users.secondFactor}>
            <span className={user.hasSecondFactor ? 'good' : 'quiet'}>
              {users.factors[user.hasSecondFactor ? 'set' : 'none']}
            </span>
          </Table.Td>
          <Table.Td>
            <Button variant="default" size="compact-sm" onClick={() => onChoose(user)}>
              {users.manage(user.name ?? user.email)}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </StackingTable>
  );
}
