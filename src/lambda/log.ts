import { Logger } from '@aws-lambda-powertools/logger';
import type { Log } from '../ports/log.ts';
import { ownLine } from './one-line.ts';

/** Of Powertools: levels are numbers there. */
const info = 12;

/**
 * Structured JSON logs by Powertools; its level comes from `POWERTOOLS_LOG_LEVEL`. What is said of a request or record by
 * the level INFO is one line.
 * @param serviceName the function, as each line names it: a trace runs through several
 */
export function createLog(serviceName: string): Log {
  const logger = new Logger({ serviceName });
  return {
    info: (message, fields = {}) => {
      const line = logger.level <= info ? ownLine() : undefined;
      if (line) line.say(message, fields, (text, all) => logger.info(text, all));
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
