import { AsyncLocalStorage } from 'node:async_hooks';
import { LogFormatter, Logger, LogItem, LogLevelThreshold } from '@aws-lambda-powertools/logger';
import {
  dimensionNames,
  type MetricDimensions,
  type MetricName,
  metricNamespace,
} from '../contract/metrics.ts';
import type { Joining, Log, Metrics } from '../ports/observability.ts';

type Fields = Readonly<Record<string, unknown>>;

type Formatted = Parameters<LogFormatter['formatAttributes']>;

/** Makes the library's logger. Its bundle is a file of its own, which the first line loads. */
function createLogger(serviceName: string): Logger {
  /** Without a sampling rate, which isn't used. Level and time stay: Lambda detects a line's level only with both. */
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
 * Structured JSON logs by Powertools, whose level is `POWERTOOLS_LOG_LEVEL`. All INFO messages of a request or
 * record are one line.
 * @param serviceName the function, as in warnings and errors
 */
export function createLog(serviceName: string): Log {
  let made: Logger | undefined;
  const logger = () => {
    made ??= createLogger(serviceName);
    return made;
  };
  return {
    info: (message, fields = {}, joining) => {
      const line = ownLine.getStore();
      made ??= createLogger(serviceName);
      if (!line) made.info(message, fields);
      // What the level holds back has no line for metrics.
      else if (made.level <= LogLevelThreshold.INFO) line.say(made, message, fields, joining);
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
  const count = (name: MetricName, dimensions: MetricDimensions, value = 1) => {
    if (process.env.POWERTOOLS_METRICS_DISABLED === 'true') return;
    const figure = { namespace, name, dimensions, value };
    const line = ownLine.getStore();
    if (line && fitsBeside(line.figures, figure)) {
      line.figures.push(figure);
      return;
    }
    // Not by the console: Lambda's writes a prefix before the line.
    process.stdout.write(`${JSON.stringify(metricFields([figure]))}\n`);
  };
  return { count, time: (name, dimensions, ms) => count(name, dimensions, Math.max(0, ms)) };
}

/** The messages of a request or record that aren't written yet, and the logger that writes them. */
interface RequestLine {
  readonly logger: Logger;
  readonly messages: readonly string[];
  readonly fields: Fields;
}

/** The line of one request or record, while it grows. */
class OneLine {
  readonly figures: Figure[] = [];
  #open: RequestLine | null = null;

  /** Adds a message. If it contradicts the earlier ones, these are about something else and written first. */
  say(logger: Logger, message: string, fields: Fields, joining?: Joining): void {
    const known: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) known[name] = value;
    if (this.#open && contradict(this.#open.fields, known)) this.#writeLine({});
    const before = this.#open?.messages ?? [];
    const replaced = typeof joining === 'object' ? joining.insteadOf : undefined;
    const messages: string[] = [];
    for (const other of before) if (other !== replaced) messages.push(other);
    if (joining !== 'if-alone' || before.length === 0) messages.push(message);
    this.#open = { logger, messages, fields: { ...this.#open?.fields, ...known } };
  }

  /** Writes the messages with their metrics; metrics alone get a line of their own. */
  end(): void {
    const metrics = metricFields(this.figures);
    const isOne = this.#open !== null && !contradict(this.#open.fields, metrics);
    this.#writeLine(isOne ? metrics : {});
    if (!isOne && '_aws' in metrics) process.stdout.write(`${JSON.stringify(metrics)}\n`);
  }

  #writeLine(metrics: Fields): void {
    if (!this.#open) return;
    const { logger, messages, fields } = this.#open;
    this.#open = null;
    const before = messages.slice(0, -1);
    const after = before.length > 0 ? before : undefined;
    logger.info(messages.at(-1) ?? '', { after, ...fields, ...metrics });
  }
}

/** One figure, for one combination of dimensions. */
interface Figure {
  readonly namespace: string;
  readonly name: MetricName;
  readonly dimensions: MetricDimensions;
  readonly value: number;
}

/** Whether a line can hold another figure: it has one value per dimension and one place per metric. */
function fitsBeside(figures: readonly Figure[], figure: Figure): boolean {
  const own = knownOf(figure.dimensions);
  return figures.every(
    (other) =>
      other.name !== figure.name &&
      Object.entries(knownOf(other.dimensions)).every(
        ([name, value]) => own[name] === undefined || own[name] === value,
      ),
  );
}

/**
 * Formats figures as fields in CloudWatch's embedded metric format, so that a line that is logged anyway creates
 * metrics; empty without figures. Units are optional, and each name contains its own. Written by hand: a plain
 * turn has three figures, and the library takes a third of a millisecond for each.
 * @see
 * https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
function metricFields(figures: readonly Figure[]): Readonly<Record<string, unknown>> {
  if (figures.length === 0) return {};
  const sets = Map.groupBy(figures, ({ dimensions }) => Object.keys(splitBy(dimensions)).join());
  return {
    _aws: {
      Timestamp: Date.now(),
      CloudWatchMetrics: [...sets].map(([set, of]) => ({
        Namespace: of[0]?.namespace,
        Dimensions: [set === '' ? [] : set.split(',')],
        Metrics: of.map(({ name }) => ({ Name: name })),
      })),
    },
    ...Object.assign({}, ...figures.map(({ dimensions }) => knownOf(dimensions))),
    ...Object.fromEntries(figures.map(({ name, value }) => [name, value])),
  };
}

/** An object may hold more than its type says, and message text must never become a dimension. */
function splitBy(dimensions: MetricDimensions): Record<string, string> {
  return Object.fromEntries(
    dimensionNames.flatMap((name) => {
      const value = dimensions[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

/** The tenant is a field of the line, by which Logs Insights counts, and no dimension. */
function knownOf(dimensions: MetricDimensions): Record<string, string> {
  const { tenantId } = dimensions;
  return { ...splitBy(dimensions), ...(tenantId !== undefined && { tenantId }) };
}

/** The line of the request or record that the caller works for; none outside of any. */
const ownLine = new AsyncLocalStorage<OneLine>();

/**
 * Runs the work for one record, whose messages of level INFO and metrics become one line: CloudWatch charges for bytes, and
 * most of those of a line are the same in the next. Warnings and errors are written at once.
 */
export async function inOneLine<T>(work: () => Promise<T>): Promise<T> {
  const line = new OneLine();
  try {
    return await ownLine.run(line, work);
  } finally {
    line.end();
  }
}

/** Starts the log line of a request; later messages in the caller's async context join it. @see inOneLine */
export function beginLine(): void {
  ownLine.enterWith(new OneLine());
}

/** Writes the line that `beginLine` has begun. */
export function endLine(): void {
  ownLine.getStore()?.end();
}

function contradict(one: Fields, other: Fields): boolean {
  for (const [name, value] of Object.entries(other))
    if (Object.hasOwn(one, name) && one[name] !== value) return true;
  return false;
}
