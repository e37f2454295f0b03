import {
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from '@aws-sdk/client-eventbridge';
import type { GatewayEvent, TenantEvent } from '../contract/events.ts';
import { eventSource } from '../contract/vocabulary.ts';
import { TemporarilyUnavailableError } from '../domain/errors.ts';
import type { EventBus } from '../ports/observability.ts';
import { wireJson } from './items.ts';

const entriesPerCall = 10;
const bytesPerCall = 240 * 1024;
/** The size that EventBridge counts for an entry besides its detail (source, type, time), rounded up. */
const bytesAroundDetail = 256;
const attempts = 3;

/** Publishes to EventBridge in batches and repeats the entries that it refused. @see design 3 */
export class EventBridgeBus implements EventBus {
  readonly #events: EventBridgeClient;
  readonly #busName: string;

  constructor(events: EventBridgeClient, busName: string) {
    this.#events = events;
    this.#busName = busName;
  }

  /** @throws TemporarilyUnavailableError when the bus has not taken all of them */
  async publish(events: readonly (GatewayEvent | TenantEvent)[]): Promise<void> {
    const batches: PutEventsRequestEntry[][] = [];
    let bytes = 0;
    for (const { type, detail } of events) {
      const Detail = wireJson(detail);
      const Time = new Date(detail.occurredAt);
      const entry = { EventBusName: this.#busName, Source: eventSource, DetailType: type, Detail, Time };
      const size = Buffer.byteLength(Detail) + bytesAroundDetail;
      const last = batches.at(-1);
      if (!last || last.length === entriesPerCall || bytes + size > bytesPerCall) {
        batches.push([entry]);
        bytes = size;
      } else {
        last.push(entry);
        bytes += size;
      }
    }
    for (const batch of batches) await this.#publishBatch(batch);
  }

  async #publishBatch(batch: PutEventsRequestEntry[]): Promise<void> {
    let left = batch;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { FailedEntryCount = 0, Entries = [] } = await this.#events.send(
        new PutEventsCommand({ Entries: left }),
      );
      if (FailedEntryCount === 0) return;
      left = left.filter((_, n) => Entries[n]?.ErrorCode);
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 50 * Math.random()));
    }
    throw new TemporarilyUnavailableError({ cause: new Error(`the bus refused ${left.length} events`) });
  }
}
