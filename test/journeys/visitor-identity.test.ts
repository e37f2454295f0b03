import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AwsClients, createLongTimeoutAwsClients } from '../../src/aws/clients.ts';
import { unpackJson } from '../../src/aws/items.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import { tables } from '../../src/contract/tables.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { createHandler } from '../support/create-handler.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { identitySecret, tokenOf } from '../support/visitor-token.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    createHandler,
    background: false,
    changeTenant: (folder) => (folder.tenant.id === 'acme' ? withTeller(folder) : folder),
  });
});
afterAll(async () => {
  await stack.stop();
});

/** A flow that tells whom it talks to, and a widget of the same that wants visitors vouched for. */
function withTeller(folder: TenantFolder): TenantFolder {
  const text =
    '{{ message.user.id }} {{ message.user.verified }} {{ message.user.firstName }} {{ message.user.email }}';
  const teller = flowDefinition.parse({
    ...{ id: 'support', version: 1, start: 'tell' },
    steps: { tell: { kind: 'question', text, saveAs: 'said', next: 'tell' } },
  });
  const strict = {
    ...{ id: 'acme-strict', flow: 'support', allowed_origins: [] },
    ...{ identity_secret: 'visitor_identity_secret', require_identity: true },
  };
  return {
    ...folder,
    flows: folder.flows.map((flow) => (flow.id === 'support' ? teller : flow)),
    widgets: [...folder.widgets, strict],
  };
}

const nowS = () => Math.floor(Date.now() / 1000);

const headersOf = (session: string, token?: string) => ({
  'x-tenant-id': 'acme',
  'x-widget-id': 'acme-web',
  'x-session-id': session,
  ...(token !== undefined && { 'x-visitor-token': token }),
});

interface Sent {
  readonly session: string;
  readonly token?: string;
  readonly conversationId?: string | null;
  readonly from?: string;
}

const sendForm = ({ session, token, conversationId = null, from = randomUUID() }: Sent, more: object = {}) =>
  stack.post(
    '/v1/webchat/messages',
    {
      tenantId: 'acme',
      conversationId,
      channel: 'webchat',
      from: { id: from },
      content: { text: 'hello' },
      ...more,
    },
    headersOf(session, token),
  );
const conversationOf = async (sent: Sent): Promise<string> =>
  (await (await sendForm(sent)).json()).conversationId;
const pollStatus = async (conversationId: string, session: string, token?: string) =>
  (
    await fetch(`${stack.url}/v1/webchat/conversations/${conversationId}/messages?wait=0`, {
      headers: headersOf(session, token),
    })
  ).status;

const whoOf = async (answer: Response): Promise<string> => (await answer.json()).replies[0].text;

describe('a session id', () => {
  it('is in no event and nothing that is stored, even where the page sends nothing else', async () => {
    const session = randomUUID();
    const answer = await stack.post(
      '/v1/webchat/messages',
      {
        tenantId: 'acme',
        conversationId: null,
        channel: 'webchat',
        from: { id: session },
        content: { text: 'hello' },
      },
      { 'idempotency-key': randomUUID() },
    );
    const { conversationId, replies } = await answer.json();
    await stack.drain();
    expect(await pollStatus(conversationId, session)).toBe(200);
    expect(replies[0].text).toMatch(/^[\w-]{24} false /);
    const stored = await dumpTables(stack);
    expect(stored).toContain(replies[0].text.slice(0, 24));
    for (const place of [stored, JSON.stringify(stack.bus.events)]) {
      expect(place).toContain(conversationId);
      expect(place).not.toContain(session);
    }
  });

  it('apart from the visitor ID leaves the visitor ID unchanged', async () => {
    const from = randomUUID();
    expect(await whoOf(await sendForm({ session: randomUUID(), from }))).toContain(`${from} false`);
  });
});

