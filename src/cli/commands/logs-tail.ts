import { setTimeout as pause } from 'node:timers/promises';
import { type Command, Option } from 'commander';
import { openFunctionLogs } from '../../aws/function-logs.ts';
import { functionTimeoutMs } from '../../contract/function-timeouts.ts';
import { UsageError } from '../errors.ts';
import { followLogs } from '../follow-logs.ts';
import type { Io } from '../io.ts';
import { type LogLevel, logLevels, logLine, patternOf } from '../log-line.ts';
import { type JsonOption, newCommand, withTarget } from '../new-command.ts';
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
/** What can't end a text of a filter pattern. */
const plainText = /^[^"\\\s]{1,256}$/;

/** `logs tail` */
export function logsTail(io: Io): Command {
  return withTarget(
    newCommand('tail', 'print what the functions log, and go on with what they log next; Ctrl-C ends it', [
      'logs tail --local',
      'logs tail --stage prod --level warn --since 1h --no-follow',
      'logs tail --stage prod --correlation rJNXuVz0yqGXvwsXLf6uQ0YT --since 1d',
    ]),
  )
    .option('--function <name...>', `only of these functions: ${functionNames.join(', ')}`)
    .addOption(
      new Option('--level <level>', 'this level and those that are worse').choices(logLevels).default('info'),
    )
    .option('--correlation <id>', 'only lines of this request or message')
    .option('--tenant <id>', 'only lines that name this tenant')
    .option('--since <time>', 'how far back to begin: 30s, 10m, 2h, 7d', '10m')
    .option('--no-follow', 'end after what there is')
    .action(async (options: Options) => {
      const sinceMs = io.nowMs() - msOf(options.since);
      const functions = options.function ?? functionNames;
      assertFunctions(functions);
      const { level, correlation: correlationId, tenant: tenantId } = options;
      for (const text of [correlationId, tenantId])
        if (text !== undefined && !plainText.test(text)) throw new UsageError(`"${text}" is no id.`);
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

const untilAborted = (ms: number, signal: AbortSignal) =>
  pause(ms, undefined, { signal }).catch(() => undefined);

/** @throws UsageError for what is no time */
function msOf(text: string): number {
  const [, count, unit] = /^(\d{1,6})([smhd])$/.exec(text) ?? [];
  if (!count || !unit) throw new UsageError(`"${text}" is no time.`, 'Write for example 30s, 10m, 2h or 7d.');
  return Number(count) * unitMs[unit as keyof typeof unitMs];
}

/** @throws UsageError for a name that is no function's */
function assertFunctions(names: readonly string[]): void {
  const unknown = names.find((name) => !functionNames.includes(name));
  if (unknown !== undefined)
    throw new UsageError(`There is no function "${unknown}".`, `There are ${functionNames.join(', ')}.`);
}
