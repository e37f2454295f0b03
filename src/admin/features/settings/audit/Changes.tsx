import { Code, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { AuditEntry } from '../../../../contract/admin/audit.ts';

/** What a change changed, and where it came from; opened when somebody wants to know. */
export function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { t } = useTranslation('settings');
  return (
    <details className="details">
      <summary>{t('audit.details')}</summary>
      {entry.changes.length === 0 ? (
        <Text className="quiet">{t('audit.noDetails')}</Text>
      ) : (
        <div className="sideways">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{t('audit.field')}</Table.Th>
                <Table.Th scope="col">{t('audit.before')}</Table.Th>
                <Table.Th scope="col">{t('audit.after')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {entry.changes.map(({ path, before, after }) => (
                <Table.Tr key={path}>
                  <Table.Td>
                    <Code>{path}</Code>
                  </Table.Td>
                  <Table.Td>
                    <Value value={before} />
                  </Table.Td>
                  <Table.Td>
                    <Value value={after} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      <Text size="sm" className="quiet" mt="xs">
        {t('audit.address')} <Code>{entry.sourceIp}</Code> · {t('audit.correlationId')}{' '}
        <Code>{entry.correlationId}</Code>
      </Text>
    </details>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const { t } = useTranslation('settings');
  if (value === null || value === undefined) return <span className="quiet">{t('audit.nothing')}</span>;
  return <bdi className="value">{typeof value === 'string' ? value : JSON.stringify(value, null, 1)}</bdi>;
}
