import {
  type Figures,
  type FiguresAnswer,
  type FiguresQuery,
  type FiguresRow,
  rangeBefore,
} from '../../contract/admin/reports.ts';
import { limits } from '../../contract/limits.ts';
import { queuesOf } from '../../contract/queues.ts';
import { invalidParameter } from '../../domain/errors.ts';
import type { Cell } from '../../domain/runs/cells.ts';
import { costOf, recontactMs } from '../../domain/runs/count-run.ts';
import { type FiguresAsOf, figuresOf } from '../../domain/runs/figures.ts';
import { addDays, dayStart, hoursOf, type LocalHour } from '../../domain/runs/local-time.ts';
import type { Directory } from '../../ports/directory.ts';
import type { HandoffIndex } from '../../ports/handoff.ts';
import type { CountRow, RunCounts } from '../../ports/runs.ts';

/** What reading figures uses. */
export interface FiguresPorts {
  readonly counts: Pick<RunCounts, 'hours' | 'days'>;
  readonly directory: Pick<Directory, 'findTenant'>;
  readonly nowMs: () => number;
}

/** Which runs and handoffs are counted. */
export type CellFilter = Pick<FiguresQuery, 'flow' | 'version' | 'channel' | 'place' | 'queue'>;

const dayMs = 24 * 60 * 60_000;
const mostDays = 400;
/** Hours are rows of their own: as many as one answer holds. */
const mostDaysOf: Readonly<Record<string, number>> = { hour: 31, 'weekday-hour': 92 };
const defaultWithin = 60;

/**
 * Figures of a range of days on the tenant's clocks, split as asked, and those of the same length before.
 * @throws `invalid_parameter`
 * @see handoff.md 6.4
 */
export async function readFigures(
  ports: FiguresPorts & QueuePorts,
  tenantId: string,
  query: FiguresQuery,
): Promise<FiguresAnswer> {
  assertRange(query, query.group);
  if (query.version !== undefined && query.flow === undefined)
    throw invalidParameter('version: needs "flow"');
  const zone = await zoneOf(ports, tenantId);
  const [now, waits] = await Promise.all([
    readRange(ports, { tenantId, zone, ...query }),
    isOfQueues(query) ? longestWaits(ports, tenantId) : null,
  ]);
  const before = query.compare && rangeBefore(query);
  const then = before && (await readRange(ports, { tenantId, zone, ...query, ...before, asFarAs: now }));
  const within = Number(query.within ?? defaultWithin);
  const figures = (cells: readonly Cell[], to: string, longestNowMs: number | null = null) =>
    figuresAsOf(ports, { zone, to, within, longestNowMs }, cells);
  const ofQueue = (queue: string | undefined) =>
    waits && Math.max(0, ...(queue === undefined ? waits.values() : [waits.get(queue) ?? 0]));
  return {
    ...{ zone, from: query.from, to: query.to, until: now.until },
    rows: rowsOf(query, now, then).map(({ cells, others, ...row }) => ({
      ...row,
      figures: figures(cells, query.to, 'queue' in row.label ? ofQueue(row.label.queue) : null),
      compared: others && before ? figures(others, before.to) : null,
      ...costsOf(cells, query.costBy),
    })),
    total: figures(now.all, query.to, ofQueue(query.queue)),
    ...costsOf(now.all, query.costBy),
    compared: before && then ? { ...before, total: figures(then.all, before.to) } : null,
  };
}

/** What reading the queues uses. */
export interface QueuePorts {
  readonly inboxIndex: Pick<HandoffIndex, 'list'>;
  readonly directory: Pick<Directory, 'findTenant'>;
  readonly nowMs: () => number;
}

/** The longest current wait by queue; 0 without visitors waiting. */
export async function longestWaits(
  ports: QueuePorts,
  tenantId: string,
): Promise<ReadonlyMap<string, number>> {
  const queues = queuesOf(await ports.directory.findTenant(tenantId));
  const waits = await Promise.all(
    queues.map(async (queue) => [queue, await longestIn(ports, tenantId, queue)] as const),
  );
  return new Map(waits);
}

/** Those at the top of a queue stand at an earlier time than they asked at, and may have asked later than others. */
async function longestIn({ inboxIndex, nowMs }: QueuePorts, tenantId: string, name: string): Promise<number> {
  const now = nowMs();
  const first = (fromMs: number) => inboxIndex.list(tenantId, { of: 'queue', name }, { fromMs, limit: 1 });
  const [top, others] = await Promise.all([first(0), first(now - limits.topOfQueueMs)]);
  const asked = [...top, ...others].map(({ atMs }) =>
    atMs < now - limits.topOfQueueMs ? atMs + limits.topOfQueueMs : atMs,
  );
  return asked.length === 0 ? 0 : Math.max(0, now - Math.min(...asked));
}

type Row = Pick<FiguresRow, 'key' | 'label'>;
type Keyed = (cell: Cell) => Row | null;

