import { Table } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  readonly title: string;
  readonly columns: readonly string[];
  /** Whether its last column has row actions. */
  readonly hasActions?: boolean;
  readonly children: ReactNode;
}

/** A table on a card of its own; where the page is narrow its rows become cards, whose cells but the first name their column. */
export function DataTable({ title, columns, hasActions = false, children }: Props) {
  const { t } = useTranslation('common');
  return (
    <div className="table-card">
      <Table className="stacking" aria-label={title} highlightOnHover>
        <Table.Thead>
          <Table.Tr>
            {columns.map((column) => (
              <Table.Th key={column} scope="col">
                {column}
              </Table.Th>
            ))}
            {hasActions && (
              <Table.Th scope="col">
                <span className="only-read">{t('actions')}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}
