import { Button, Group, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AdminUser } from '../../../../contract/admin/users.ts';
import type { RoleName } from '../../../../contract/roles.ts';
import { useRole } from '../../../components/console-context.ts';
import { useKeptState } from '../../../components/kept-state.ts';
import { rolesUpTo } from './roles-up-to.ts';

/** Chooses another role for a user; the choice is kept until it is made. */
export function RoleForm({
  user,
  isLocked,
  isSending,
  onSet,
}: {
  readonly user: AdminUser;
  readonly isLocked: boolean;
  readonly isSending: boolean;
  readonly onSet: (role: RoleName) => Promise<boolean>;
}) {
  const { t } = useTranslation(['settings', 'common']);
  const { role: own } = useRole();
  const [wanted, setWanted, forget] = useKeptState(`user.${user.id}.role`);
  const roles = rolesUpTo(own);
  const role = roles.find((one) => one === wanted) ?? user.role;
  const choices = user.role === null || roles.includes(user.role) ? roles : [...roles, user.role];
  const set = async (next: RoleName) => {
    if (await onSet(next)) forget();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (role) void set(role);
      }}
    >
      <Group align="flex-end">
        <NativeSelect
          label={t('users.role')}
          value={role ?? ''}
          disabled={isLocked}
          onChange={(event) => setWanted(event.currentTarget.value)}
          data={[
            ...(user.role === null ? [{ value: '', label: t('users.noRole') }] : []),
            ...choices.map((value) => ({ value, label: t(`common:roles.${value}`) })),
          ]}
        />
        <Button type="submit" variant="default" loading={isSending} disabled={isLocked || role === user.role}>
          {t('users.changeRole')}
        </Button>
      </Group>
    </form>
  );
}