/** Rows of what was counted, each with what it is compared with. */
function rowsOf(
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

/** The cost of parts of the counts, highest first; empty if not requested. */
function costsOf(cells: readonly Cell[], by: FiguresQuery['costBy']): Pick<FiguresRow, 'costs'> {
  if (by === undefined) return {};
  const parts = Map.groupBy(cells, (cell) => keys[by]?.(cell)?.key ?? '');
  const costs = [...parts].map(([of, own]) => ({ of, usd: costOf(own) }));
  return { costs: costs.filter(({ usd }) => usd > 0).sort((a, b) => b.usd - a.usd) };
}

/** The queues know neither channels nor flows, and no days: they are as they are at this moment. */
const isOfQueues = ({ flow, channel, place, group = 'queue' }: FiguresQuery): boolean =>
  flow === undefined && channel === undefined && place === undefined && group === 'queue';

/** @throws `invalid_parameter` */
export function assertRange({ from, to }: Pick<FiguresQuery, 'from' | 'to'>, group: string = 'day'): void {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  const most = mostDaysOf[group] ?? mostDays;
  if (days < 1) throw invalidParameter('to: lies before "from"');
  if (days > most) throw invalidParameter(`to: ${most} days at most lie in one answer of this kind`);
}

/** The tenant's clocks. */
export async function zoneOf(
  { directory }: Pick<FiguresPorts, 'directory'>,
  tenantId: string,
): Promise<string> {
  return (await directory.findTenant(tenantId))?.time_zone ?? 'UTC';
}

/** The figures of cells, of a range that ends on a day. */
export function figuresAsOf(
  { nowMs }: Pick<FiguresPorts, 'nowMs'>,
  {
    zone,
    to,
    within = defaultWithin,
    ...more
  }: { readonly zone: string; readonly to: string } & Partial<Pick<FiguresAsOf, 'within' | 'longestNowMs'>>,
  cells: readonly Cell[],
): Figures {
  const endMs = dayStart(zone, addDays(to, 1));
  return figuresOf(cells, { nowMs: nowMs(), within, ...more, resolvedFinal: endMs + recontactMs <= nowMs() });
}

type RangeQuery = CellFilter & {
  readonly tenantId: string;
  readonly zone: string;
  readonly from: string;
  readonly to: string;
  readonly group?: string | undefined;
  /** The comparison range: today is compared up to the same time of day. */
  readonly asFarAs?: ReadRange;
};

/** Reads what was counted in a range. */
export async function readRange(
  { counts, nowMs }: Pick<FiguresPorts, 'counts' | 'nowMs'>,
  query: RangeQuery,
): Promise<ReadRange> {
  const { tenantId, zone, from, to, group, asFarAs } = query;
  const fits = filterOf(query);
  const rows: CountRow[] = [];
  const cellsOf = (row: CountRow | undefined): readonly Cell[] => {
    if (!row) return [];
    rows.push(row);
    return row.cells.filter(fits);
  };
  const readHours = async (first: string, last: string) => {
    const hours = hoursOf(zone, first, last);
    const [begin = 0, end = 0] = [hours[0]?.startMs, (hours.at(-1)?.startMs ?? 0) + dayMs / 24];
    const found = await counts.hours(tenantId, begin, end);
    return hours.map((hour) => ({ hour, date: hour.date, cells: cellsOf(found.get(hour.startMs)) }));
  };
  const readDays = async (last: string) => {
    if (last < from) return [];
    const found = await counts.days(tenantId, from, last);
    return daysOf(from, last).map((date) => ({ date, cells: cellsOf(found.get(date)) }));
  };
  const cut = asFarAs?.hoursOfLastDay ?? null;
  const isByHours = group === 'hour' || group === 'weekday-hour';
  const parts = isByHours
    ? await readHours(from, to)
    : [
        ...(await readDays(cut === null ? to : addDays(to, -1))),
        ...(cut === null ? [] : await readHours(to, to)),
      ];
  const kept = cut === null ? parts : withoutLate(parts, to, cut);
  const begun = hoursOf(zone, to, to).filter(({ startMs }) => startMs <= nowMs()).length;
  const isRunning = begun > 0 && dayStart(zone, addDays(to, 1)) > nowMs();
  const latest = Math.max(...rows.map(({ readStartedAtMs }) => readStartedAtMs));
  return {
    parts: kept,
    all: kept.flatMap(({ cells }) => cells),
    until: rows.length === 0 ? null : new Date(latest).toISOString(),
    hoursOfLastDay: isRunning ? begun : null,
  };
}

/** Without the hours of a range's last day that the day compared with has not come to. */
function withoutLate(parts: ReadRange['parts'], to: string, hours: number): ReadRange['parts'] {
  const ofLastDay = parts.filter(({ date }) => date === to);
  const late = new Set(ofLastDay.slice(hours));
  return parts.filter((part) => !late.has(part));
}

/** Counts of a range, by its hours or its days, in their order. */
interface ReadRange {
  readonly parts: readonly {
    readonly hour?: LocalHour;
    readonly date: string;
    readonly cells: readonly Cell[];
  }[];
  readonly all: readonly Cell[];
  readonly until: string | null;
  /** Hours of the last day that have begun, while it is not over. */
  readonly hoursOfLastDay: number | null;
}

/** The dates of a range. */
export function daysOf(from: string, to: string): readonly string[] {
  const days = (Date.parse(to) - Date.parse(from)) / dayMs + 1;
  return Array.from({ length: days }, (_, n) => addDays(from, n));
}

function filterOf({ flow, version, channel, place, queue }: CellFilter) {
  return ({ of }: Cell): boolean =>
    (flow === undefined || of.flow === flow) &&
    (version === undefined || of.version === version) &&
    (channel === undefined || of.channel === channel) &&
    (place === undefined || of.place === place) &&
    (queue === undefined || of.kind === 'run' || of.queue === queue);
}
