import { Avatar, Badge, Button, Group, Stack, Text, Textarea, TextInput } from '@mantine/core';
import IconDots from '@tabler/icons-react/icons/IconDots';
import IconUserPlus from '@tabler/icons-react/icons/IconUserPlus';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import { type AdminUser, adminUser, type Invitation, invitation } from '../../../../contract/admin/users.ts';
import { limits } from '../../../../contract/limits.ts';
import { type RoleName, roleNames } from '../../../../contract/roles.ts';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { FormDialog } from '../../../components/Dialog.tsx';
import { EmptyState, Loaded, MoreOf } from '../../../components/Loaded.tsx';
import { useSearch } from '../../../components/navigation.ts';
import { type Done, notify } from '../../../components/notify.tsx';
import { PageHeader } from '../../../components/PageHeader.tsx';
import { RelativeTime } from '../../../components/RelativeTime.tsx';
import { IconButton } from '../../../components/RowMenu.tsx';
import { StatusBadge } from '../../../components/StatusBadge.tsx';
import { useKeptForm } from '../../../components/use-kept-form.ts';
import { usersQuery } from './queries.ts';
import { RoleField, rolesUpTo, UserDialog } from './UserDialog.tsx';

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
  return (
    <DataTable
      title={t('users.title')}
      rows={users}
      keyOf={({ id }) => id}
      columns={[
        { name: t('users.who'), cell: (user) => <Who user={user} /> },
        {
          name: t('users.role'),
          cell: ({ role }) => (
            <Badge variant="default">{role === null ? t('users.noRole') : t(`common:roles.${role}`)}</Badge>
          ),
        },
        {
          name: t('users.status'),
          cell: ({ status }) => (
            <StatusBadge tone={tones[status]}>{t(`users.statuses.${status}`)}</StatusBadge>
          ),
        },
        {
          name: t('users.secondFactor'),
          cell: ({ hasSecondFactor }) => (
            <span className={hasSecondFactor ? 'good' : 'quiet'}>
              {t(`users.factors.${hasSecondFactor ? 'set' : 'none'}`)}
            </span>
          ),
        },
        {
          name: t('users.lastSeen'),
          cell: ({ lastSeenAt }) => (
            <span className="quiet">{lastSeenAt === null ? '–' : <RelativeTime at={lastSeenAt} />}</span>
          ),
        },
      ]}
      actions={(user) => (
        <IconButton
          className="opens-row"
          label={t('users.manage', { who: user.name ?? user.email })}
          onClick={() => onOpen(user)}
        >
          <IconDots size={18} />
        </IconButton>
      )}
    />
  );
}

/** A user's picture and name, with the email address below. */
function Who({ user: { id, name, email } }: { readonly user: AdminUser }) {
  const { t } = useTranslation('settings');
  const { session } = useConsole();
  return (
    <Group gap="sm" wrap="nowrap">
      <Avatar size={32} name={name ?? email} color="brand" aria-hidden />
      <div>
        <bdi>{name ?? email}</bdi>
        {id === session.user.id && <span className="quiet"> ({t('users.you')})</span>}
        {name !== null && <bdi className="quiet who-mail">{email}</bdi>}
      </div>
    </Group>
  );
}

/** Splits typed or pasted addresses at line breaks, commas, semicolons and spaces. */
const addressesIn = (text: string) => [...new Set(text.split(/[\s,;]+/).filter(Boolean))];

/** Nobody invites more at once. */
const mostAtOnce = 50;

const invitations = z.object({
  emails: z.array(invitation.shape.email).check(z.minLength(1), z.maxLength(mostAtOnce)),
});

interface Props {
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}

/** Invites teammates by email, all with one role; what is typed is kept until it is sent. */
export function InviteDialog({ onDone, onClose }: Props) {
  const { t } = useTranslation(['settings', 'common']);
  const { role: own } = useRole();
  const form = useKeptForm('invite', {
    initialValues: { emails: '', name: '', role: 'viewer' as RoleName },
    schema: invitations,
    toBody: ({ emails }) => ({ emails: addressesIn(emails) }),
  });
  const { role } = form.values;
  const { emails: addresses } = form.body;
  const isOne = addresses.length <= 1;
  const name = isOne ? form.values.name.trim() : '';
  const { invite, stoppedAt } = useInvite();
  const isWrong = Object.keys(form.errors).length > 0;
  const stopped = stoppedAt !== null && !isOne && t('users.invite.stoppedAt', { who: stoppedAt });
  const count = addresses.length;
  const text = isOne ? t('users.invite.done', { who: addresses[0] }) : t('users.invite.doneAll', { count });
  return (
    <FormDialog
      title={t('users.invite.title')}
      button={t('users.invite.button')}
      form={form}
      send={() => invite(addresses, { role, ...(name !== '' && { name }) })}
      onDone={() => onDone({ text })}
      onClose={onClose}
    >
      <Text>{t('users.invite.what')}</Text>
      <Textarea
        label={t('users.invite.email')}
        description={t('users.invite.emailHint')}
        {...form.getInputProps('emails')}
        error={isWrong ? t('users.invite.wrong') : stopped}
        autosize
        minRows={2}
        maxRows={6}
        autoComplete="off"
        dir="ltr"
        required
      />
      {isOne && (
        <TextInput
          label={t('users.invite.name')}
          {...form.getInputProps('name')}
          maxLength={limits.identifierChars}
          autoComplete="off"
        />
      )}
      <RoleField
        roles={rolesUpTo(own)}
        value={roleNames.find((one) => one === role) ?? 'viewer'}
        onChange={(next) => form.setFieldValue('role', next)}
      />
    </FormDialog>
  );
}

/** Invites one address after the other; what was sent before is not sent twice. */
function useInvite() {
  const { call } = useConsole();
  const [keys] = useState(() => new Map<string, string>());
  const [stoppedAt, setStoppedAt] = useState<string | null>(null);
  const invite = async (addresses: readonly string[], rest: Omit<Invitation, 'email'>) => {
    setStoppedAt(null);
    for (const email of addresses) {
      const body = { email, ...rest };
      const content = JSON.stringify(body);
      const key = keys.get(content) ?? randomUuid();
      keys.set(content, key);
      const options = { header: { 'idempotency-key': key }, body };
      await call('POST', '/v1/admin/users', adminUser, options).catch((error) => {
        setStoppedAt(email);
        throw error;
      });
    }
  };
  return { invite, stoppedAt };
}
