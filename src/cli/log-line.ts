import * as z from 'zod/mini';
import type { FunctionEvent } from './follow-logs.ts';
import { onOneLine } from './printable.ts';

/** From the quietest to the loudest, as functions write them. */
export const logLevels = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof logLevels)[number];

const written = z.looseObject({
  level: z.string(),
  message: z.string(),
  /** What was said before of the same request or record. */
  after: z._default(z.array(z.string()), []),
});
const ofLambda = z.looseObject({
  type: z.string(),
  record: z.looseObject({ status: z.optional(z.string()) }),
});
/** Said by the line's other columns, or the same on every line. */
const left = new Set([
  ...['level', 'message', 'after', 'timestamp', 'service', 'sampling_rate', 'xray_trace_id', 'correlationId'],
  ...['cold_start', 'function_arn', 'function_memory_size', 'function_name', 'function_request_id'],
]);

/** What makes a line a source of metrics, too: their names begin with a capital letter, as no field's does. */
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
    const said = [...after, message].map(onOneLine).join(', ');
    const fields = Object.entries(line.data).filter(([name]) => !left.has(name) && !metrics.test(name));
    const id = typeof correlationId === 'string' ? `  ${correlationId}` : '';
    return `${head(level)}${said}${id}${fields.map(fieldInWords).join('')}`;
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
