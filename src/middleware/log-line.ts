import { AsyncLocalStorage } from 'node:async_hooks';
import type { MiddlewareObj } from '@middy/core';
import { dimensionNames, type MetricDimensions, type MetricName } from '../contract/metrics.ts';
import type { Joining } from '../ports/observability.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Writes a line of the log. */
type WriteLine = (message: string, fields: Fields) => void;

/** What was said of one request or record, and is not written yet. */
interface Said {
  readonly messages: readonly string[];
  readonly fields: Fields;
  readonly write: WriteLine;
}

/** The line of one request or record, while it grows. */
class OneLine {
  readonly figures: Figure[] = [];
  #said: Said | null = null;

  /** Takes a message up; what contradicts it was said of something else, and is written first. */
  say(message: string, fields: Fields, write: WriteLine, joining?: Joining): void {
    const known: Record<string, unknown> = {};
    for (const [name, value] of Object.entries(fields)) if (value !== undefined) known[name] = value;
    if (this.#said && contradict(this.#said.fields, known)) this.#writeSaid({});
    const before = this.#said?.messages ?? [];
    const replaced = typeof joining === 'object' ? joining.insteadOf : undefined;
    const messages: string[] = [];
    for (const other of before) if (other !== replaced) messages.push(other);
    if (joining !== 'if-alone' || before.length === 0) messages.push(message);
    this.#said = { messages, fields: { ...this.#said?.fields, ...known }, write };
  }

  /** Writes what was said, the metrics with it; these on a line of their own where nothing was said. */
  end(): void {
    const metrics = metricFields(this.figures);
    const isOne = this.#said !== null && !contradict(this.#said.fields, metrics);
    this.#writeSaid(isOne ? metrics : {});
    if (!isOne && '_aws' in metrics) process.stdout.write(`${JSON.stringify(metrics)}\n`);
  }

  #writeSaid(metrics: Fields): void {
    if (!this.#said) return;
    const { messages, fields, write } = this.#said;
    this.#said = null;
    const before = messages.slice(0, -1);
    write(messages.at(-1) ?? '', { ...(before.length > 0 && { after: before }), ...fields, ...metrics });
  }
}

/** One figure, for one combination of dimensions. */
export interface Figure {
  readonly namespace: string;
  readonly name: MetricName;
  readonly dimensions: MetricDimensions;
  readonly value: number;
}

/** Whether one line can hold a figure more: a dimension has one value a line, and a metric one place. */
export function fitsBeside(figures: readonly Figure[], figure: Figure): boolean {
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
 * Figures as fields of a line in CloudWatch's embedded metric format, which makes metrics of a line that is logged anyway;
 * none without figures. The format asks for no unit, and each name says its own. Written by hand: a plain turn has three, and
 * the library takes a third of a millisecond for each.
 * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/CloudWatch_Embedded_Metric_Format_Specification.html
 */
export function metricFields(figures: readonly Figure[]): Readonly<Record<string, unknown>> {
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

/** An object may hold more than its type says, and a message's text must never become a dimension. */
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
export const ownLine = new AsyncLocalStorage<OneLine>();

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

/** Gives a request one line of the log. The middlewares behind it and the handler run in the context that it enters. @see inOneLine */
export function logLine(): MiddlewareObj {
  const end = () => ownLine.getStore()?.end();
  return { before: () => ownLine.enterWith(new OneLine()), after: end, onError: end };
}

function contradict(one: Fields, other: Fields): boolean {
  for (const [name, value] of Object.entries(other))
    if (Object.hasOwn(one, name) && one[name] !== value) return true;
  return false;
}
