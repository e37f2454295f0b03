import { Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { capabilities } from '../../contract/roles.ts';
import { capabilityKey } from '../locales/i18n.ts';
import { leastRole } from './areas.ts';
import { useRole } from './console-context.ts';
import { Dialog } from './Dialog.tsx';

interface Props {
  readonly onClose: () => void;
}

/** Shows what the user's role allows, and which role would allow the rest. @see spec "Roles" */
export function PermissionsDialog({ onClose }: Props) {
  const { t } = useTranslation('common');
  const { may } = useRole();
  return (
    <Dialog title={t('permissions')} onClose={onClose}>
      <Table aria-label={t('permissions')}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{t('action')}</Table.Th>
            <Table.Th scope="col">{t('allowed')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {capabilities.map((capability) => (
            <Table.Tr key={capability}>
              <Table.Td>{t(`capabilities.${capabilityKey(capability)}`)}</Table.Td>
              <Table.Td className={may(capability) ? 'good' : 'quiet'}>
                {may(capability)
                  ? `✓ ${t('yes')}`
                  : t('needsRole', { role: t(`roles.${leastRole(capability)}`) })}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Dialog>
  );
}
