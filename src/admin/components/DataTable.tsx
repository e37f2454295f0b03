import { Table } from '@mantine/core';
import type { Key, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';

export interface Column<Row> {
  readonly name: string;
  readonly isNumber?: boolean;
  readonly cell: (row: Row, n: number) => ReactNode;
}

interface Props<Row> {
  readonly title?: string;
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row, n: number) => Key;
  readonly columns: readonly Column<Row>[];
  /** What can be done with a row, at its end. */
  readonly actions?: (row: Row) => ReactNode;
  /** On no card of its own. */
  readonly isPlain?: boolean;
}

/** A table on a card of its own; where the page is narrow its rows become cards, whose cells but the first name their column. */
export function DataTable<Row>({ title, rows, keyOf, columns, actions, isPlain = false }: Props<Row>) {
  const { t } = useTranslation('common');
  return (
    <div className={isPlain ? undefined : 'table-card'}>
      <Table className="stacking" aria-label={title} highlightOnHover={!isPlain}>
        <Table.Thead>
          <Table.Tr>
            {columns.map(({ name, isNumber }, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one name, and none moves.
              <Table.Th key={at} scope="col" className={isNumber ? 'number' : undefined}>
                {name}
              </Table.Th>
            ))}
            {actions && (
              <Table.Th scope="col">
                <span className="only-read">{t('actions')}</span>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, n) => (
            <Table.Tr key={keyOf(row, n)}>
              {columns.map(({ name, isNumber, cell }, at) => (
                <Table.Td
                  // biome-ignore lint/suspicious/noArrayIndexKey: likewise.
                  key={at}
                  data-label={at > 0 ? name : undefined}
                  className={isNumber ? 'number' : undefined}
                >
                  {cell(row, n)}
                </Table.Td>
              ))}
              {actions && <Table.Td className="row-actions">{actions(row)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
