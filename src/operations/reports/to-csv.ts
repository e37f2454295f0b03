import type {
  FiguresAnswer,
  LabelsAnswer,
  RefusalsAnswer,
  StepsAnswer,
  VersionsAnswer,
} from '../../contract/admin/reports.ts';
import type { TenantFigures } from './read-reports.ts';

type Value = string | number | boolean | null;

/** A table as spreadsheets read it. @see https://www.rfc-editor.org/rfc/rfc4180 */
export function csvOf(rows: readonly (readonly Value[])[]): string {
  return rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
}

/** Values that start like a formula are written as text: names are untrusted. */
function fieldOf(value: Value): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@\t\r]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Each leaf by its path: `runs.handedOverShare`. */
function flat(of: object, way = ''): [string, Value][] {
  return Object.entries(of).flatMap(([name, value]): [string, Value][] => {
    const path = way === '' ? name : `${way}.${name}`;
    if (path.endsWith('histogram')) return [];
    if (Array.isArray(value)) return value.map((one, n) => [`${path}.${n + 1}`, one as Value]);
    if (typeof value === 'object' && value !== null) return flat(value, path);
    return [[path, value as Value]];
  });
}

/** One line for each row, and one for all; costs of parts behind, a column for each. */
export function figuresCsv({ rows, total, compared, costs = [] }: FiguresAnswer): string {
  const names = flat(total).map(([name]) => name);
  const labels = Object.keys(rows[0]?.label ?? { total: '' });
  const head = [
    ...labels,
    ...names,
    ...(compared ? names.map((name) => `before.${name}`) : []),
    ...costs.map(({ of }) => `costUsd.${of}`),
  ];
  const costsIn = (own: FiguresAnswer['costs'] = []) =>
    costs.map(({ of }) => own.find((one) => one.of === of)?.usd ?? 0);
  const valuesOf = (of: object | null | undefined) => (of ? flat(of).map(([, value]) => value) : []);
  const lines = rows.map(({ label, figures, compared: before, costs: own }) => [
    ...labels.map((name): Value => (Reflect.get(label, name) as Value | undefined) ?? null),
    ...valuesOf(figures),
    ...(compared ? valuesOf(before) : []),
    ...costsIn(own),
  ]);
  const last: Value[] = [
    'total',
    ...labels.slice(1).map(() => null),
    ...valuesOf(total),
    ...valuesOf(compared?.total),
    ...costsIn(costs),
  ];
  return csvOf([head, ...lines, last]);
}

/** One line for each step. */
export function stepsCsv({ flow, started, steps }: StepsAnswer): string {
  const head = ['flow', 'version', 'step', 'started', 'reached', 'left', 'reachedShare', 'leavingShare'];
  const lines = steps.map(({ version, stepId, reached, left, reachedShare, leavingShare }) => [
    ...[flow, version, stepId, started, reached, left, reachedShare, leavingShare],
  ]);
  return csvOf([head, ...lines]);
}

/** One line for each day and label. */
export function labelsCsv({ labels, days }: LabelsAnswer): string {
  const names = new Map(labels.map(({ id, name }) => [id, name]));
  return csvOf([
    ['date', 'label', 'name', 'runs'],
    ...days.map(({ date, id, runs }) => [date, id, names.get(id) ?? null, runs]),
  ]);
}

/** One line for each version, then one for each difference. */
export function versionsCsv({ flow, versions, differences }: VersionsAnswer): string {
  const names = versions.flatMap(({ figures }, n) => (n === 0 ? flat(figures).map(([name]) => name) : []));
  return csvOf([
    ['flow', 'version', ...names],
    ...versions.map(({ version, figures }) => [flow, version, ...flat(figures).map(([, value]) => value)]),
    ['figure', 'difference', 'low', 'high'],
    ...differences.map(({ figure, difference, low, high }) => [figure, difference, low, high]),
  ]);
}

/** One line for each code and site. */
export function refusalsCsv({ rows }: RefusalsAnswer): string {
  const lines = rows.map(({ code, origin, count, messages }) => [code, origin, count, messages]);
  return csvOf([['code', 'origin', 'count', 'messages'], ...lines]);
}

/** One line for each tenant. */
export function tenantsCsv(tenants: readonly TenantFigures[]): string {
  const names = tenants.slice(0, 1).flatMap(({ figures }) => flat(figures).map(([name]) => name));
  return csvOf([
    ['tenant', ...names],
    ...tenants.map(({ tenantId, figures }) => [tenantId, ...flat(figures).map(([, value]) => value)]),
  ]);
}
