import { Button, Fieldset, Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import { type AdminUser, adminUser, type UserChange } from '../../../../contract/admin/users.ts';
import { type RoleName, roleNames } from '../../../../contract/roles.ts';
import { noContent } from '../../../api/api.ts';
import { useWrite } from '../../../api/use-write.ts';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { confirm, Dialog, DialogEnd } from '../../../components/Dialog.tsx';
import { Form } from '../../../components/Form.tsx';
import { useKeptState } from '../../../components/kept-state.ts';
import { Failure, Loaded } from '../../../components/Loaded.tsx';
import type { Done } from '../../../components/notify.tsx';
import { userQuery } from './queries.ts';

interface Props {
  readonly userId: string;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}

/** Actions on a user: reversible ones at once, others after a confirmation. */
export function UserDialog({ userId, ...props }: Props) {
  const { t } = useTranslation(['settings', 'common']);
  const query = useQuery(userQuery(userId));
  const user = query.data?.body;
  return (
    <Dialog title={user?.name ?? user?.email ?? t('users.who')} onClose={props.onClose}>
      <Stack>
        <Loaded query={query} what={t('users.who')}>
          {({ body, etag }) => <Changes user={body} etag={etag} isReading={query.isFetching} {...props} />}
        </Loaded>
        <DialogEnd onClose={props.onClose} />
      </Stack>
    </Dialog>
  );
}

/** The irreversible actions, which need a confirmation. */
const userActions = ['reset-password', 'reset-mfa', 'sign-out', 'delete'] as const;

interface ChangesProps extends Omit<Props, 'userId'> {
  readonly user: AdminUser;
  readonly etag: string;
  /** The next change stands on what is being read. */
  readonly isReading: boolean;
}

function Changes({ user, etag, isReading, onDone, onClose }: ChangesProps) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const write = useWrite();
  const refused = useRefusal(user);
  const path = { userId: user.id };
  const who = user.name ?? user.email;
  const patch = (body: UserChange, before: UserChange | null, text: string) => {
    const send = (next: UserChange, ifMatch: string) =>
      call('PATCH', '/v1/admin/users/{userId}', adminUser, {
        path,
        header: { 'if-match': ifMatch },
        body: next,
      });
    return write.send(async () => {
      const changed = await send(body, etag);
      onDone({ text, undo: before ? () => send(before, changed.etag) : undefined });
    });
  };
  const isDisabled = user.status === 'disabled';
  const setStatus = () =>
    isDisabled
      ? patch({ status: 'active' }, { status: 'disabled' }, t('users.enable.done', { who }))
      : patch({ status: 'disabled' }, { status: 'active' }, t('users.disable.done', { who }));
  const ask = useAsk({ user, etag, onDone, onClose });
  return (
    <Stack>
      <Text className="quiet">
        <bdi>{user.email}</bdi> · {t('users.secondFactor')}:{' '}
        {t(`users.factors.${user.hasSecondFactor ? 'set' : 'none'}`)}
      </Text>
      {refused !== null && <Text className="warn">{refused}</Text>}
      <RoleForm
        user={user}
        isLocked={refused !== null || isReading}
        isSending={write.isPending}
        onSet={(body, before, text) => patch(body, before, text)}
      />
      <Fieldset variant="unstyled" legend={t('users.access')} disabled={refused !== null || isReading}>
        <Group gap="xs">
          <Button variant="default" loading={write.isPending} onClick={() => void setStatus()}>
            {isDisabled ? t('users.enable.button') : t('users.disable.button')}
          </Button>
          {userActions.map((action) => (
            <Button
              key={action}
              variant="default"
              {...(action === 'delete' && { color: 'red', variant: 'light' })}
              onClick={() => ask(action)}
            >
              {t(`users.actions.${action}.open`)}
            </Button>
          ))}
        </Group>
      </Fieldset>
      {write.error && <Failure error={write.error} />}
    </Stack>
  );
}

/** Replaces the dialog by a confirmation before an irreversible action. */
function useAsk({ user, etag, onDone, onClose }: Omit<ChangesProps, 'isReading'>) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const path = { userId: user.id };
  const who = user.name ?? user.email;
  return (action: (typeof userActions)[number]) => {
    const isDelete = action === 'delete';
    const key = randomUuid();
    onClose();
    confirm({
      title: t(`users.actions.${action}.title`, { who }),
      text: t(`users.actions.${action}.what`),
      button: t(`users.actions.${action}.button`),
      isDangerous: isDelete,
      ...(isDelete && { typed: { label: t('users.type', { email: user.email }), name: user.email } }),
      act: () =>
        isDelete
          ? call('DELETE', '/v1/admin/users/{userId}', noContent, { path, header: { 'if-match': etag } })
          : call('POST', `/v1/admin/users/{userId}/${action}`, adminUser, {
              path,
              header: { 'idempotency-key': key },
            }),
      onDone: () => onDone({ text: t(`users.actions.${action}.done`, { who }) }),
    });
  };
}

interface RoleFormProps {
  readonly user: AdminUser;
  readonly isLocked: boolean;
  readonly isSending: boolean;
  readonly onSet: (body: UserChange, before: UserChange | null, text: string) => Promise<boolean>;
}

/** Selects another role for a user; the choice is kept until it is saved. */
function RoleForm({ user, isLocked, isSending, onSet }: RoleFormProps) {
  const { t } = useTranslation('settings');
  const { role: own } = useRole();
  const [wanted, setWanted, forget] = useKeptState(`user.${user.id}.role`);
  const roles = rolesUpTo(own);
  const role = roles.find((one) => one === wanted) ?? user.role;
  const set = async () => {
    if (role === null) return;
    const text = t(`users.nowIs.${role}`, { who: user.name ?? user.email });
    if (await onSet({ role }, user.role && { role: user.role }, text)) forget();
  };
  return (
    <Form gap="sm" onSend={set}>
      <RoleField
        roles={user.role === null || roles.includes(user.role) ? roles : [...roles, user.role]}
        value={role}
        disabled={isLocked}
        onChange={setWanted}
      />
      <Group>
        <Button type="submit" variant="default" loading={isSending} disabled={isLocked || role === user.role}>
          {t('users.changeRole')}
        </Button>
      </Group>
    </Form>
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

/** Returns the roles that a user can give: up to their own. @see design 9 "Users" */
export function rolesUpTo(own: RoleName): readonly RoleName[] {
  return roleNames.slice(0, roleNames.indexOf(own) + 1);
}

interface RolesUpToProps {
  readonly roles: readonly RoleName[];
  readonly value: RoleName | null;
  readonly disabled?: boolean;
  readonly onChange: (role: RoleName) => void;
}

/** Offers roles as cards, each with what it allows. */
export function RoleField({ roles, value, disabled = false, onChange }: RolesUpToProps) {
  const { t } = useTranslation(['settings', 'common']);
  return (
    <Radio.Group
      label={t('users.role')}
      value={value ?? ''}
      onChange={(role) => onChange(roleNames.find((one) => one === role) ?? 'viewer')}
    >
      <Stack gap="xs" mt={4}>
        {roles.map((role) => (
          <Radio.Card key={role} value={role} radius="md" disabled={disabled} className="role-card">
            <Group component="span" gap="sm" p="xs" wrap="nowrap">
              <Radio.Indicator disabled={disabled} />
              <span>
                <Text span display="block" fw={500}>
                  {t(`common:roles.${role}`)}
                </Text>
                <span className="quiet hint">{t(`users.allows.${role}`)}</span>
              </span>
            </Group>
          </Radio.Card>
        ))}
      </Stack>
    </Radio.Group>
  );
}
