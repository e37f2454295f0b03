import { randomUUID } from 'node:crypto';
import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { TenantAllowanceTable } from '../../src/aws/tenant-allowance-table.ts';
import { limits } from '../../src/contract/limits.ts';
import { parseIdKeys } from '../../src/domain/message-ids.ts';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import { deriveId } from '../../src/operations/derive-id.ts';
import { createHandler } from '../support/create-handler.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { sequentialRoundTrips, watchCalls } from '../support/watched-calls.ts';

let stack: TestStack;
let handler: GatewayHandler;
const watched = watchCalls();
/** Stands still: what is known of a limited session is known for a second. */
let atMs = Date.now();

beforeAll(async () => {
  stack = await startTestStack({ background: false });
  handler = createHandler(stack.env, {
    clients: createAwsClients(stack.env, watched.requestHandler),
    nowMs: () => atMs,
  });
  // Warms what a process remembers: tenant, widget, flow and a block of the tenant's allowance.
  for (let n = 0; n < 3; n += 1) await say(randomUUID(), 'hello');
});
afterAll(() => stack.stop());

const say = (session: string, text: string, key: string = randomUUID()) =>
  send(session, { text, attachments: [], user: { id: 'visitor' } }, key);

const flooding = '192.0.2.1';

async function send(session: string, body: object, key: string = randomUUID(), sourceIp = flooding) {
  watched.reset();
  const event = httpEvent('POST', '/v1/webchat/messages', {
    headers: {
      'x-tenant-id': 'acme',
      'x-widget-id': 'acme-web',
      'x-session-id': session,
      'idempotency-key': key,
    },
    body,
  });
  Object.assign(event.requestContext.http, { sourceIp });
  const result = await handler(event, lambdaContext);
  return { ...(result as { statusCode: number; body: string }), ...costs() };
}

function costs() {
  const cost = {
    calls: watched.calls.length,
    roundTrips: sequentialRoundTrips(watched.calls),
    writeUnits: watched.calls.reduce((sum, call) => sum + call.writeUnits, 0),
    operations: watched.calls.map(({ operation }) => operation).join(' '),
  };
  return { cost };
}

function report(title: string, { cost }: ReturnType<typeof costs>): void {
  console.log(
    `${title}: ${cost.calls} calls, ${cost.roundTrips} round trips, ${cost.writeUnits} write units (${cost.operations})`,
  );
}

