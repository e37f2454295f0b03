import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ContactsTable } from '../../src/aws/contacts-table.ts';
import { InboxFeedTable } from '../../src/aws/inbox-tables.ts';
import { PersonalDataTables } from '../../src/aws/personal-data-tables.ts';
import { createS3Client, S3Objects } from '../../src/aws/s3-objects.ts';
import { SearchTable } from '../../src/aws/search-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { handoffOf } from '../../src/domain/handoff.ts';
import { pollInbox } from '../../src/operations/handoff/poll-inbox.ts';
import { eraseVisitor } from '../../src/operations/people/erase-visitor.ts';
import { type Center, startCenter } from '../support/center.ts';
import { readTranscript, say } from '../support/conversation.ts';
import { type Desk, maria, startDesk } from '../support/inbox.ts';
import type { Fault } from '../support/watched-calls.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterEach(() => desk.fault(() => undefined));
afterAll(() => desk.stack.stop());

const peoplePorts = ({ ports, stack, nowMs }: Desk | Center) => {
  const { dynamodb } = stack.clients;
  const prefix = String(stack.env.TABLE_PREFIX);
  return {
    ...ports,
    pause: async () => undefined,
    accounts: async () => [],
    contacts: new ContactsTable(dynamodb, prefix, nowMs),
    personal: new PersonalDataTables(dynamodb, prefix, nowMs),
    search: new SearchTable(dynamodb, prefix, nowMs),
    objects: new S3Objects(createS3Client(stack.env), String(stack.env.FILES_BUCKET)),
    nowMs,
  };
};

describe.each<Fault>(['refused', 'answer-lost'])(
  'case 6: a handoff step one of whose calls is %s',
  (fault) => {
    it('says its text and requests an agent both or not at all, each once, whichever call it was', async () => {
      for (let index = 0, calls = 1; index < calls; index += 1) {
        const session = randomUUID();
        // What was told a moment ago is told once more.
        desk.clock.aheadMs += 2 * limits.feedOverlapMs;
        const begun = await (await say(desk.stack, session, 'hello')).json();
        const conversationId = String(begun.conversationId);
        desk.watched.reset();
        desk.fault((call) => {
          calls = call.index + 1;
          return call.index === index ? fault : undefined;
        });
        const key = { 'idempotency-key': randomUUID() };
        let response = await say(desk.stack, session, 'my order', key);
        desk.fault(() => undefined);
        const texts = async () =>
          (await readTranscript(desk.stack, session, conversationId)).map(({ text }) => text);
        const isSaid = (await texts()).includes('One moment, a colleague takes over.');
        const stored = await desk.ports.conversations.find('acme', conversationId);
        // What is said is committed with the state; the log may come later, but never without it.
        if (isSaid) expect(stored && handoffOf(stored)?.state).toBe('requested');
        for (let retry = 0; response.status !== 200 && retry < 3; retry += 1) {
          desk.clock.aheadMs += limits.idempotencyLeaseMs;
          response = await say(desk.stack, session, 'my order', key);
        }
        expect(response.status).toBe(200);
        await desk.pass(12);
        expect((await texts()).filter((text) => text === 'One moment, a colleague takes over.')).toHaveLength(
          1,
        );
        const asked = desk.stack.bus.events.filter(
          (event) =>
            event['detail-type'] === 'Conversation.HandoffRequested' &&
            event.detail.conversationId === conversationId,
        );
        expect(new Set(asked.map(({ detail }) => detail.eventId)).size).toBe(1);
        expect(asked.length).toBeGreaterThan(0);
      }
    }, 120_000);
  },
);

describe('case 30: settling that is five minutes late', () => {
  it('reaches every open inbox', async () => {
    const { ports, stack, nowMs } = desk;
    const feed = new InboxFeedTable(stack.clients.dynamodb, String(stack.env.TABLE_PREFIX), nowMs);
    const visitor = await desk.begin();
    const asked = (userId: string, cursor: string | null) =>
      pollInbox(
        { ...ports, feed },
        { tenantId: 'acme', userId, cursor, watched: null, waits: false, isAway: false },
      );
    const begun = await Promise.all(['maria', 'ben', 'eve'].map((userId) => asked(userId, null)));
    // What settles the turn dies after the commit.
    desk.fault(({ operation }) => (operation === 'BatchWriteItem' ? 'refused' : undefined));
    await visitor.says('is anybody there?');
    desk.fault(() => undefined);
    const users = ['maria', 'ben', 'eve'] as const;
    const quiet = await Promise.all(users.map((userId, n) => asked(userId, begun[n]?.cursor ?? null)));
    const rowsOf = (answers: typeof quiet) =>
      answers.map(({ rows }) =>
        rows
          .filter(({ conversationId }) => conversationId === visitor.conversationId)
          .map(({ handoff }) => handoff?.lastText),
      );
    expect(rowsOf(quiet).flat()).not.toContain('is anybody there?');
    await desk.pass(7);
    await desk.pass(1);
    const told = await Promise.all(users.map((userId, n) => asked(userId, quiet[n]?.cursor ?? null)));
    expect(rowsOf(told)).toEqual(users.map(() => ['is anybody there?']));
    expect(told.map(({ reset }) => reset)).toEqual([undefined, undefined, undefined]);
  });
});

describe('an erasure', () => {
  it('ends handoffs without a message; reports learn it from the schedule', async () => {
    const visitor = await desk.begin();
    await desk.as(maria).take(visitor.conversationId);
    await desk.as(maria).reply(visitor.conversationId, 'Hello.');
    const { userId } = await desk.find(visitor.conversationId);
    await eraseVisitor(peoplePorts(desk), { tenantId: 'acme', channel: 'webchat', userId });
    await desk.pass(6);
    const [ended] = visitor.events().filter(({ type }) => type === 'HandoffEnded');
    expect(ended?.detail.data).toMatchObject({
      outcome: 'erased',
      by: null,
      stepId: null,
      counts: { visitor: 0, agent: 1 },
    });
    expect(JSON.stringify(ended)).not.toMatch(/my order|Hello/);
    const left = await desk.ports.conversations.find('acme', visitor.conversationId);
    expect(left).toMatchObject({ outbox: [], handoff: null, userId: '', dueAtMs: null });
    expect(await desk.ports.turnLog.read('acme', visitor.conversationId, null, 10)).toEqual([]);
  });

  it('is reported to the contact center that has the conversation', async () => {
    const center = await startCenter();
    try {
      const visitor = await center.begin();
      await center.drain();
      const { userId } = await center.find(visitor.conversationId);
      await eraseVisitor(peoplePorts(center), { tenantId: 'acme', channel: 'webchat', userId });
      await center.pass(6);
      await center.drain();
      expect(center.told(visitor.conversationId).at(-1)).toMatchObject({ type: 'end', outcome: 'erased' });
    } finally {
      await center.stop();
    }
  });
});
