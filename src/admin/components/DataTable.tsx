import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  readonly title: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}

/** A table on a card of its own; where the page is narrow its rows become cards, whose cells but the first name their column. */
export function DataTable({ title, columns, children }: Props) {
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
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </div>
  );
}
