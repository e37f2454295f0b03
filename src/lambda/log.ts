import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import { metricNamespace } from '../contract/metrics.ts';
import { type Figure, fitsBeside, metricFields, ownLine } from '../middleware/log-line.ts';
import type { Log, Metrics } from '../ports/observability.ts';

/** Levels that hold back a line of level INFO. */
const quieter = new Set(['WARN', 'ERROR', 'CRITICAL', 'FATAL', 'SILENT']);

/** As the library decides it: Lambda's own setting goes before ours. */
function isQuiet({ AWS_LAMBDA_LOG_LEVEL, POWERTOOLS_LOG_LEVEL, LOG_LEVEL }: NodeJS.ProcessEnv): boolean {
  const level = AWS_LAMBDA_LOG_LEVEL || POWERTOOLS_LOG_LEVEL || LOG_LEVEL || '';
  return quieter.has(level.toUpperCase());
}

type Formatted = Parameters<LogFormatter['formatAttributes']>;

/** Makes the library's logger. Its bundle is a file of its own, which is loaded by the first line that is none of a request. */
function createLogger(serviceName: string): Logger {
  /** Without a sampling rate, which is none. Level and time stay: Lambda tells a line's level only where it has both. */
  class LineFormatter extends LogFormatter {
    override formatAttributes(
      { logLevel, message, timestamp, serviceName: service, xRayTraceId }: Formatted[0],
      fields: Formatted[1],
    ): LogItem {
      const attributes = {
        level: logLevel,
        message,
        timestamp: this.formatTimestamp(timestamp),
        // The log group names the function; what is loud is read elsewhere, too.
        ...(logLevel !== 'INFO' && { service }),
        xray_trace_id: xRayTraceId,
      };
      return new LogItem({ attributes }).addAttributes(fields);
    }
  }
  return new Logger({ serviceName, logFormatter: new LineFormatter() });
}

/**
 * Writes the line of a request or record, of level INFO, as the library would, which takes a twentieth of a turn's processor
 * time for it: no field is an error or too deep.
 */
function writeLine(message: string, fields: Readonly<Record<string, unknown>>): void {
  const [, traceId] = /Root=([^;]+)/.exec(process.env._X_AMZN_TRACE_ID ?? '') ?? [];
  const timestamp = new Date().toISOString();
  const own = { level: 'INFO', message, timestamp, xray_trace_id: traceId };
  const line: Record<string, unknown> = { ...own };
  for (const [name, value] of Object.entries(fields))
    if (!Object.hasOwn(own, name) && value !== null && value !== '') line[name] = value;
  process.stdout.write(`${JSON.stringify(line)}\n`);
}

/**
 * Structured JSON logs by Powertools; its level comes from `POWERTOOLS_LOG_LEVEL`. What is said of a request or record by
 * the level INFO is one line.
 * @param serviceName the function, as warnings and errors name it
 */
export function createLog(serviceName: string): Log {
  let made: Logger | undefined;
  const logger = () => {
    made ??= createLogger(serviceName);
    return made;
  };
  const quiet = isQuiet(process.env);
  return {
    info: (message, fields = {}, joining) => {
      if (quiet) return;
      const line = ownLine.getStore();
      if (line) line.say(message, fields, writeLine, joining);
      else logger().info(message, fields);
    },
    warn: (message, fields = {}) => logger().warn(message, fields),
    error: (message, error, fields = {}) => {
      logger().error(message, { ...causeOf(error), ...fields });
    },
  };
}

/** Not everything that is wrong has been thrown; what was thrown need not be an error. */
function causeOf(error: unknown): { readonly error?: Error; readonly reason?: string } {
  if (error instanceof Error) return { error };
  return error === undefined || error === null ? {} : { reason: String(error) };
}

/**
 * Metrics by the log, without a call: in the line of their request or record, else on a line of their own.
 * `POWERTOOLS_METRICS_DISABLED` silences them.
 */
export function createMetrics(stage: string): Metrics {
  const namespace = metricNamespace(stage);
  const write = (of: Omit<Figure, 'namespace'>) => {
    if (process.env.POWERTOOLS_METRICS_DISABLED === 'true') return;
    const figure = { namespace, ...of };
    const line = ownLine.getStore();
    if (line && fitsBeside(line.figures, figure)) {
      line.figures.push(figure);
      return;
    }
    // Not by the console: Lambda's writes a prefix before the line.
    process.stdout.write(`${JSON.stringify(metricFields([figure]))}\n`);
  };
  return {
    count: (name, dimensions, value = 1) => write({ name, dimensions, value }),
    time: (name, dimensions, ms) => write({ name, dimensions, value: Math.max(0, ms) }),
  };
}
