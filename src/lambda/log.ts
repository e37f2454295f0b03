import { LogFormatter, Logger, LogItem } from '@aws-lambda-powertools/logger';
import type { Log } from '../ports/log.ts';
import { ownLine } from './one-line.ts';

/** Of Powertools: levels are numbers there. */
const info = 12;

type Formatted = Parameters<LogFormatter['formatAttributes']>;

/** Without a sampling rate, which is none. Level and time stay: Lambda tells a line's level only where it has both. */
class LineFormatter extends LogFormatter {
  override formatAttributes(
    { logLevel, message, timestamp, serviceName, xRayTraceId }: Formatted[0],
    fields: Formatted[1],
  ): LogItem {
    const attributes = {
      level: logLevel,
      message,
      timestamp: this.formatTimestamp(timestamp),
      // The log group names the function; what is loud is read elsewhere, too.
      ...(logLevel !== 'INFO' && { service: serviceName }),
      xray_trace_id: xRayTraceId,
    };
    return new LogItem({ attributes }).addAttributes(fields);
  }
}

/**
 * Structured JSON logs by Powertools; its level comes from `POWERTOOLS_LOG_LEVEL`. What is said of a request or record by
 * the level INFO is one line.
 * @param serviceName the function, as warnings and errors name it
 */
export function createLog(serviceName: string): Log {
  const logger = new Logger({ serviceName, logFormatter: new LineFormatter() });
  return {
    info: (message, fields = {}, joining) => {
      const line = logger.level <= info ? ownLine() : undefined;
      if (line) line.say(message, fields, (text, all) => logger.info(text, all), joining);
      else logger.info(message, fields);
    },
    warn: (message, fields = {}) => logger.warn(message, fields),
    error: (message, error, fields = {}) => {
      logger.error(message, {
        ...fields,
        ...(error instanceof Error ? { error } : { reason: String(error) }),
      });
    },
  };
}