describe('the calls of a turn', () => {
  it('stay within the budget for a plain turn', async () => {
    const session = randomUUID();
    await say(session, 'hello');
    const turn = await say(session, '2');
    report('plain turn', turn);
    expect(turn.statusCode).toBe(200);
    expect(turn.cost.calls).toBeLessThanOrEqual(7);
    expect(turn.cost.roundTrips).toBeLessThanOrEqual(3);
    expect(turn.cost.writeUnits).toBeLessThanOrEqual(5);
  });

  it("are no more for a session that has named another session's conversation", async () => {
    const session = randomUUID();
    const named = { tenantId: 'acme', channel: 'webchat', from: { id: session }, conversationId: 'nobody' };
    const guess = await send(session, { ...named, content: { text: 'hello' } });
    expect(guess.statusCode).toBe(404);
    await say(session, 'hello');
    const turn = await say(session, '2');
    report('turn after a wrong conversation', turn);
    expect(turn.cost.operations).toBe('UpdateItem BatchGetItem PutItem PutEvents BatchWriteItem');
  });

  it('are no more where the session’s first message failed, from the second one on', async () => {
    const session = randomUUID();
    const named = { tenantId: 'acme', channel: 'webchat', from: { id: session }, conversationId: null };
    // Without a key each try begins a conversation of its own: the first is refused behind its admission.
    const first = await send(session, { ...named, content: { text: 'hello' } });
    const second = await send(session, { ...named, content: { text: 'hello' } });
    const { conversationId } = JSON.parse(second.body);
    const { dynamodb } = createAwsClients(stack.env);
    const pk = `acme#${JSON.parse(first.body).conversationId}`;
    const TableName = `${stack.env.TABLE_PREFIX}conversations`;
    await dynamodb.send(new DeleteCommand({ TableName, Key: { pk } }));
    atMs += limits.idempotencyLeaseMs + 1;
    await send(session, { ...named, conversationId, content: { text: '2' } });
    const turn = await send(session, { ...named, conversationId, content: { text: 'menu' } });
    report('turn where the first conversation is gone', turn);
    expect(turn.cost.operations).toBe('UpdateItem BatchGetItem PutItem PutEvents BatchWriteItem');
  });

  it('are one read more outside of the conversation that the session wrote to first', async () => {
    const session = randomUUID();
    await say(session, 'hello');
    const named = { tenantId: 'acme', channel: 'webchat', from: { id: session } };
    const { body } = await send(session, { ...named, conversationId: null, content: { text: 'hello' } });
    const { conversationId } = JSON.parse(body);
    const turn = await send(session, { ...named, conversationId, content: { text: '2' } });
    report('turn of a second conversation', turn);
    expect(turn.cost.operations.split(' ').filter((name) => name === 'BatchGetItem')).toHaveLength(2);
    expect(turn.cost.roundTrips).toBeLessThanOrEqual(4);
  });

  it('stay within the budget for a turn that also marks an earlier one as settled', async () => {
    const session = randomUUID();
    await say(session, 'hello');
    await say(randomUUID(), 'hello');
    const turn = await say(session, '2');
    report('turn with a mark', turn);
    expect(turn.cost.calls).toBeLessThanOrEqual(7);
    expect(turn.cost.roundTrips).toBeLessThanOrEqual(3);
  });

  it('stay within the budget for a replay', async () => {
    const session = randomUUID();
    const key = randomUUID();
    await say(session, 'hello', key);
    const replay = await say(session, 'hello', key);
    report('replay', replay);
    expect(replay.statusCode).toBe(200);
    expect(replay.cost.calls).toBeLessThanOrEqual(7);
    expect(replay.cost.roundTrips).toBeLessThanOrEqual(3);
    expect(replay.cost.writeUnits).toBeLessThanOrEqual(2);
  });

  it('of a long-poll that finds something are two reads', async () => {
    const session = randomUUID();
    const { body } = await say(session, 'hello');
    watched.reset();
    const path = `/v1/webchat/conversations/${JSON.parse(body).conversationId}/messages`;
    const headers = { 'x-tenant-id': 'acme', 'x-session-id': session };
    await handler(httpEvent('GET', path, { headers }), lambdaContext);
    expect(costs().cost).toMatchObject({ operations: 'BatchGetItem Query', writeUnits: 0 });
  });

  it('cost refused messages one write each at most, and a session known to be limited none', async () => {
    const session = randomUUID();
    for (let n = 0; n < 30; n += 1) await say(session, 'hello');
    const refused = [];
    for (let n = 0; n < 3; n += 1) refused.push(await say(session, 'hello'));
    for (const answer of refused) {
      report('429', answer);
      expect(answer.statusCode).toBe(429);
      // DynamoDB gives the item with the refused condition; the emulator leaves it out, and it is read then.
      expect(answer.cost.roundTrips).toBeLessThanOrEqual(2);
    }
    expect(refused.reduce((sum, { cost }) => sum + cost.writeUnits, 0)).toBeLessThanOrEqual(refused.length);
    expect(refused.at(-1)?.cost.writeUnits).toBe(0);
  });

  it('of a flood from one address are none once it is known to have used its share, and others are admitted', async () => {
    // A minute of its own, of which the address has had all that it may in another environment.
    atMs += 2 * limits.rateWindowMs;
    const other = new TenantAllowanceTable(
      createAwsClients(stack.env),
      stack.env.TABLE_PREFIX ?? '',
      () => atMs,
    );
    const [key] = parseIdKeys(stack.env.ID_SECRET ?? '');
    const address = deriveId(key, 'address', 'acme', flooding);
    while ((await other.take('acme', limits.tenantMessagesPerMinute, address)).ok);
    const refused = [];
    for (let n = 0; n < 6; n += 1) refused.push(await say(randomUUID(), 'hello'));
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 429));
    expect(refused.reduce((sum, { cost }) => sum + cost.writeUnits, 0)).toBeLessThanOrEqual(refused.length);
    expect(refused.at(-1)?.cost.writeUnits).toBe(0);
    const [session, repeated] = [randomUUID(), randomUUID()];
    const body = { text: 'hello', attachments: [], user: { id: 'visitor' } };
    const first = await send(session, body, repeated, '192.0.2.7');
    const again = await send(session, body, repeated, '192.0.2.7');
    expect([first.statusCode, again.statusCode, again.body]).toEqual([200, 200, first.body]);
    // A repeat is answered whoever has used up what.
    expect((await send(session, body, repeated, flooding)).statusCode).toBe(200);
  });
});