describe('a verified visitor', () => {
  it('is the user the site names, whatever the page claims', async () => {
    const token = tokenOf({ sub: 'customer-1', name: 'Ada' });
    const claimed = { user: { firstName: 'Mallory', email: 'm@x.example' } };
    expect(await whoOf(await sendForm({ session: randomUUID(), token }, claimed))).toBe(
      'customer-1 true Ada ',
    );
    const unverified = await whoOf(await sendForm({ session: randomUUID() }, claimed));
    expect(unverified).toMatch(/ false Mallory m@x\.example$/);
  });

  it('has one conversation, which follows them to another browser, and which no other visitor reads', async () => {
    const token = tokenOf({ sub: 'customer-2' });
    const [first, second] = [randomUUID(), randomUUID()];
    const conversationId = await conversationOf({ session: first, token });
    expect(await conversationOf({ session: second, token: tokenOf({ sub: 'customer-2' }) })).toBe(
      conversationId,
    );
    expect(await pollStatus(conversationId, second, token)).toBe(200);
    expect(await pollStatus(conversationId, first)).toBe(404);
    expect(await pollStatus(conversationId, first, tokenOf({ sub: 'customer-3' }))).toBe(404);
    expect((await sendForm({ session: first, conversationId })).status).toBe(404);
  });

  it('claims the conversation that their session began, once', async () => {
    const session = randomUUID();
    const conversationId = await conversationOf({ session });
    const stranger = { session: randomUUID(), token: tokenOf({ sub: 'customer-5' }), conversationId };
    expect((await sendForm(stranger)).status).toBe(404);
    const token = tokenOf({ sub: 'customer-4' });
    expect(await pollStatus(conversationId, session, token)).toBe(200);
    expect(await whoOf(await sendForm({ session, token, conversationId }))).toContain('customer-4 true');
    expect(await pollStatus(conversationId, randomUUID(), token)).toBe(200);
    expect(await pollStatus(conversationId, session)).toBe(404);
    expect((await sendForm({ session, token: tokenOf({ sub: 'customer-6' }), conversationId })).status).toBe(
      404,
    );
  });

  it('claims none while one of their own is open', async () => {
    const token = tokenOf({ sub: 'customer-7' });
    await conversationOf({ session: randomUUID(), token });
    const session = randomUUID();
    const conversationId = await conversationOf({ session });
    expect((await sendForm({ session, token, conversationId })).status).toBe(404);
    expect(await pollStatus(conversationId, session)).toBe(200);
  });

  const far = { exp: nowS() + 90_000 };
  it.each<[string, string, string]>([
    ['is signed with another secret', tokenOf({ sub: 'x' }, 'guess'), 'invalid_visitor_token'],
    ['is signed with an empty secret', tokenOf({ sub: 'x' }, ''), 'invalid_visitor_token'],
    [
      'asks for no algorithm',
      tokenOf({ sub: 'x' }, identitySecret, { alg: 'none' }),
      'invalid_visitor_token',
    ],
    ['asks for another', tokenOf({ sub: 'x' }, identitySecret, { alg: 'HS512' }), 'invalid_visitor_token'],
    [
      'asks for more than we know',
      tokenOf({ sub: 'x' }, identitySecret, { alg: 'HS256', crit: ['b64'] }),
      'invalid_visitor_token',
    ],
    ['has no signature', tokenOf({ sub: 'x' }).replace(/[^.]*$/, ''), 'invalid_visitor_token'],
    ['names nobody', tokenOf({}), 'invalid_visitor_token'],
    ['never ends', tokenOf({ sub: 'x', exp: undefined }), 'invalid_visitor_token'],
    ['lives for more than a day', tokenOf({ sub: 'x', ...far }), 'invalid_visitor_token'],
    ['is not good yet', tokenOf({ sub: 'x', nbf: nowS() + 600 }), 'invalid_visitor_token'],
    ['is too long', tokenOf({ sub: 'x', attributes: { a: 'x'.repeat(3_000) } }), 'invalid_visitor_token'],
    ['is no token', 'hello', 'invalid_visitor_token'],
    ['was good', tokenOf({ sub: 'x', exp: nowS() - 120 }), 'visitor_token_expired'],
  ])('whose token %s is refused', async (_, token, code) => {
    const answer = await sendForm({ session: randomUUID(), token });
    expect([answer.status, (await answer.json()).code]).toEqual([401, code]);
  });

  it('of a REST client has the conversation of the token; that of the session stays apart', async () => {
    const [session, token] = [randomUUID(), tokenOf({ sub: `rest-${randomUUID()}` })];
    const say = async (by: string, vouched?: string): Promise<string> => {
      const body = { text: 'hello', attachments: [], user: { id: 'rest' } };
      return (await (await stack.post('/v1/webchat/messages', body, headersOf(by, vouched))).json())
        .conversationId;
    };
    const anonymous = await say(session);
    const persons = await say(session, token);
    expect(persons).not.toBe(anonymous);
    expect(await say(randomUUID(), token)).toBe(persons);
    expect(await say(session)).toBe(anonymous);
    expect(await pollStatus(persons, session)).toBe(404);
  });

  it('is required by a widget that asks for one', async () => {
    const strict = { ...headersOf(randomUUID()), 'x-widget-id': 'acme-strict' };
    const body = { text: 'hello', attachments: [], user: { id: '1' } };
    const refused = await stack.post('/v1/webchat/messages', body, strict);
    expect([refused.status, (await refused.json()).code]).toEqual([401, 'invalid_visitor_token']);
    const vouched = { ...strict, 'x-visitor-token': tokenOf({ sub: 'customer-8' }) };
    expect((await stack.post('/v1/webchat/messages', body, vouched)).status).toBe(200);
  });
});

/** Everything in all tables, unpacked. */
async function dumpTables({ env }: TestStack): Promise<string> {
  const { dynamodb } = clientsOf(env);
  const parts = await Promise.all(
    Object.values(tables).map(async ({ name }) => {
      const { Items = [] } = await dynamodb.send(
        new ScanCommand({ TableName: (env.TABLE_PREFIX ?? '') + name }),
      );
      return Items.map((item) => JSON.stringify(Object.entries(item).map(readable)));
    }),
  );
  return parts.flat().join('\n');
}

function readable([name, value]: [string, unknown]): unknown {
  return [name, value instanceof Uint8Array ? unpackJson(value) : value];
}

function clientsOf(env: TestStack['env']): AwsClients {
  return createLongTimeoutAwsClients(env);
}
