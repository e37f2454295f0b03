import {
  type EventBridgeClient,
  PutEventsCommand,
  type PutEventsRequestEntry,
} from '@aws-sdk/client-eventbridge';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { type LocalBus, startEventBus } from '../../../src/local/aws/event-bus.ts';
import { localClients } from '../../support/local-clients.ts';

let bus: LocalBus;
let events: EventBridgeClient;
beforeEach(async () => {
  bus = await startEventBus('gateway');
  onTestFinished(() => bus.stop());
  events = localClients({ EVENTBRIDGE: bus.url }).events;
});

const entry = (change: Partial<PutEventsRequestEntry> = {}): PutEventsRequestEntry => ({
  EventBusName: 'gateway',
  Source: 'messaging.gateway',
  DetailType: 'Channel.OutboundRequested',
  Detail: '{"channel":"chatapp"}',
  ...change,
});
const put = (...Entries: PutEventsRequestEntry[]) => events.send(new PutEventsCommand({ Entries }));

describe('the bus', () => {
  it('sends a rule the events of its pattern, in their envelope, and no others', async () => {
    const received: unknown[] = [];
    bus.addRule({
      pattern: { detail: { channel: ['chatapp'] } },
      target: async (event) => void received.push(event),
    });
    const time = new Date('2026-01-02T03:04:05Z');
    const answer = await put(
      entry({ Time: time, Resources: ['a'] }),
      entry({ Detail: '{"channel":"webchat"}' }),
    );
    expect(answer).toMatchObject({ FailedEntryCount: 0, Entries: [{ EventId: expect.any(String) }, {}] });
    expect(received).toEqual([
      {
        version: '0',
        id: answer.Entries?.[0]?.EventId,
        source: 'messaging.gateway',
        'detail-type': 'Channel.OutboundRequested',
        account: '000000000000',
        region: 'local',
        time: time.toISOString(),
        resources: ['a'],
        detail: { channel: 'chatapp' },
      },
    ]);
  });

  it('accepts its name as an ARN too', async () => {
    const arn = 'arn:aws:events:local:000000000000:event-bus/gateway';
    expect(await put(entry({ EventBusName: arn }))).toMatchObject({ FailedEntryCount: 0 });
  });

  it('delivers again when a target fails', async () => {
    let calls = 0;
    bus.addRule({
      pattern: {},
      target: async () => {
        calls += 1;
        if (calls < 3) throw new Error('not now');
      },
    });
    expect(await put(entry())).toMatchObject({ FailedEntryCount: 0 });
    expect([calls, bus.events.length]).toEqual([3, 1]);
  });

  it('rejects an event that it could not deliver, so that its publisher retries', async () => {
    bus.addRule({
      pattern: { detail: { channel: ['chatapp'] } },
      target: async () => {
        throw new Error('gone');
      },
    });
    const answer = await put(entry(), entry({ Detail: '{"channel":"webchat"}' }));
    expect(answer).toMatchObject({
      FailedEntryCount: 1,
      Entries: [{ ErrorCode: 'InternalFailure', ErrorMessage: 'gone' }, { EventId: expect.any(String) }],
    });
    expect(bus.events).toHaveLength(1);
  });

  it.each([
    ['MalformedDetail', { Detail: 'no JSON' }],
    ['MalformedDetail', { Detail: '[]' }],
    ['InvalidArgument', { Detail: undefined }],
    ['InvalidArgument', { Source: '' }],
    ['InvalidArgument', { DetailType: undefined }],
    ['NotAuthorizedForSourceException', { Source: 'aws.s3' }],
    ['ResourceNotFoundException', { EventBusName: 'other' }],
    ['ResourceNotFoundException', { EventBusName: undefined }],
  ])('rejects an entry alone with %s for %j', async (ErrorCode, change) => {
    const answer = await put(entry(), entry(change as Partial<PutEventsRequestEntry>));
    expect(answer).toMatchObject({
      FailedEntryCount: 1,
      Entries: [{ EventId: expect.any(String) }, { ErrorCode }],
    });
    expect(bus.events).toHaveLength(1);
  });

  const half = 128 * 1024 - Buffer.byteLength('messaging.gatewayChannel.OutboundRequested{"a":""}');
  const filled = (bytes: number) => entry({ Detail: JSON.stringify({ a: 'ä'.repeat(bytes / 2) }) });
  it('accepts 256 KB together, counted in bytes, and rejects more', async () => {
    expect(await put(filled(half - 1), filled(half - 1))).toMatchObject({ FailedEntryCount: 0 });
    await expect(put(filled(half + 2), filled(half + 2))).rejects.toMatchObject({
      name: 'ValidationException',
    });
  });

  it.each([0, 11])('rejects a call of %i entries', async (count) => {
    const call = put(...Array.from({ length: count }, () => entry()));
    await expect(call).rejects.toMatchObject({ name: 'ValidationException' });
    expect(bus.events).toHaveLength(0);
  });

  it.each([
    ['AWSEvents.PutRule', '{}', 'UnknownOperationException'],
    ['AWSEvents.constructor', '{}', 'UnknownOperationException'],
    ['AWSEvents.PutEvents', 'no JSON', 'SerializationException'],
    ['AWSEvents.PutEvents', '{"Entries":1}', 'ValidationException'],
    ['AWSEvents.PutEvents', 'null', 'ValidationException'],
  ])('answers %s of %s with %s', async (action, body, type) => {
    const response = await fetch(bus.url, { method: 'POST', headers: { 'x-amz-target': action }, body });
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ __type: type }),
    ]);
  });
});
