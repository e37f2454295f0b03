import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { Endpoint } from './dynamodb.ts';
import { AwsError, startJsonEndpoint } from './json-endpoint.ts';

/** An event as a rule's target receives it. */
export interface BusEvent {
  readonly id: string;
  readonly source: string;
  readonly 'detail-type': string;
  readonly time: string;
  readonly detail: Readonly<Record<string, unknown>>;
}

/** Which events a rule's target gets. */
export interface BusRule {
  readonly matches: (event: BusEvent) => boolean;
  readonly target: (event: BusEvent) => Promise<void>;
}

export interface LocalBus extends Endpoint {
  /** The last events accepted, oldest first. */
  readonly events: readonly BusEvent[];
  /** Hands each event that fits to a target before it is accepted, so that a killed process loses none. */
  addRule(rule: BusRule): void;
}

const maxEntries = 10;
const maxBytes = 256 * 1024;
const rememberedEvents = 100_000;

const putEvents = z.object({ Entries: z.array(z.record(z.string(), z.unknown())) });
const entrySchema = z.object({
  EventBusName: z.string(),
  Source: z.string(),
  DetailType: z.string(),
  Detail: z.string(),
});

/** EventBridge's PutEvents for one bus, with its limits and its partial failures. */
export async function startEventBus(busName: string): Promise<LocalBus> {
  const events: BusEvent[] = [];
  const rules: BusRule[] = [];

  const accept = async (entry: unknown) => {
    const parsed = entrySchema.safeParse(entry);
    const detail = parsed.success ? parseDetail(parsed.data.Detail) : null;
    if (!parsed.success || !detail)
      return { ErrorCode: 'MalformedDetail', ErrorMessage: 'Detail is malformed.' };
    if (parsed.data.EventBusName !== busName)
      return { ErrorCode: 'ResourceNotFoundException', ErrorMessage: 'no such bus' };
    const { Source, DetailType } = parsed.data;
    const event = {
      id: randomUUID(),
      source: Source,
      'detail-type': DetailType,
      time: new Date().toISOString(),
      detail,
    };
    await Promise.all(rules.map(async (rule) => rule.matches(event) && rule.target(event)));
    events.push(event);
    if (events.length > rememberedEvents) events.shift();
    return { EventId: event.id };
  };

  const endpoint = await startJsonEndpoint({
    async PutEvents(input) {
      const { Entries } = putEvents.parse(input);
      if (Entries.length === 0 || Entries.length > maxEntries) {
        throw new AwsError('ValidationException', `a call takes 1 to ${maxEntries} entries`);
      }
      if (JSON.stringify(Entries).length > maxBytes)
        throw new AwsError('ValidationException', 'the entries are too large');
      const results = await Promise.all(Entries.map(accept));
      return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
    },
  });
  return {
    ...endpoint,
    events,
    addRule: (rule) => void rules.push(rule),
  };
}

function parseDetail(text: string): Record<string, unknown> | null {
  try {
    const detail: unknown = JSON.parse(text);
    return typeof detail === 'object' && detail !== null && !Array.isArray(detail) ? { ...detail } : null;
  } catch {
    return null;
  }
}
