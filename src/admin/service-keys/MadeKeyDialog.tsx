import { Button, Group, Stack, Text } from '@mantine/core';
import type { MadeServiceKey } from '../../contract/service/keys.ts';
import { CopyLine } from '../app/CopyLine.tsx';
import { Dialog } from '../app/Dialog.tsx';
import { useTexts } from '../texts/texts.ts';

/** Shows a key once: it is in no address and no storage, and gone with this dialog. */
export function MadeKeyDialog({
  made: { name, key },
  onClose,
}: {
  readonly made: MadeServiceKey;
  readonly onClose: () => void;
}) {
  const { serviceKeys } = useTexts();
  const { once } = serviceKeys;
  return (
    <Dialog title={once.title(name)}>
      <Stack>
        <Text>{key === null ? once.lost : once.what}</Text>
        {key !== null && <CopyLine name={once.key} line={key} />}
        <Group justify="flex-end">
          <Button onClick={onClose}>{once.button}</Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
