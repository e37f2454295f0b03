import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ServiceKey } from '../../../../contract/service/keys.ts';
import { noContent } from '../../../api/api.ts';
import { useWrite } from '../../../api/use-write.ts';
import { ConfirmDialog } from '../../../components/ConfirmDialog.tsx';
import { useConsole } from '../../../components/console-context.ts';
import type { Done } from '../../../components/notify.tsx';

/** Asks before a system is refused from then on. */
export function RevokeDialog({
  serviceKey: { id, name },
  onDone,
  onClose,
}: {
  readonly serviceKey: ServiceKey;
  readonly onDone: (done: Done) => void;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('settings');
  const { call } = useConsole();
  const write = useWrite();
  const send = async () => {
    const path = { keyId: id };
    if (await write.send(() => call('DELETE', '/v1/admin/service-keys/{keyId}', noContent, { path })))
      onDone({ text: t('apiKeys.revoke.done', { name }) });
  };
  return (
    <ConfirmDialog
      title={t('apiKeys.revoke.title', { name })}
      button={t('apiKeys.revoke.button')}
      isDangerous
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Text>{t('apiKeys.revoke.what')}</Text>
    </ConfirmDialog>
  );
}
