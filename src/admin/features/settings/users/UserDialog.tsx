import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type AdminUser, adminUser, type UserChange } from '../../../../contract/admin/users.ts';
import type { RoleName } from '../../../../contract/roles.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { Dialog } from '../../../components/Dialog.tsx';
import { useSearch } from '../../../components/navigation.ts';
import type { Done } from '../../../components/notify.tsx';
import { Failure } from '../../../components/Failure.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { ActionDialog } from './ActionDialog.tsx';
import { userQuery } from './queries.ts';
import { RoleForm } from './RoleForm.tsx';
import { rolesUpTo } from './roles-up-to.ts';
import { userActions } from './user-actions.ts';

/** What can be done to a user; what can be taken back is done at once, the rest after asking. */
export function UserDialog({
  userId,
  onDone,
  onClose,
}: {
  readonly userId: string;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['settings', 'common']);
  const [search] = useSearch();
  const known = useQuery(userQuery(userId));
  const action = userActions.find((one) => one === search.get('action'));
  const user = known.data?.body;
  if (user && action)
    return <ActionDialog action={action} user={user} known={known} onDone={onDone} onClose={onClose} />;
  return (
    <Dialog title={user?.name ?? user?.email ?? t('users.who')} onClose={onClose}>
      <Stack>
        <Loaded query={known} what={t('users.who')}>
          {({ body: found, etag }) => <Changes user={found} etag={etag} onDone={onDone} />}
        </Loaded>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}

function Changes({
  user,
  etag,
  onDone,
}: {
  readonly user: AdminUser;
  readonly etag: string;
  readonly onDone: (done: Done) => void;
}) {
  const { t } = useTranslation('settings');
  const [, setSearch] = useSearch();
  const { call } = useConsole();
  const write = useWrite();
  const refused = useRefusal(user);
  const who = user.name ?? user.email;
  const patch = (body: UserChange, before: UserChange | null, text: string) => {
    const send = (next: UserChange, ifMatch: string) =>
      call('PATCH', '/v1/admin/users/{userId}', adminUser, {
        path: { userId: user.id },
        header: { 'if-match': ifMatch },
        body: next,
      });
    const change = async () => {
      const changed = await send(body, etag);
      onDone({ text, undo: before ? () => send(before, changed.etag) : undefined });
    };
    return write.send(change);
  };
  const setRole = (role: RoleName) =>
    patch({ role }, user.role && { role: user.role }, t(`users.nowIs.${role}`, { who }));
  const isDisabled = user.status === 'disabled';
  const setStatus = () =>
    isDisabled
      ? patch({ status: 'active' }, { status: 'disabled' }, t('users.enable.done', { who }))
      : patch({ status: 'disabled' }, { status: 'active' }, t('users.disable.done', { who }));
  return (
    <Stack>
      <Text className="quiet">
        <bdi>{user.email}</bdi>
      </Text>
      <Text>
        {t('users.secondFactor')}: {t(`users.factors.${user.hasSecondFactor ? 'set' : 'none'}`)}
      </Text>
      {refused !== null && <Text className="warn">{refused}</Text>}
      <RoleForm user={user} isLocked={refused !== null} isSending={write.isPending} onSet={setRole} />
      <fieldset className="user-actions" disabled={refused !== null}>
        <legend>{t('users.access')}</legend>
        <Button variant="default" loading={write.isPending} onClick={() => void setStatus()}>
          {isDisabled ? t('users.enable.button') : t('users.disable.button')}
        </Button>
        {userActions.map((action) => (
          <Button key={action} variant="default" onClick={() => setSearch({ action })}>
            {t(`users.actions.${action}.open`)}
          </Button>
        ))}
      </fieldset>
      {write.error && <Failure error={write.error} />}
    </Stack>
  );
}

/** Why this user can't be changed by this one; null when they can. @see console.md 9, criterion 60 */
function useRefusal({ id, role }: AdminUser): string | null {
  const { t } = useTranslation(['settings', 'common']);
  const { session } = useConsole();
  const { role: own } = useRole();
  if (id === session.user.id) return t('users.own');
  if (role === null || rolesUpTo(own).includes(role)) return null;
  return t('users.above', { own: t(`common:roles.${own}`), role: t(`common:roles.${role}`) });
}
