import type { Command } from 'commander';
import * as z from 'zod/mini';
import { InboxIndexTable } from '../aws/inbox-tables.ts';
import { RefusalsTable } from '../aws/refusals-table.ts';
import { RunCountsTable } from '../aws/run-counts-table.ts';
import { inWords, problemsOf } from '../contract/in-words.ts';
import { isProblem } from '../domain/errors.ts';
import { addDays, hourOf } from '../domain/runs/local-time.ts';
import { positionOf } from '../operations/list-cursor.ts';
import type { FiguresPorts, QueuePorts } from '../operations/reports/read-figures.ts';
import type { RefusalPorts } from '../operations/reports/read-reports.ts';
import { UsageError } from './explain-error.ts';
import type { Io } from './io.ts';
import { type JsonOption, newTargetCommand } from './new-command.ts';
import { type TenantRecords, tenantRecords } from './stored-flow.ts';
import type { Target, TargetOptions } from './target.ts';

/** Options of every report. */
export interface ReportOptions extends TargetOptions, JsonOption, CsvOption {
  readonly tenant: string;
  readonly from?: string;
  readonly to?: string;
}

export interface CsvOption {
  readonly csv?: boolean;
}

const defaultDays = 7;

/** Lets a command print its result as a table for spreadsheets. */
export function withCsv(command: Command): Command {
  return command.option('--csv', 'print the result as CSV, for a spreadsheet');
}

/** A command that reports on a range of a tenant's days. */
export function newRangeReport(name: string, description: string, examples: readonly string[]): Command {
  return withCsv(newTargetCommand(name, description, examples))
    .requiredOption('--tenant <id>', 'the tenant')
    .option(
      '--from <date>',
      `first day, in the tenant’s time zone; default: ${defaultDays} days, up to the last day`,
    )
    .option('--to <date>', 'last day; default: today');
}

/** A command that reports on runs of a range of days. */
export function newReport(name: string, description: string, examples: readonly string[]): Command {
  return newRangeReport(name, description, examples)
    .option('--channel <name>', 'only this channel')
    .option('--place <id>', 'only this widget or channel account');
}

/** What a report reads. */
export async function reportPorts(
  options: TargetOptions & { readonly tenant: string },
  io: Io,
): Promise<
  FiguresPorts & QueuePorts & RefusalPorts & { readonly records: TenantRecords; readonly zone: string }
> {
  const records = await tenantRecords(options, io);
  const { clients, tablePrefix } = records.target;
  const { directory } = records.admin;
  return {
    records,
    zone: (await directory.findTenant(options.tenant))?.time_zone ?? 'UTC',
    counts: new RunCountsTable(clients.dynamodb, tablePrefix, io.nowMs),
    inboxIndex: new InboxIndexTable(clients.dynamodb, tablePrefix, io.nowMs),
    refusals: new RefusalsTable(clients.dynamodb, tablePrefix, io.nowMs),
    directory,
    nowMs: io.nowMs,
  };
}

/** The requested days; default: the last seven. */
export function daysOf(
  { from, to }: Pick<ReportOptions, 'from' | 'to'>,
  { zone, nowMs }: { readonly zone: string; readonly nowMs: () => number },
): { readonly from: string; readonly to: string } {
  const last = to ?? hourOf(zone, nowMs()).date;
  // An invalid date is reported below, with the other problems.
  return {
    from: from ?? (z.iso.date().safeParse(last).success ? addDays(last, 1 - defaultDays) : last),
    to: last,
  };
}

/**
 * Options as the question that the API takes.
 * @throws UsageError
 */
export function questionIn<Schema extends z.ZodMiniType>(schema: Schema, options: object): z.infer<Schema> {
  const parsed = z.safeParse(schema, options, { error: inWords });
  if (parsed.success) return parsed.data;
  const [first] = problemsOf(parsed.error);
  throw new UsageError(first ? `--${first.path} ${first.message}.` : 'Invalid filters.');
}

/** What a command stores, checked as the API checks it. @throws UsageError that names every problem */
export function checkedBody<Schema extends z.ZodMiniType>(schema: Schema, body: unknown): z.infer<Schema> {
  const parsed = z.safeParse(schema, body, { error: inWords });
  if (parsed.success) return parsed.data;
  const problems = problemsOf(parsed.error).map(({ path, message }) => `${path} ${message}`.trim());
  throw new UsageError(problems.join('; '));
}

/** Formats an API error in terms of options: `to: lies before "from"`. */
export async function asking<Answer>(work: Promise<Answer>): Promise<Answer> {
  return work.catch((error: unknown) => {
    if (!isProblem(error, 'invalid_parameter')) throw error;
    throw new UsageError(`--${error.message.replace(/^([a-z]+): /, '$1 ')}.`);
  });
}

/** Returns the position after which a list continues; null without `--cursor`. @throws UsageError for another list's cursor */
export async function positionIn(
  { idKeys }: Pick<Target, 'idKeys'>,
  cursor: string | undefined,
  question: string,
): Promise<string | null> {
  return asking((async () => (cursor === undefined ? null : positionOf(await idKeys(), cursor, question)))());
}

/** Prints a result for a person, for a program, or for a spreadsheet. */
export function printReport(
  io: Io,
  { json, csv }: JsonOption & CsvOption,
  result: { readonly text: () => string; readonly data: unknown; readonly csv: () => string },
): void {
  if (json && csv) throw new UsageError('--json and --csv exclude each other.', 'Pass one of them.');
  if (json) io.out(JSON.stringify(result.data, null, 2));
  // Lines as a terminal has them: what looks like another character is escaped when it is printed.
  else io.out(csv ? result.csv().replaceAll('\r\n', '\n').trimEnd() : result.text());
}

/** `12.5 %` */
export const percent = (share: number | null): string =>
  share === null ? '' : `${(100 * share).toFixed(1)} %`;

/** `1.2 s`, `4 min`, `3.5 h` */
export function duration(ms: number | null): string {
  if (ms === null) return '';
  if (ms < 1_000) return `${ms} ms`;
  if (ms < 60_000) return `${(ms / 1_000).toFixed(1)} s`;
  if (ms < 3_600_000) return `${(ms / 60_000).toFixed(1)} min`;
  return `${(ms / 3_600_000).toFixed(1)} h`;
}

/** `acme, 2026-10-19 to 2026-10-25 in Europe/Berlin, counted until 2026-10-25T14:02:00.000Z` */
export function rangeInWords(
  tenant: string,
  {
    zone,
    from,
    to,
    until,
  }: { readonly zone: string; readonly from: string; readonly to: string; readonly until: string | null },
): string {
  const counted = until === null ? 'nothing counted yet' : `counted until ${until}`;
  return `${tenant}, ${from} to ${to} in ${zone}, ${counted}`;
}
