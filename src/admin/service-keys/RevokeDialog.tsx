import { Text } from '@mantine/core';
import type { ServiceKey } from '../../contract/service/keys.ts';
import { noContent } from '../api/api.ts';
import { useWrite } from '../api/use-write.ts';
import { ConfirmDialog } from '../app/ConfirmDialog.tsx';
import { useConsole } from '../app/console-context.ts';
import type { Done } from '../app/notify.tsx';
import { useTexts } from '../texts/texts.ts';

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
  const { serviceKeys } = useTexts();
  const { revoke } = serviceKeys;
  const { call } = useConsole();
  const write = useWrite();
  const send = async () => {
    const path = { keyId: id };
    if (await write.send(() => call('DELETE', '/v1/admin/service-keys/{keyId}', noContent, { path })))
      onDone({ text: revoke.done(name) });
  };
  return (
    <ConfirmDialog
      title={revoke.title(name)}
      button={revoke.button}
      isDangerous
      write={write}
      onClose={onClose}
      onConfirm={() => void send()}
    >
      <Text>{revoke.what}</Text>
    </ConfirmDialog>
  );
}
