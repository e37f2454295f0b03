import { Code, Table, Text } from '@mantine/core';
import type { AuditEntry } from '../../contract/admin/audit.ts';
import { useTexts } from '../texts/texts.ts';

/** What a change changed, and where it came from; opened when somebody wants to know. */
export function Changes({ entry }: { readonly entry: AuditEntry }) {
  const { audit } = useTexts();
  return (
    <details className="details">
      <summary>{audit.details}</summary>
      {entry.changes.length === 0 ? (
        <Text className="quiet">{audit.noDetails}</Text>
      ) : (
        <div className="sideways">
          <Table>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{audit.field}</Table.Th>
                <Table.Th scope="col">{audit.before}</Table.Th>
                <Table.Th scope="col">{audit.after}</Table.Th>
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
        {audit.address} <Code>{entry.sourceIp}</Code> · {audit.correlationId}{' '}
        <Code>{entry.correlationId}</Code>
      </Text>
    </details>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const { audit } = useTexts();
  if (value === null || value === undefined) return <span className="quiet">{audit.nothing}</span>;
  return <bdi className="value">{typeof value === 'string' ? value : JSON.stringify(value, null, 1)}</bdi>;
}
