import { Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { randomUuid } from '../../../../browser/random-uuid.ts';
import { adminUser, type Invitation, invitation } from '../../../../contract/admin/users.ts';
import { limits } from '../../../../contract/limits.ts';
import { type RoleName, roleNames } from '../../../../contract/roles.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole, useRole } from '../../../components/console-context.ts';
import type { Done } from '../../../components/notify.tsx';
import { useKeptForm } from '../../../components/use-kept-form.ts';
import { RoleField, rolesUpTo } from './RoleField.tsx';

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
  const write = useWrite();
  const form = useKeptForm('invite', {
    initialValues: { emails: '', name: '', role: 'viewer' as RoleName },
    schema: invitations,
    toBody: ({ emails }) => ({ emails: addressesIn(emails) }),
  });
  const { emails, role } = form.values;
  const addresses = addressesIn(emails);
  const isOne = addresses.length <= 1;
  const name = isOne ? form.values.name.trim() : '';
  const { invite, stoppedAt } = useInvite();
  const isWrong = Object.keys(form.errors).length > 0;
  const stopped = write.error && !isOne && t('users.invite.stoppedAt', { who: stoppedAt });
  const send = async () => {
    if (!(await write.send(() => invite(addresses, { role, ...(name !== '' && { name }) })))) return;
    form.forget();
    const count = addresses.length;
    onDone({
      text: isOne ? t('users.invite.done', { who: addresses[0] }) : t('users.invite.doneAll', { count }),
    });
  };
  return (
    <ConfirmDialog
      title={t('users.invite.title')}
      button={t('users.invite.button')}
      write={write}
      onClose={onClose}
      onConfirm={form.onSubmit(() => void send())}
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
    </ConfirmDialog>
  );
}

/** Invites one address after the other; what was sent before is not sent twice. */
function useInvite() {
  const { call } = useConsole();
  const [keys] = useState(() => new Map<string, string>());
  const [stoppedAt, setStoppedAt] = useState<string | null>(null);
  const invite = async (addresses: readonly string[], rest: Omit<Invitation, 'email'>) => {
    for (const email of addresses) {
      setStoppedAt(email);
      const body = { email, ...rest };
      const content = JSON.stringify(body);
      const key = keys.get(content) ?? randomUuid();
      keys.set(content, key);
      await call('POST', '/v1/admin/users', adminUser, { header: { 'idempotency-key': key }, body });
    }
  };
  return { invite, stoppedAt };
}
