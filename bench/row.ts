/** One line of the table. */
export interface Row {
  readonly name: string;
  readonly unit: string;
  /** The least that anything could do here; how it is done, `floorIs` says. */
  readonly floor?: number;
  readonly floorIs?: string;
  readonly ours: number;
  /** The same of an earlier commit, measured in turn with ours. */
  readonly before?: number;
  /** The most that ours may be: in the unit, or as a multiple of the floor or of what is measured beside it. */
  readonly budget?: { readonly most: number; readonly of: 'unit' | 'floor' | 'before' };
  /** Counted, and so the same on every machine; else measured, of which only ratios count. */
  readonly kind: 'counted' | 'measured';
  /** Others that do a part of the same. */
  readonly peers?: Readonly<Record<string, number>>;
}

/** Ours by the floor; undefined without one. */
export const ratioOf = ({ floor, ours }: Row): number | undefined => (floor ? ours / floor : undefined);

/** Whether a row keeps its budget; undefined for one without, or without what it is a multiple of. */
export function keepsBudget(row: Row): boolean | undefined {
  const { budget, ours, before } = row;
  if (!budget) return undefined;
  if (budget.of === 'before') return before === undefined ? undefined : ours / before <= budget.most;
  return (budget.of === 'unit' ? ours : (ratioOf(row) ?? ours)) <= budget.most;
}

function budgetOf({ budget }: Row): string {
  if (!budget) return '';
  return `${short(budget.most)}${{ unit: '', floor: '×', before: '× before' }[budget.of]}`;
}

const short = (value: number | undefined) =>
  value === undefined
    ? ''
    : value >= 100
      ? value.toFixed(0)
      : value >= 10
        ? value.toFixed(1)
        : value.toFixed(2);

/** The rows as a table of Markdown, which a terminal shows well enough. */
export function tableOf(rows: readonly Row[]): string {
  const hasBefore = rows.some(({ before }) => before !== undefined);
  const head = [
    '',
    'unit',
    'floor',
    'ours',
    'ratio',
    'budget',
    '',
    ...(hasBefore ? ['before', 'ours/before'] : []),
  ];
  const cells = rows.map((row) => [
    row.name,
    row.unit,
    short(row.floor),
    short(row.ours),
    ratioOf(row) === undefined ? '' : `${short(ratioOf(row))}×`,
    budgetOf(row),
    keepsBudget(row) === undefined ? '' : keepsBudget(row) ? 'kept' : 'MISSED',
    ...(hasBefore ? [short(row.before), row.before ? `${short(row.ours / row.before)}×` : ''] : []),
  ]);
  const widths = head.map((name, n) =>
    Math.max(name.length, 3, ...cells.map((line) => line[n]?.length ?? 0)),
  );
  const lineOf = (line: readonly string[]) =>
    `| ${line.map((cell, n) => (n < 2 ? cell.padEnd(widths[n] ?? 0) : cell.padStart(widths[n] ?? 0))).join(' | ')} |`;
  const rule = `|${widths.map((width, n) => (n < 2 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`)).join('|')}|`;
  return [lineOf(head), rule, ...cells.map(lineOf)].join('\n');
}
