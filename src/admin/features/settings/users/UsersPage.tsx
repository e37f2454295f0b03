import { Avatar, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminUser, adminUser, type UserChange } from '../../../../contract/admin/users.ts';
import type { RoleName } from '../../../../contract/roles.ts';
import { noContent } from '../../../api/api.ts';
import type { Query } from '../../../api/queries.ts';
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { EmptyState } from '../../../components/EmptyState.tsx';
import { Failure } from '../../../components/Failure.tsx';
import { Loaded } from '../../../components/Loaded.tsx';
import { MoreOf } from '../../../components/MoreOf.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { type Done, notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { TypedName } from '../../../components/TypedName.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { userQuery, usersQuery } from './queries.ts';
import { RoleForm } from './RoleForm.tsx';
import { rolesUpTo } from './roles-up-to.ts';

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

/** What can be done to a user; what can be taken back is done at once, the rest after asking. */
function UserDialog({
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

/** Asks before something that can't be taken back; to delete, the address is typed. */
function ActionDialog({
  action,
  user: { id, name, email },
  known,
  onDone,
  onClose,
}: {
  readonly action: UserAction;
  readonly user: AdminUser;
  readonly known: Query<AdminUser>;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();

  const write = useWrite({ isGone: true });
  const [typed, setTyped] = useState('');
  const who = name ?? email;
  const path = { userId: id };
  const ifMatch = known.data?.etag ?? '';
  const idempotencyKey = useIdempotencyKey({ action, ifMatch });
  const isDelete = action === 'delete';
  const act = () =>
    action === 'delete'
      ? call('DELETE', '/v1/admin/users/{userId}', noContent, { path, header: { 'if-match': ifMatch } })
      : call('POST', `/v1/admin/users/{userId}/${action}`, adminUser, {
          path,
          header: { 'idempotency-key': idempotencyKey },
        });
  const send = async () => {
    if (await write.send(() => act())) onDone({ text: t(`users.actions.${action}.done`, { who }) });
  };
  return (
    <ConfirmDialog
      title={t(`users.actions.${action}.title`, { who })}
      button={t(`users.actions.${action}.button`)}
      isReady={!known.isFetching && (!isDelete || typed === email)}
      isDangerous={isDelete}
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Text>{t(`users.actions.${action}.what`)}</Text>
      {isDelete && <TypedName label={t('users.type', { email })} value={typed} onChange={setTyped} />}
    </ConfirmDialog>
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

/** What is done to a user only after asking, since it can't be taken back. */
const userActions = ['reset-password', 'reset-mfa', 'sign-out', 'delete'] as const;
type UserAction = (typeof userActions)[number];

/** Why this user can't be changed by this one; null when they can. @see console.md 9, criterion 60 */
function useRefusal({ id, role }: AdminUser): string | null {
  const { t } = useTranslation(['settings', 'common']);
  const { session } = useConsole();
  const { role: own } = useRole();
  if (id === session.user.id) return t('users.own');
  if (role === null || rolesUpTo(own).includes(role)) return null;
  return t('users.above', { own: t(`common:roles.${own}`), role: t(`common:roles.${role}`) });
}

const looks = { invited: 'warn', active: 'good', reset_required: 'warn', disabled: 'bad' } as const;

/** Users with what they may do and whether they can sign in. */
function UserTable({
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
              <Avatar size={32} name={user.name ?? user.email} color="brand" aria-hidden />
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
