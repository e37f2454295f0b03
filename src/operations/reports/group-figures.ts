import type { FiguresQuery, FiguresRow } from '../../contract/admin/reports.ts';
import type { Cell } from '../../domain/runs/cells.ts';
import { costOf } from '../../domain/runs/cost.ts';
import type { ReadRange } from './range.ts';

type Row = Pick<FiguresRow, 'key' | 'label'>;
type Keyed = (cell: Cell) => Row | null;

/** Rows of what was counted, each with what it is compared with. */
export function rowsOf(
  { group }: Pick<FiguresQuery, 'group'>,
  now: ReadRange,
  then: ReadRange | undefined,
): (Row & { readonly cells: readonly Cell[]; readonly others: readonly Cell[] | null })[] {
  if (group === undefined) return [];
  if (group === 'day' || group === 'hour') {
    const before = mergedDays(then, group);
    return mergedDays(now, group).map((part, n) => ({
      ...part,
      others: then ? (before[n]?.cells ?? []) : null,
    }));
  }
  const keyed = (range: ReadRange | undefined) => groupCells(range, group);
  const [rows, others] = [keyed(now), keyed(then)];
  return [...rows].map(([, row]) => ({ ...row, others: then ? (others.get(row.key)?.cells ?? []) : null }));
}

/** By time, in its order: a day that was read by its hours is one again. */
function mergedDays(range: ReadRange | undefined, group: 'day' | 'hour') {
  const keyOf = ({ date, hour }: ReadRange['parts'][number]) => (group === 'hour' && hour ? hour.at : date);
  const alike = Map.groupBy(range?.parts ?? [], keyOf);
  return [...alike].map(([key, parts]) => ({
    key,
    label: group === 'hour' ? { at: key } : { date: key },
    cells: parts.flatMap(({ cells }) => cells),
  }));
}

const twice = (value: number) => String(value).padStart(2, '0');

function groupCells(range: ReadRange | undefined, group: string) {
  const rows = new Map<string, Row & { cells: Cell[] }>();
  const add = (row: Row, cells: readonly Cell[]) => {
    const known = rows.get(row.key) ?? { ...row, cells: [] };
    known.cells.push(...cells);
    rows.set(row.key, known);
  };
  for (const { hour, cells } of range?.parts ?? []) {
    if (group === 'weekday-hour' && hour) {
      const { weekday, hour: at } = hour;
      add({ key: `${weekday} ${twice(at)}`, label: { weekday, hour: at } }, cells);
    }
    for (const cell of cells) {
      const row = keys[group]?.(cell);
      if (row) add(row, [cell]);
    }
  }
  return new Map([...rows].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true })));
}

const keys: Readonly<Record<string, Keyed>> = {
  flow: ({ of: { flow } }) => ({ key: flow, label: { flow } }),
  version: ({ of: { flow, version } }) => ({ key: `${flow}@${version}`, label: { flow, version } }),
  channel: ({ of: { channel } }) => ({ key: channel, label: { channel } }),
  place: ({ of: { channel, place } }) => ({ key: `${channel}/${place ?? ''}`, label: { channel, place } }),
  queue: ({ of: { queue } }) => (queue === undefined ? null : { key: queue, label: { queue } }),
  owner: ({ of: { owner, ownerName = '' } }) =>
    owner === undefined ? null : { key: owner, label: { owner: ownerName } },
};

/** What parts of what was counted cost, the dearest first; nothing where that is not asked. */
export function costsOf(cells: readonly Cell[], by: FiguresQuery['costBy']): Pick<FiguresRow, 'costs'> {
  if (by === undefined) return {};
  const parts = Map.groupBy(cells, (cell) => keys[by]?.(cell)?.key ?? '');
  const costs = [...parts].map(([of, own]) => ({ of, usd: costOf(own) }));
  return { costs: costs.filter(({ usd }) => usd > 0).sort((a, b) => b.usd - a.usd) };
}
