import { Table } from '@mantine/core';
import type { ReactNode } from 'react';

/** A table whose rows become cards where the page is narrow: each of its cells but the first names its column then. */
export function StackingTable({
  title,
  columns,
  children,
}: {
  readonly title: string;
  readonly columns: readonly string[];
  readonly children: ReactNode;
}) {
  return (
    <Table className="stacking" aria-label={title}>
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
  );
}
