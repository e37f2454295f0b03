import { Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { FlowDetail } from '../../../../contract/admin/flows.ts';
import { CopyLine } from '../../../components/CopyLine.tsx';
import { Dialog } from '../../../components/Dialog.tsx';
import { AskAdmins } from '../../../components/NoPermission.tsx';
import { Checked } from './Checked.tsx';
import { useGate } from './use-gate.ts';

/** What an admin would publish, for who may not: the same checks, and the link that opens the dialog for an admin. */
export function AskToPublish({ flow, onClose }: { readonly flow: FlowDetail; readonly onClose: () => void }) {
  const { t } = useTranslation(['flows', 'common']);
  const gate = useGate(flow.id);
  // The dialog is in the address: it is the very link.
  const link = `${location.origin}${location.pathname}?publish`;
  return (
    <Dialog title={t('publish.askTitle')} onClose={onClose}>
      <Stack>
        <Checked flow={flow} gate={gate} />
        <Text>
          {t('publish.needsRole')} <AskAdmins />
        </Text>
        <CopyLine name={t('publish.link')} line={link} />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {t('common:close')}
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
