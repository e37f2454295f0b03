import {
  CloudWatchLogsClient,
  FilterLogEventsCommand,
  ResourceNotFoundException,
} from '@aws-sdk/client-cloudwatch-logs';
import { clientOptions, httpHandler } from './clients.ts';

/** One event of a function's log. */
export interface LogEvent {
  readonly id: string;
  readonly timeMs: number;
  readonly text: string;
}

export interface LogPage {
  readonly events: readonly LogEvent[];
  /** The next page's token; undefined after the last page. */
  readonly next: string | undefined;
}

export interface LogQuery {
  readonly sinceMs: number;
  /**
   * The filter pattern; default: all events.
   * @see https://docs.aws.amazon.com/AmazonCloudWatch/latest/logs/FilterAndPatternSyntax.html
   */
  readonly pattern?: string | undefined;
  readonly after?: string | undefined;
}

/** The logs of a gateway's functions. */
export interface FunctionLogs {
  /** One page of a function's events, oldest first; null when the function has no log. */
  read(functionName: string, query: LogQuery): Promise<LogPage | null>;
}

const timeoutMs = 20_000;

/** The logs in CloudWatch of the functions whose names begin with the prefix. */
export function openFunctionLogs(
  env: Readonly<Record<string, string | undefined>>,
  prefix: string,
): FunctionLogs {
  const client = new CloudWatchLogsClient(clientOptions(env, 'CLOUDWATCH_LOGS', httpHandler(timeoutMs)));
  return {
    async read(functionName, { sinceMs, pattern, after }) {
      const command = new FilterLogEventsCommand({
        logGroupName: `/aws/lambda/${prefix}${functionName}`,
        startTime: sinceMs,
        ...(pattern && { filterPattern: pattern }),
        ...(after && { nextToken: after }),
      });
      try {
        const { events = [], nextToken } = await client.send(command);
        return {
          events: events.map(({ eventId = '', timestamp = 0, message = '' }) => ({
            id: eventId,
            timeMs: timestamp,
            text: message,
          })),
          next: nextToken,
        };
      } catch (error) {
        if (error instanceof ResourceNotFoundException) return null;
        throw error;
      }
    },
  };
}
