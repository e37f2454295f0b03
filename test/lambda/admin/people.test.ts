import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { createDynamodbClient } from '../../../src/aws/clients.ts';
import { DeadLettersTable } from '../../../src/aws/dead-letters.ts';
import { auditPage } from '../../../src/contract/admin/audit.ts';
import { erasure, personExport } from '../../../src/contract/admin/conversations.ts';
import { limits } from '../../../src/contract/limits.ts';
import { createAdminPeople } from '../../../src/lambda/create-admin-people.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../../support/cloud-api.ts';
import { breachesOf } from '../../support/conformance/breaches-of.ts';
import { adminEvent, lambdaContext } from '../../support/http-event.ts';
import { shareAdminApi } from '../../support/start-admin-api.ts';
import { storedItems } from '../../support/stored-items.ts';
import { foundIn, writeMarks } from '../../support/visitor-marks.ts';

const shared = shareAdminApi();
const admin = () => shared.api.as('admin');
const pathOf = (visitor: { channel: string; userId: string }) =>
  `/people/${visitor.channel}/${encodeURIComponent(visitor.userId)}`;

async function exported(path: string) {
  const answer = await admin()('GET', `${path}/export`);
  expect(answer.status).toBe(200);
  return personExport.parse(answer.body);
}

describe('stored data of a person', () => {
  it('is exported in one document and erased with every word, by admins, and the audit log does not reveal who it was', async () => {
    const visitors = await writeMarks(shared.api);
    const everything = async () => JSON.stringify((await storedItems(shared.api)).map(({ item }) => item));
    const since = new Date().toISOString();
    const stored = await everything();
    for (const visitor of visitors) {
      const told = JSON.stringify(await exported(pathOf(visitor)));
      expect(foundIn(told, visitor.marks), visitor.channel).toEqual(foundIn(stored, visitor.marks));
    }
    const marks = visitors.flatMap((visitor) => visitor.marks);
    expect(foundIn(stored, marks).length).toBeGreaterThan(visitors.length);
    // At once: each waits for six seconds.
    const erased = await Promise.all(visitors.map((visitor) => admin()('DELETE', pathOf(visitor))));
    for (const { status, body } of erased)
      expect([status, erasure.parse(body)]).toEqual([200, expect.objectContaining({ done: true })]);
    expect(foundIn(await everything(), marks)).toEqual([]);
    for (const visitor of visitors)
      expect(await exported(pathOf(visitor))).toMatchObject({ names: [], conversations: [], cursor: null });
    const { body } = await admin()('GET', `/audit?action=person.&from=${since}&limit=100`);
    const { items } = auditPage.parse(body);
    expect(new Set(items.map(({ action, outcome }) => `${action} ${outcome}`))).toEqual(
      new Set(['person.erase done', 'person.export done']),
    );
    expect(foundIn(JSON.stringify(items), marks)).toEqual([]);
  });

  it('of an unknown person is an empty document, and erasing it succeeds', async () => {
    expect(await exported('/people/webchat/nobody')).toMatchObject({ names: [], conversations: [] });
    const { status, body } = await admin()('DELETE', '/people/webchat/nobody');
    expect([status, body]).toEqual([
      200,
      { done: true, conversations: 0, turns: 0, deadLetters: 0, names: 0 },
    ]);
  });

  it.each(['/people/telegram/x', '/people/webchat/%F0%9F%99%82', '/people/webchat/a%23b'])(
    '%s is not valid',
    async (path) => {
      expect((await admin()('GET', `${path}/export`)).body.code).toBe('invalid_parameter');
      expect((await admin()('DELETE', path)).body.code).toBe('invalid_parameter');
    },
  );
});

