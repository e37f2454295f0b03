import { NativeSelect, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { adminUser } from '../../../../contract/admin/users.ts';
import { limits } from '../../../../contract/limits.ts';
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole, useRole } from '../../../components/console-context.ts';
import { useKeptState } from '../../../components/kept-state.ts';
import type { Done } from '../../../components/notify.tsx';
import { rolesUpTo } from './roles-up-to.ts';

/** Invites a colleague by mail; what is typed is kept until it is sent. */
export function InviteDialog({
  onDone,
  onClose,
}: {
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation(['settings', 'common']);
  const { call } = useConsole();
  const { role: own } = useRole();
  const write = useWrite();
  const [email, setEmail, forgetEmail] = useKeptState('invite.email');
  const [name, setName, forgetName] = useKeptState('invite.name');
  const [role, setRole, forgetRole] = useKeptState('invite.role');
  const body = {
    email: email.trim(),
    role: rolesUpTo(own).find((one) => one === role) ?? 'viewer',
    ...(name.trim() !== '' && { name: name.trim() }),
  };
  const idempotencyKey = useIdempotencyKey(body);
  const send = async () => {
    const options = { header: { 'idempotency-key': idempotencyKey }, body };
    if (!(await write.send(() => call('POST', '/v1/admin/users', adminUser, options)))) return;
    for (const forget of [forgetEmail, forgetName, forgetRole]) forget();
    onDone({ text: t('users.invite.done', { who: body.email }) });
  };
  return (
    <ConfirmDialog
      title={t('users.invite.title')}
      button={t('users.invite.button')}
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Text>{t('users.invite.what')}</Text>
      <TextInput
        type="email"
        label={t('users.invite.email')}
        value={email}
        onChange={(event) => setEmail(event.currentTarget.value)}
        maxLength={limits.emailChars}
        autoComplete="off"
        dir="ltr"
        required
      />
      <TextInput
        label={t('users.invite.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        maxLength={limits.identifierChars}
        autoComplete="off"
      />
      <NativeSelect
        label={t('users.role')}
        value={body.role}
        onChange={(event) => setRole(event.currentTarget.value)}
        data={rolesUpTo(own).map((value) => ({ value, label: t(`common:roles.${value}`) }))}
      />
    </ConfirmDialog>
  );
}
