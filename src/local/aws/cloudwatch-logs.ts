import * as z from 'zod/mini';
import type { Endpoint } from '../listen.ts';
import { AwsError, startJsonEndpoint } from './json-endpoint.ts';
import { logPatternTest } from './log-pattern.ts';

/** What functions have written, read as from CloudWatch. */
export interface LocalLogs extends Endpoint {
  /** Takes what a function has written, in pieces as they come. */
  write(group: string, text: string): void;
}

interface Stored {
  readonly eventId: string;
  readonly timestamp: number;
  readonly message: string;
}

/** Of one group; older ones are forgotten. */
const eventsKept = 5_000;
const pageSize = 1_000;
const input = z.object({
  logGroupName: z.string(),
  startTime: z._default(z.number(), 0),
  filterPattern: z._default(z.string(), ''),
  nextToken: z.optional(z.string().check(z.regex(/^\d+$/))),
});

/**
 * CloudWatch's logs as far as they are read by us: `FilterLogEvents` of one group, in memory.
 * @see https://docs.aws.amazon.com/AmazonCloudWatchLogs/latest/APIReference/API_FilterLogEvents.html
 */
export async function startCloudwatchLogs(nowMs: () => number = Date.now): Promise<LocalLogs> {
  const groups = new Map<string, Stored[]>();
  const begun = new Map<string, string>();
  let written = 0;
  const keep = (group: string, message: string) => {
    const events = groups.get(group) ?? [];
    groups.set(group, events);
    written += 1;
    events.push({ eventId: String(written).padStart(20, '0'), timestamp: nowMs(), message });
    if (events.length > eventsKept) events.splice(0, events.length - eventsKept);
  };
  const endpoint = await startJsonEndpoint({
    FilterLogEvents: (raw) => {
      const { logGroupName, startTime, filterPattern, nextToken = '' } = input.parse(raw);
      const events = groups.get(logGroupName);
      if (!events) throw new AwsError('ResourceNotFoundException', 'The specified log group does not exist.');
      const passes = logPatternTest(filterPattern);
      const found = events.filter(
        ({ eventId, timestamp, message }) => timestamp >= startTime && eventId > nextToken && passes(message),
      );
      const page = found.slice(0, pageSize);
      return { events: page, ...(found.length > pageSize && { nextToken: page.at(-1)?.eventId }) };
    },
  });
  return {
    ...endpoint,
    write(group, text) {
      const lines = `${begun.get(group) ?? ''}${text}`.split('\n');
      begun.set(group, lines.pop() ?? '');
      for (const line of lines) if (line !== '') keep(group, line);
    },
  };
}
