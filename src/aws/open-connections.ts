import { type EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { BatchGetCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { tables } from '../contract/tables.ts';
import { boundCalls } from './bound-calls.ts';

/** What a start may wait for its connections; the first call opens what is not there by then. */
const openingMs = 1_000;
/** What a turn asks of DynamoDB side by side, each by a connection of its own. */
const sideBySide = 3;

/**
 * Asks DynamoDB for an item that nobody has, and the bus for nothing, which it refuses: a start has a whole processor for
 * the handshakes, and for compiling what calls are made with, of which the first visitor has a third. Never throws.
 * @param events absent for a function that publishes nothing
 */
export async function openConnections(
  { dynamodb, events }: { readonly dynamodb: DynamoDBDocumentClient; readonly events?: EventBridgeClient },
  tablePrefix: string,
): Promise<void> {
  const Keys = [{ pk: '#', sk: '#' }];
  await boundCalls(openingMs, () =>
    Promise.allSettled([
      ...Array.from({ length: sideBySide }, () =>
        dynamodb.send(
          new BatchGetCommand({ RequestItems: { [tablePrefix + tables.directory.name]: { Keys } } }),
        ),
      ),
      events?.send(new PutEventsCommand({ Entries: [] })),
    ]),
  );
}
