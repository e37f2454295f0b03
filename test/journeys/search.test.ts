import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createRuns } from '../../src/lambda/create-runs.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { type Desk, maria, startDesk } from '../support/inbox.ts';
import { runCli } from '../support/run-cli.ts';
import { type AdminCall, signIn } from '../support/start-admin-api.ts';
import { itemsOf } from '../support/stored-items.ts';

let desk: Desk;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let editor: AdminCall;
beforeAll(async () => {
  provider = await startFakeProvider();
  desk = await startDesk({
    providerUrl: provider.url,
    own: { runs: (env) => createRuns(env, { random: () => 0.99 }) },
  });
  editor = await signIn(desk.stack, 'editor');
});
afterAll(async () => {
  await desk.stack.stop();
  await provider.stop();
});

const search = async (q: string, more = '') => {
  await desk.stack.drain();
  return editor('GET', `/search?q=${encodeURIComponent(q)}${more}`);
};
const found = async (q: string): Promise<readonly string[]> =>
  (await search(q)).body.items.map(({ conversationId }: { conversationId: string }) => conversationId);

describe('search', () => {
  it('finds a conversation once an agent has it, with all of its messages, and no other tenant does', async () => {
    const visitor = await desk.begin(['hello', 'my parcel zebra']);
    const other = await desk.begin(['hello', 'zebra without an agent']);
    expect(await found('zebra')).toEqual([]);
    await desk.as(maria).take(visitor.conversationId);
    await desk.as(maria).reply(visitor.conversationId, 'I look for the giraffe.');
    expect(await found('ZEB gir')).toEqual([visitor.conversationId]);
    expect(await found(visitor.conversationId)).toEqual([visitor.conversationId]);
    const { body } = await search('giraffe', '&limit=1');
    expect(body).toMatchObject({
      items: [{ message: { author: 'agent' }, snippet: { marks: [[15, 22]] }, status: 'handoff' }],
      ...{ cursor: null, since: null },
    });
    expect(other.conversationId).not.toBe(visitor.conversationId);
    const globex = await editor('GET', '/search?q=zebra', { headers: { 'x-tenant-id': 'globex' } });
    expect(globex.status).toBe(403);
    const cli = await runCli([
      'conversation',
      'search',
      'giraffe',
      '--tenant',
      'acme',
      '--endpoint',
      desk.stack.url,
    ]);
    expect(cli).toMatchObject({ code: 0, out: expect.stringContaining('I look for the giraffe.') });
  });

  it('finds what a visitor of a chat app writes to an agent, without another event', async () => {
    const from = '4915155566677';
    const send = async (text: string) =>
      expect(
        (await postCloudApi(desk.stack, cloudApiBody({ messages: [textMessage(from, text, randomUUID())] })))
          .status,
      ).toBe(200);
    await send('hello');
    await desk.stack.drain();
    await send('a lost hippo');
    await desk.stack.drain();
    const { conversationId } =
      desk.stack.bus.events.findLast(({ detail }) => detail.channel === 'chatapp')?.detail ?? {};
    await desk.as(maria).take(String(conversationId));
    await send('and a walrus');
    expect(await found('hippo walrus')).toEqual([conversationId]);
    expect(await found('+49 1515 5566677')).toEqual([conversationId]);
    const erased = await runCli([
      'visitor',
      'erase',
      from,
      '--channel',
      'chatapp',
      '--tenant',
      'acme',
      '--yes',
      '--endpoint',
      desk.stack.url,
    ]);
    expect(erased.code).toBe(0);
    expect(await found('walrus')).toEqual([]);
    const items = (await itemsOf(desk.stack.clients, String(desk.stack.env.TABLE_PREFIX))).filter(
      ({ table }) => table === 'search',
    );
    expect(JSON.stringify(items)).not.toMatch(/walrus|hippo|4915155566677/);
    expect(JSON.stringify(items)).toContain('giraffe');
  });

  it.each([
    'q=',
    'q=%F0%9F%91%8D',
    `q=${'a'.repeat(201)}`,
    'q=a1+b2+c3+d4+e5+f6+g7+h8+i9',
    'q=a&x=1',
    'limit=5',
  ])('is refused with 400 for %s', async (query) => {
    expect(await editor('GET', `/search?${query}`)).toMatchObject({
      status: 400,
      body: { code: 'invalid_parameter' },
    });
  });
});