describe('a person with much stored data', () => {
  const say = async (userId: string, count: number) => {
    const session = randomUUID();
    for (let n = 0; n < count; n += 1) {
      const body = { text: `message ${n}`, attachments: [], user: { id: userId } };
      const headers = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session };
      expect((await shared.api.post('/v1/webchat/messages', body, headers)).status).toBe(200);
    }
  };
  /** The function with a clock on which each look takes so long that its time is soon over. */
  function hurried(lookMs = 1_000) {
    const begun = Date.now();
    let looks = 0;
    const nowMs = () => begun + looks++ * lookMs;
    const clients = { dynamodb: createDynamodbClient(shared.api.env), secrets: shared.api.clients.secrets };
    const pause = async () => undefined;
    const handler = createAdminPeople(shared.api.env, { clients, nowMs, pause });
    return {
      async ask(
        method: 'GET' | 'DELETE',
        userId: string,
        query: Record<string, string> = {},
        channel = 'webchat',
      ) {
        const route =
          method === 'GET' ? 'GET /people/{channel}/{userId}/export' : 'DELETE /people/{channel}/{userId}';
        const parameters = { channel, userId };
        const event = adminEvent(route, { parameters, query });
        const result = await handler(event, lambdaContext);
        expect(breachesOf(event, result)).toEqual([]);
        return { status: result.statusCode, body: JSON.parse(result.body) };
      },
    };
  }

  it('is exported under names that do not change: others read the document', async () => {
    const userId = `names-${randomUUID()}`;
    await say(userId, 1);
    const { conversations } = await exported(pathOf({ channel: 'webchat', userId }));
    expect(conversations.flatMap((one) => Object.keys(one)).sort()).toEqual([
      ...['conversationId', 'deadLetters', 'files', 'humans', 'labels', 'largeMessages', 'lastActivityAt'],
      ...['notes', 'priority', 'running', 'runs', 'state', 'turns', 'user', 'woken'],
    ]);
  });

  it('is exported page by page without a gap or a double, and a cursor is useless for another person', async () => {
    const userId = `much-${randomUUID()}`;
    await say(userId, 20);
    await say(userId, 5);
    const whole = await exported(pathOf({ channel: 'webchat', userId }));
    const { ask } = hurried();
    const turns: string[] = [];
    let pages = 0;
    let first = '';
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const { body } = await ask('GET', userId, cursor === '' ? {} : { cursor });
      const page = personExport.parse(body);
      turns.push(...page.conversations.flatMap((one) => one.turns.map(({ turnId }) => turnId)));
      cursor = page.cursor;
      first ||= cursor ?? '';
    }
    expect(pages).toBeGreaterThan(1);
    expect(turns).toEqual(whole.conversations.flatMap((one) => one.turns.map(({ turnId }) => turnId)));
    expect(turns).toHaveLength(25);
    expect((await ask('GET', 'somebody-else', { cursor: first })).status).toBe(400);
    expect((await ask('GET', userId, { cursor: 'x' })).status).toBe(400);
  });

  it('is exported over messages too large for the log and dead letters, wherever a page ends', async () => {
    const userId = `+49151${String(Date.now()).slice(-8)}`;
    const send = (message: object) => postCloudApi(shared.api, cloudApiBody({ messages: [message] }));
    const large = { hologram: { size: 'x'.repeat(limits.queuedMessageBytes) } };
    for (let n = 0; n < 3; n += 1) {
      expect((await send({ ...textMessage(userId.slice(1), `text ${n}`) })).status).toBe(200);
      expect((await send({ ...textMessage(userId.slice(1), ''), type: 'hologram', ...large })).status).toBe(
        200,
      );
    }
    await shared.api.drain();
    const path = pathOf({ channel: 'chatapp', userId });
    const [{ conversationId = '' } = {}] = (await exported(path)).conversations;
    const dynamodb = createDynamodbClient(shared.api.env);
    const letters = new DeadLettersTable(dynamodb, String(shared.api.env.TABLE_PREFIX));
    for (let n = 0; n < 3; n += 1)
      await letters.keep({
        ...{ tenantId: 'acme', conversationId, id: randomUUID(), queue: 'turns', kind: 'turn' },
        ...{
          reason: `reason ${n}`,
          attempts: 1,
          deadAtMs: Date.now(),
          correlationId: null,
          body: `{"n":${n}}`,
        },
      });
    const whole = await exported(path);
    expect(whole.conversations).toMatchObject([
      { turns: { length: 6 }, largeMessages: { length: 3 }, runs: { length: 1 } },
    ]);
    // Time for one piece a page: pages end after each.
    const { ask } = hurried(60_000);
    const parts: (typeof whole.conversations)[number][] = [];
    let pages = 0;
    for (let cursor: string | null = ''; cursor !== null; pages += 1) {
      const { body } = await ask('GET', userId, cursor === '' ? {} : { cursor }, 'chatapp');
      const page = personExport.parse(body);
      parts.push(...page.conversations);
      cursor = page.cursor;
    }
    expect(pages).toBe(6 + 3 + 1 + 3 + 1);
    const [one] = whole.conversations;
    expect(parts.flatMap(({ turns }) => turns)).toEqual(one?.turns);
    expect(parts.flatMap(({ largeMessages }) => largeMessages)).toEqual(one?.largeMessages);
    expect(parts.flatMap(({ deadLetters }) => deadLetters)).toEqual(one?.deadLetters);
    expect(one?.deadLetters).toHaveLength(3);
    expect(parts.flatMap(({ runs }) => runs)).toEqual(one?.runs);
    expect(one?.runs).toMatchObject([{ channel: 'chatapp', run: { userId: userId.slice(1) } }]);
  });

  it('is erased in as many requests as necessary', async () => {
    const userId = `much-${randomUUID()}`;
    await say(userId, 2);
    for (let n = 0; n < 6; n += 1) await say(userId, 1);
    const { ask } = hurried();
    const statuses: number[] = [];
    do statuses.push((await ask('DELETE', userId)).status);
    while (statuses.at(-1) === 202 && statuses.length < 50);
    expect(statuses).toEqual([...Array(statuses.length - 1).fill(202), 200]);
    expect(statuses.length).toBeGreaterThan(1);
    expect(await exported(pathOf({ channel: 'webchat', userId }))).toMatchObject({ conversations: [] });
    const items = JSON.stringify((await storedItems(shared.api)).map(({ item }) => item));
    expect(items).not.toContain(userId);
  });
});
