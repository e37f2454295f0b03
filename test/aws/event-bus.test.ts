import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { EventBridgeBus } from '../../src/aws/event-bus.ts';
import type { GatewayEvent } from '../../src/contract/events.ts';

const client = new EventBridgeClient({ region: 'eu-west-1' });
const sdk = mockClient(client);
beforeEach(() => void sdk.reset());
const bus = new EventBridgeBus(client, 'messaging-gateway');

function outbound(sequence: number, text = 'hello'): GatewayEvent {
  const ids = { tenantId: 'acme', conversationId: 'c', messageId: 'm', correlationId: 'x' };
  return {
    type: 'Channel.OutboundRequested',
    detail: {
      schemaVersion: 1,
      eventId: `m.reply-${sequence}`,
      occurredAt: '2026-01-01T00:00:00.000Z',
      channel: 'chatapp',
      ...ids,
      data: { to: '1', reply: { id: `r${sequence}`, text }, sequence },
    },
  };
}

const sequencesOf = (call: number) =>
  (sdk.commandCalls(PutEventsCommand)[call]?.args[0].input.Entries ?? []).map(
    ({ Detail = '{}' }) => JSON.parse(Detail).data.sequence,
  );

describe('publishing to EventBridge', () => {
  it('repeats only the rejected entries, in their order', async () => {
    sdk
      .on(PutEventsCommand)
      .resolvesOnce({
        FailedEntryCount: 2,
        Entries: [{ ErrorCode: 'ThrottlingException' }, { EventId: '1' }, { ErrorCode: 'InternalFailure' }],
      })
      .resolves({ FailedEntryCount: 0, Entries: [] });
    await bus.publish([1, 2, 3].map((sequence) => outbound(sequence)));
    expect([sequencesOf(0), sequencesOf(1)]).toEqual([
      [1, 2, 3],
      [1, 3],
    ]);
  });

  it('fails when entries stay rejected, so that their turn stays unsettled', async () => {
    sdk.on(PutEventsCommand).resolves({ FailedEntryCount: 1, Entries: [{ ErrorCode: 'InternalFailure' }] });
    const failure = bus.publish([outbound(1)]);
    await expect(failure).rejects.toMatchObject({
      code: 'temporarily_unavailable',
      cause: { message: 'the bus refused 1 events' },
    });
  });

  it('keeps each call to ten entries and to its bytes', async () => {
    sdk.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [] });
    await bus.publish(Array.from({ length: 12 }, (_, n) => outbound(n)));
    await bus.publish([1, 2, 3].map((sequence) => outbound(sequence, 'x'.repeat(100_000))));
    const sizes = sdk.commandCalls(PutEventsCommand).map((_, call) => sequencesOf(call).length);
    expect(sizes).toEqual([10, 2, 2, 1]);
  });
});
