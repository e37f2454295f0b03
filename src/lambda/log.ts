import { Logger } from '@aws-lambda-powertools/logger';
import type { Log } from '../ports/log.ts';

/**
 * Structured JSON logs by Powertools; its level comes from `POWERTOOLS_LOG_LEVEL`.
 * @param serviceName the function, as each line names it: a trace runs through several
 */
export function createLog(serviceName: string): Log {
  const logger = new Logger({ serviceName });
  return {
    info: (message, fields = {}) => logger.info(message, fields),
    warn: (message, fields = {}) => logger.warn(message, fields),
    error: (message, error, fields = {}) => {
      logger.error(message, {
        ...fields,
        ...(error instanceof Error ? { error } : { reason: String(error) }),
      });
    },
  };
}
