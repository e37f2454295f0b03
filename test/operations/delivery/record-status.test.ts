import { expect, it } from 'vitest';
import type { DeliveryStatus } from '../../../src/domain/delivery-status.ts';
import {
  type RecordPorts,
  recordFailed,
  recordSent,
  recordStatus,
} from '../../../src/operations/delivery/record-delivery.ts';
import type { PendingReply } from '../../../src/operations/delivery/reply-task.ts';
import type { Advanced } from '../../../src/ports/deliveries.ts';

const reply = { conversationId: 'talk', run: { conversationId: 'talk', runId: 'run', expiresAtS: 9 } };
const refused = { state: 'failed', reason: 'window_closed' } as const;

/** What was counted, logged, published and written of a status, and how far it moved the reply. */
async function tell(status: Partial<DeliveryStatus>, advanced: Partial<Advanced>) {
  const seen: string[] = [];
  const note = (name: string) => (of?: unknown, more?: unknown) => {
    seen.push([name, ...[of, more].map((each) => JSON.stringify(each))].filter(Boolean).join(' '));
    return Promise.resolve(0);
  };
  const found = { moved: true, correlationId: 'correlation', conversationId: null, center: null, run: null };
  await recordStatus(
    {
      deliveries: {
        keepStatus: async () => null,
        advance: async () => ({ ...found, before: null, written: null, ...advanced }),
      } as never,
      bus: { publish: note('publish') } as never,
      centers: { wake: note('wake') } as never,
      log: { info: note('info'), warn: note('warn'), error: note('error') } as never,
      metrics: { count: note('count'), time: () => undefined } as never,
      runs: {
        noteUndelivered: note('undelivered'),
        noteArrived: note('arrived'),
        mark: note('mark'),
      } as never,
      people: {
        find: async () => new Map([['55 31 9', { key: 'person' }]]),
        save: async (...[, alias]: unknown[]) => note('alias')(alias).then(() => true),
      } as never,
      nowMs: () => 0,
    },
    { tenantId: 'acme', channel: 'chatapp' },
    {
      ...{ providerMessageId: 'wamid.1', state: 'delivered', at: '2026-01-01T00:00:00.000Z' },
      ...{ replyId: 'REPLY.1', ...status },
    },
  );
  return { seen, of: (name: string) => seen.filter((line) => line.startsWith(`${name} `)) };
}

it('a reply that fails after it was accepted is counted once and logged with its reason', async () => {
  const { seen, of } = await tell(refused, {});
  expect(seen).toHaveLength(2);
  expect(of('count')).toEqual(['count "RepliesFailed" {"tenantId":"acme","channel":"chatapp"}']);
  expect(of('warn')[0]).toMatch(/"correlationId":"correlation","replyId":"REPLY".*"reason":"window_closed"/);
  const again = await tell(refused, { moved: false });
  expect(again.seen).toEqual([expect.stringMatching(/^info "a delivery status is recorded"/)]);
});

it('a status of success is not counted as a failure', async () => {
  const { seen } = await tell({}, {});
  expect(seen).toEqual([expect.stringMatching(/^info "a delivery status is recorded"/)]);
});

it('a status of an unknown message is kept, and nothing is counted or logged', async () => {
  expect((await tell({ replyId: undefined }, {})).seen).toEqual([]);
});

it.each([
  ['fails', refused, { moved: true }, ['undelivered', 'mark']],
  [
    'fails again, since the first process may have died',
    refused,
    { moved: false, before: 'failed' },
    ['undelivered', 'mark'],
  ],
  ['fails late, after it was read', refused, { moved: false, before: 'read' }, []],
  ['arrives after it failed', {}, { moved: true, before: 'failed' }, ['arrived', 'mark']],
  ['had failed, and a late "sent" comes', {}, { moved: false, before: 'failed' }, []],
  ['arrives', {}, { moved: true, before: 'sent' }, []],
] as const)('a run counts what did not arrive in the end: a reply %s', async (_, status, advanced, noted) => {
  const { seen } = await tell(status, { ...reply, ...advanced });
  const ofRun = seen.filter((line) => /^(undelivered|arrived|mark) /.test(line));
  expect(ofRun.map((line) => line.split(' ')[0])).toEqual(noted);
});

