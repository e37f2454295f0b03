import type { Endpoint } from '../listen.ts';
import { AwsError, startJsonEndpoint } from './json-endpoint.ts';
import { type EventPattern, matchesEvent } from './match-event.ts';
import { type BusEvent, eventOf, readPutEvents } from './read-put-events.ts';

/** Which events a target gets. */
export interface BusRule {
  readonly pattern: EventPattern;
  readonly target: (event: BusEvent) => Promise<void>;
}

export interface LocalBus extends Endpoint {
  /** The last events accepted, oldest first. */
  readonly events: readonly BusEvent[];
  /** Hands each event that fits to a target before it is accepted, so that a killed process loses none. */
  addRule(rule: BusRule): void;
}

const rememberedEvents = 100_000;
/** All together well within the time that a client gives a call. */
const pausesBeforeRetriesMs = [50, 200, 800];

/** EventBridge's PutEvents for one bus, with its limits and its partial failures. @see design 3, 8 */
export async function startEventBus(busName: string): Promise<LocalBus> {
  const events: BusEvent[] = [];
  const rules: BusRule[] = [];

  const accept = async (entry: Parameters<typeof eventOf>[0]) => {
    try {
      const event = eventOf(entry, busName);
      const targets = rules.filter(({ pattern }) => matchesEvent(event, pattern));
      await Promise.all(targets.map(({ target }) => deliver(target, event)));
      events.push(event);
      if (events.length > rememberedEvents) events.shift();
      return { EventId: event.id };
    } catch (error) {
      const code = error instanceof AwsError ? error.type : 'InternalFailure';
      return { ErrorCode: code, ErrorMessage: error instanceof Error ? error.message : String(error) };
    }
  };

  const endpoint = await startJsonEndpoint({
    async PutEvents(input) {
      const results = await Promise.all(readPutEvents(input).map(accept));
      return { FailedEntryCount: results.filter((result) => 'ErrorCode' in result).length, Entries: results };
    },
  });
  return { ...endpoint, events, addRule: (rule) => void rules.push(rule) };
}

/** @throws whatever the last attempt throws */
async function deliver(target: BusRule['target'], event: BusEvent): Promise<void> {
  for (const pauseMs of pausesBeforeRetriesMs) {
    try {
      return await target(event);
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
    }
  }
  return target(event);
}
