import { setTimeout as pause } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import * as z from 'zod/mini';
import { type FunctionLogs, type LogEvent, openFunctionLogs } from '../../aws/function-logs.ts';
import { functionTimeoutMs } from '../../contract/function-settings.ts';
import { UsageError } from '../explain-error.ts';
import { type Io, onOneLine } from '../io.ts';
import { type JsonOption, newTargetCommand } from '../new-command.ts';
import { resolveTarget, type TargetOptions } from '../target.ts';

interface Options extends TargetOptions, JsonOption {
  readonly function?: readonly string[];
  readonly level: LogLevel;
  readonly since: string;
  readonly correlation?: string;
  readonly tenant?: string;
  readonly follow: boolean;
}

const functionNames = Object.keys(functionTimeoutMs);
const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;
/** Characters that can't end a term of a filter pattern. */
const plainText = /^[^"\\\s]{1,256}$/;

/** `logs tail` */
export function logsTail(io: Io): Command {
  return newTargetCommand('tail', 'print the log lines of the functions and follow them; Ctrl-C ends it', [
    'logs tail --local',
    'logs tail --stage prod --level warn --since 1h --no-follow',
    'logs tail --stage prod --correlation rJNXuVz0yqGXvwsXLf6uQ0YT --since 1d',
  ])
    .option('--function <name...>', `only of these functions: ${functionNames.join(', ')}`)
    .addOption(new Option('--level <level>', 'the minimum level').choices(logLevels).default('info'))
    .option('--correlation <id>', 'only lines of this request or message')
    .option('--tenant <id>', 'only lines that name this tenant')
    .option('--since <time>', 'how far back to start: 30s, 10m, 2h, 7d', '10m')
    .option('--no-follow', 'stop at the latest line')
    .action(async (options: Options) => {
      const sinceMs = io.nowMs() - msOf(options.since);
      const functions = options.function ?? functionNames;
      assertFunctions(functions);
      const { level, correlation: correlationId, tenant: tenantId } = options;
      for (const text of [correlationId, tenantId])
        if (text !== undefined && !plainText.test(text)) throw new UsageError(`"${text}" is not a valid ID.`);
      const target = await resolveTarget(options, io);
      const stop = new AbortController();
      if (options.follow) void io.interrupted().then(() => stop.abort());
      const rounds = followLogs(openFunctionLogs(target.env, target.tablePrefix), {
        functions,
        sinceMs,
        pattern: patternOf({ level, correlationId, tenantId }),
        follow: options.follow,
        isOver: () => stop.signal.aborted,
        // The embedded log has no quota.
        pause: (ms) => (target.local && ms < 1_000 ? Promise.resolve() : untilAborted(ms, stop.signal)),
      });
      for await (const round of rounds) {
        for (const event of round) {
          const line = options.json ? event.text.trim() : logLine(event);
          if (line) io.out(line);
        }
      }
    });
}

/** From the quietest to the loudest, as functions write them. */
const logLevels = ['debug', 'info', 'warn', 'error'] as const;
type LogLevel = (typeof logLevels)[number];

const written = z.looseObject({
  level: z.string(),
  message: z.string(),
  /** The earlier lines of the same request or record. */
  after: z._default(z.array(z.string()), []),
});
const ofLambda = z.looseObject({
  type: z.string(),
  record: z.looseObject({ status: z.optional(z.string()) }),
});
/** Fields that are shown in other columns, or equal on every line. */
const left = new Set([
  ...['level', 'message', 'after', 'timestamp', 'service', 'sampling_rate', 'xray_trace_id', 'correlationId'],
  ...['cold_start', 'function_arn', 'function_memory_size', 'function_name', 'function_request_id'],
]);

/** The fields of embedded metrics: their names begin with a capital letter, unlike those of log fields. */
const metrics = /^(_aws$|[A-Z])/;

/** A filter for CloudWatch, which reads fewer bytes out than a filter of ours would. */
export function patternOf(wanted: {
  readonly level: LogLevel;
  readonly correlationId?: string | undefined;
  readonly tenantId?: string | undefined;
}): string | undefined {
  const levels = logLevels.slice(logLevels.indexOf(wanted.level)).map((level) => level.toUpperCase());
  const tests = [
    ...(levels.length < logLevels.length
      ? [`(${levels.map((level) => `$.level = "${level}"`).join(' || ')})`]
      : []),
    ...(wanted.correlationId ? [`$.correlationId = "${wanted.correlationId}"`] : []),
    ...(wanted.tenantId ? [`$.tenantId = "${wanted.tenantId}"`] : []),
  ];
  return tests.length > 0 ? `{ ${tests.join(' && ')} }` : undefined;
}

/**
 * An event as a line: when, which function, how loud, what, and the fields in the order in which they were written.
 * @returns null for metrics, and for what Lambda writes of an invocation that went well
 */
export function logLine({ functionName, timeMs, text }: FunctionEvent): string | null {
  const data = jsonOf(text);
  const line = written.safeParse(data);
  const head = (level: string) =>
    `${new Date(timeMs).toISOString()}  ${functionName.padEnd(12)}  ${level.toUpperCase().padEnd(5)}  `;
  if (line.success) {
    const { level, message, after, correlationId } = line.data;
    const parts = [...after, message].map(onOneLine).join(', ');
    const fields = Object.entries(line.data).filter(([name]) => !left.has(name) && !metrics.test(name));
    const id = typeof correlationId === 'string' ? `  ${correlationId}` : '';
    return `${head(level)}${parts}${id}${fields.map(fieldInWords).join('')}`;
  }
  const report = ofLambda.safeParse(data);
  if (report.success) {
    const { type, record } = report.data;
    return record.status === undefined || record.status === 'success'
      ? null
      : `${head('error')}${type} ${JSON.stringify(record)}`;
  }
  return data === undefined && text.trim() !== '' ? `${head('')}${onOneLine(text.trim())}` : null;
}

/** An event, and the function that wrote it. */
export interface FunctionEvent extends LogEvent {
  readonly functionName: string;
}

interface FollowOptions {
  readonly functions: readonly string[];
  readonly sinceMs: number;
  readonly pattern?: string | undefined;
  /** False reads what there is and ends. */
  readonly follow: boolean;
  readonly pause: (ms: number) => Promise<void>;
  /** Whether to stop before the next call. */
  readonly isOver: () => boolean;
}

/** FilterLogEvents may be called five times a second in an account and region; others look at logs, too. */
const betweenCallsMs = 250;
const betweenRoundsMs = 1_000;
/** Events reach CloudWatch late and out of order: what is this old is read once more. */
const lateMs = 30_000;

/**
 * The events of functions' logs, each once: a round's in the order of their times, then what has come since.
 * @throws what reading throws
 */
export async function* followLogs(
  logs: FunctionLogs,
  options: FollowOptions,
): AsyncGenerator<readonly FunctionEvent[], void> {
  const seen = new Map<string, number>();
  const from = new Map(options.functions.map((name) => [name, options.sinceMs]));
  while (!options.isOver()) {
    const round: FunctionEvent[] = [];
    for (const [functionName, sinceMs] of from) {
      for await (const event of readAll(logs, functionName, sinceMs, options)) {
        if (seen.has(event.id)) continue;
        seen.set(event.id, event.timeMs);
        round.push({ ...event, functionName });
      }
      const latest = round.filter((event) => event.functionName === functionName).at(-1)?.timeMs ?? 0;
      from.set(functionName, Math.max(sinceMs, latest - lateMs));
    }
    if (round.length > 0) yield round.toSorted((a, b) => a.timeMs - b.timeMs);
    if (!options.follow) return;
    const oldest = Math.min(...from.values());
    for (const [id, timeMs] of seen) if (timeMs < oldest) seen.delete(id);
    await options.pause(betweenRoundsMs);
  }
}

async function* readAll(
  logs: FunctionLogs,
  functionName: string,
  sinceMs: number,
  { pattern, pause, isOver }: FollowOptions,
): AsyncGenerator<LogEvent, void> {
  let after: string | undefined;
  do {
    if (isOver()) return;
    const page = await logs.read(functionName, { sinceMs, pattern, after });
    yield* page?.events ?? [];
    after = page?.next;
    await pause(betweenCallsMs);
  } while (after);
}

function fieldInWords([name, value]: [string, unknown]): string {
  const text = typeof value === 'string' && /^[^\s"=]+$/.test(value) ? value : JSON.stringify(value);
  return `  ${name}=${text}`;
}

/** Undefined for what is no JSON. */
function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const untilAborted = (ms: number, signal: AbortSignal) =>
  pause(ms, undefined, { signal }).catch(() => undefined);

/** @throws UsageError for what is no time */
function msOf(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (!count || !unit)
    throw new UsageError(`"${text}" is not a duration.`, 'Use for example 30s, 10m, 2h or 7d.');
  return Number(count) * unitMs[unit as keyof typeof unitMs];
}

/** @throws UsageError for a name that is no function's */
function assertFunctions(names: readonly string[]): void {
  const unknown = names.find((name) => !functionNames.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no function "${unknown}".`, `There are ${functionNames.join(', ')}.`);
}