it.each([
  [
    'with the words of the provider',
    { code: '131047', title: 'Re-engagement', details: undefined },
    '"error":{"code":"131047","title":"Re-engagement"}',
  ],
  ['without an error, if it names none', undefined, '"reason":"window_closed"}}'],
])('a failure is published %s, a repeat with the same ID', async (_, error, expected) => {
  for (const advanced of [{ moved: true }, { moved: false, before: 'failed' as const }]) {
    const [published, ...more] = (await tell({ ...refused, error }, { ...reply, run: null, ...advanced })).of(
      'publish',
    );
    expect(more).toEqual([]);
    expect(published).toContain('"eventId":"REPLY.1.failed"');
    expect(published).toContain(expected);
    expect(published).toContain('"conversationId":"talk"');
  }
  const ofRun = await tell(refused, { ...reply, conversationId: null });
  expect(ofRun.of('publish')[0]).toContain('"conversationId":"talk"');
  expect((await tell({}, reply)).of('publish')).toEqual([]);
});

it.each([
  ['another number', '5531', ['alias "5531"', 'alias "55 31 9"']],
  ['the number that was written to', '55 31 9', []],
  ['no number', undefined, []],
])('a number in a status is linked to the one that was written to: %s', async (_, recipient, saved) => {
  const written = { accountId: 'whatsapp', phone: '55 31 9', atMs: 0, retentionDays: 30 };
  expect((await tell({ recipient }, { written })).of('alias')).toEqual(saved);
  expect((await tell({ recipient }, { written: null })).of('alias')).toEqual([]);
});

it('a contact center is sent a receipt for each state of its message', async () => {
  const center = { conversationId: 'talk', handoffId: 'handoff', accountId: 'center', refId: 'ref' };
  const [woken, ...more] = (await tell({}, { center })).of('wake');
  expect(more).toEqual([]);
  expect(woken).toMatch(
    /^wake \{"kind":"center",.*"messageId":"REPLY".*"refId":"ref".* "receipt:REPLY.1:delivered"$/,
  );
});

const pending = {
  turn: {
    ...{ tenantId: 'acme', channel: 'chatapp', conversationId: 'talk' },
    correlationId: 'correlation',
    expiresAtS: 9,
  },
  reply: { id: 'REPLY' },
} as unknown as PendingReply;

/** What recording an outcome did, in order: with the statuses that came before, and whether it was recorded before. */
async function record(
  as: (gateway: RecordPorts) => Promise<void>,
  { first = true, moved = true, early = null as object | null, reported = null as object | null },
) {
  const seen: string[] = [];
  const note = (name: string, answer?: unknown) => (of?: unknown, more?: unknown) => {
    seen.push([name, ...[of, more].map((each) => JSON.stringify(each))].filter(Boolean).join(' '));
    return Promise.resolve(answer);
  };
  const deliveries = {
    record: note('record', { first, reported }),
    link: note('link', early),
    advance: note('advance', { moved }),
  };
  const log = { info: note('info'), warn: note('warn'), error: note('error') };
  const rest = { bus: { publish: note('publish') }, metrics: { count: note('count') }, nowMs: () => 0 };
  await as({ deliveries, log, ...rest, centers: {}, runs: {} } as unknown as RecordPorts);
  return seen;
}
const names = (seen: readonly string[]) => seen.map((line) => line.split(' ')[0]);
const place = { part: 0, parts: 1 };
const ofChannel = '{"tenantId":"acme","channel":"chatapp"}';

it('a reply that is given up is published before it is recorded, and counted and logged once', async () => {
  const fail = (gateway: RecordPorts) => recordFailed(gateway, pending, place, 'window_closed');
  const seen = await record(fail, {});
  expect(names(seen)).toEqual(['publish', 'record', 'count', 'warn']);
  expect(seen).toContain(`count "RepliesFailed" ${ofChannel}`);
  expect(seen.at(-1)).toMatch(
    /"a reply is not sent" .*"correlationId":"correlation".*"reason":"window_closed"/,
  );
  expect(names(await record(fail, { first: false }))).toEqual(['publish', 'record']);
  expect(names(await record(fail, { first: false, reported: {} }))).toEqual(['publish', 'record', 'advance']);
});

it.each([
  ['failed', true, 1],
  ['failed', false, 0],
  ['read', true, 0],
])(
  'of a status that came before its reply was recorded, %s and news: %s, %d failures are counted',
  async (state, moved, failures) => {
    const send = (gateway: RecordPorts) => recordSent(gateway, pending, place, 'wamid.1');
    const seen = await record(send, { moved, early: { state, reason: 'window_closed' } });
    expect(seen.filter((line) => line.startsWith('count "RepliesFailed"'))).toHaveLength(failures);
    expect(seen).toContain(`count "RepliesSent" ${ofChannel}`);
    expect(names(await record(send, {}))).toEqual(['record', 'link', 'count', 'info']);
  },
);
