import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type AdminUser, adminUser } from '../../../../contract/admin/users.ts';
import { noContent } from '../../../api/api.ts';
import type { Query } from '../../../api/queries.ts';
import { useIdempotencyKey } from '../../../api/use-idempotency-key.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole } from '../../../components/console-context.ts';
import type { Done } from '../../../components/notify.tsx';
import { TypedName } from '../../../components/TypedName.tsx';
import type { UserAction } from './user-actions.ts';

/** Asks before something that can't be taken back; to delete, the address is typed. */
export function ActionDialog({
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
