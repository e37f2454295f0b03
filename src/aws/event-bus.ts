import {
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from '@aws-sdk/client-eventbridge';
import { eventSource } from '../contract/events.ts';
import type { EventBus } from '../ports/event-bus.ts';
import { wireJson } from './wire-json.ts';

const entriesPerCall = 10;
const bytesPerCall = 240 * 1024;
const attempts = 3;

/** Publishes to EventBridge in batches and repeats the entries that it refused. @see design 3 */
export function eventBridgeBus(events: EventBridgeClient, busName: string): EventBus {
  const publishBatch = async (batch: PutEventsRequestEntry[]) => {
    let left = batch;
    for (let attempt = 0; attempt < attempts; attempt += 1) {
      const { FailedEntryCount = 0, Entries = [] } = await events.send(
        new PutEventsCommand({ Entries: left }),
      );
      if (FailedEntryCount === 0) return;
      left = left.filter((_, n) => Entries[n]?.ErrorCode);
      await new Promise((resolve) => setTimeout(resolve, 2 ** attempt * 50 * Math.random()));
    }
    throw new Error(`the bus refused ${left.length} events`);
  };

  return {
    async publish(gatewayEvents) {
      const entries = gatewayEvents.map(({ type, detail }) => ({
        EventBusName: busName,
        Source: eventSource,
        DetailType: type,
        Detail: wireJson(detail),
        Time: new Date(detail.occurredAt),
      }));
      for (const batch of batches(entries)) await publishBatch(batch);
    },
  };
}

function batches(entries: readonly PutEventsRequestEntry[]): PutEventsRequestEntry[][] {
  const result: PutEventsRequestEntry[][] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(entry.Detail ?? '') + 256;
    const last = result.at(-1);
    if (!last || last.length === entriesPerCall || bytes + size > bytesPerCall) {
      result.push([entry]);
      bytes = size;
    } else {
      last.push(entry);
      bytes += size;
    }
  }
  return result;
}
