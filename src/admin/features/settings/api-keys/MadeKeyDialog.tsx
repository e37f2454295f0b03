import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { MadeServiceKey } from '../../../../contract/service/keys.ts';
import { CopyLine } from '../../../components/CopyLine.tsx';
import { Dialog } from '../../../components/Dialog.tsx';

/** Shows a key once: it is in no address and no storage, and gone with this dialog. */
export function MadeKeyDialog({
  made: { name, key },
  onClose,
}: {
  readonly made: MadeServiceKey;
  readonly onClose: () => void;
}) {
  const { t } = useTranslation('settings');
  return (
    <Dialog title={t('apiKeys.once.title', { name })}>
      <Stack>
        <Text>{key === null ? t('apiKeys.once.lost') : t('apiKeys.once.what')}</Text>
        {key !== null && <CopyLine name={t('apiKeys.once.key')} line={key} />}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t('apiKeys.once.button')}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
