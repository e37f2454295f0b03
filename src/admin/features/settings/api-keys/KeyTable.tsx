import { Button, Table } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { ServiceKey } from '../../../../contract/service/keys.ts';
import { DataTable } from '../../../components/DataTable.tsx';
import { useTimes } from '../../../components/use-times.ts';
import { capabilityKey } from '../../../locales/i18n.ts';

/** As much of a key as tells it from others. */
const beginningOf = ({ id }: ServiceKey) => `mgw_${id.slice(0, 6)}…`;

/** Keys with what they allow, who made them and when they were last used. */
export function KeyTable({
  found,
  onRevoke,
}: {
  readonly found: readonly ServiceKey[];
  readonly onRevoke: (key: ServiceKey) => void;
}) {
  const { t } = useTranslation(['settings', 'common']);
  const { moment } = useTimes();
  const endOf = ({ expiresAt }: ServiceKey) => {
    if (expiresAt === null) return <span className="quiet">{t('apiKeys.endsNever')}</span>;
    const isOver = Date.parse(expiresAt) <= Date.now();
    return isOver ? <span className="bad">{t('apiKeys.ended')}</span> : moment(expiresAt);
  };
  return (
    <DataTable
      title={t('apiKeys.title')}
      columns={[
        t('apiKeys.name'),
        t('apiKeys.may'),
        t('apiKeys.made'),
        t('apiKeys.used'),
        t('apiKeys.ends'),
        t('common:action'),
      ]}
    >
      {found.map((key) => (
        <Table.Tr key={key.id}>
          <Table.Td className="who-cell">
            <bdi>{key.name}</bdi>{' '}
            <bdi className="quiet" dir="ltr">
              {beginningOf(key)}
            </bdi>
          </Table.Td>
          <Table.Td data-label={t('apiKeys.may')}>
            {key.capabilities.map((capability) => (
              <div key={capability}>{t(`apiKeys.capabilities.${capabilityKey(capability)}`)}</div>
            ))}
          </Table.Td>
          <Table.Td data-label={t('apiKeys.made')}>
            {t('apiKeys.madeBy', { when: moment(key.createdAt), who: key.by.email ?? key.by.id })}
          </Table.Td>
          <Table.Td data-label={t('apiKeys.used')}>
            {key.lastUsedAt === null ? (
              <span className="quiet">{t('apiKeys.never')}</span>
            ) : (
              moment(key.lastUsedAt)
            )}
          </Table.Td>
          <Table.Td data-label={t('apiKeys.ends')}>{endOf(key)}</Table.Td>
          <Table.Td>
            <Button variant="default" size="compact-sm" onClick={() => onRevoke(key)}>
              {t('apiKeys.revoke.open', { name: key.name })}
            </Button>
          </Table.Td>
        </Table.Tr>
      ))}
    </DataTable>
  );
}
