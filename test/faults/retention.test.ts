import { createHash, randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tables } from '../../src/contract/tables.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { poll, say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { forgetExpired } from '../support/forget-expired.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { storedItems } from '../support/stored-items.ts';

const dayS = 24 * 60 * 60;
const retentionDays = 5;
const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
const later = (days: number) => {
  clock.aheadMs += days * dayS * 1000;
};

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    createHandler: (env) => createHandler(env, { nowMs }),
    changeTenant,
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

/** Echoes, ends at `bye`, raises at `raise`, and keeps for five days. */
function changeTenant(folder: TenantFolder): TenantFolder {
  const { tenant, flows, ...rest } = echoTenant(folder);
  return {
    ...rest,
    tenant: { ...tenant, retention_days: retentionDays },
    flows: flows.map((flow) => ({
      ...flow,
      ...(flow.id === 'support' && {
        triggers: [
          { words: ['bye'], next: 'bye' },
          { words: ['raise'], next: 'raise' },
        ],
        steps: {
          ...flow.steps,
          bye: { kind: 'end' as const, text: 'Bye' },
          raise: { kind: 'set' as const, assign: { said: '1 / 0' }, next: 'echo' },
        },
      }),
    })),
  };
}

async function write(user: string, text: string, id?: string): Promise<void> {
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, text, id)] }));
  await stack.drain();
  await stack.drain();
}

const sentTo = (user: string) =>
  provider.sends.filter(({ to }) => to === user).map(({ body }) => Reflect.get(Object(body.text), 'body'));

const status = (id: string, state: string, recipient: string) =>
  cloudApiBody({ statuses: [{ id, status: state, timestamp: '1760000000', recipient_id: recipient }] });

describe('stored data of people', () => {
  it('has an expiry in every table, none later than twice what the tenant says and a few days', async () => {
    await say(stack, randomUUID(), 'hello', { 'idempotency-key': randomUUID() });
    await say(stack, randomUUID(), 'hello', { origin: 'https://elsewhere.example' });
    await write('491511', 'hello');
    await write('491511', 'raise');
    await postCloudApi(stack, status(provider.sends.at(-1)?.id ?? '', 'read', '491511'));
    await postCloudApi(stack, status('not-known-yet', 'sent', '491511'));
    // A mark names an hour that is to be counted, and nobody; counting it takes the mark away.
    const items = (await storedItems(stack)).filter(
      ({ table, item }) => table !== tables.directory.name && !String(item.pk).startsWith('dirty#'),
    );
    expect(items.map(({ item }) => item.pk)).toContain('acme#origins#acme-web');
    expect(new Set(items.map(({ table }) => table))).toEqual(
      new Set([
        ...[
          'conversations',
          'messages',
          'dedup',
          'dead-letters',
          'rate-limits',
          'runs',
          'contacts',
          'search',
        ],
      ]),
    );
    for (const { table, item } of items) {
      const keptDays = (Number(item.expiresAt) - nowMs() / 1000) / dayS;
      expect.soft(keptDays, `${table} ${item.pk}`).toBeGreaterThan(0);
      expect.soft(keptDays, `${table} ${item.pk}`).toBeLessThan(2 * (retentionDays + 2) + 0.1);
    }
  });

  it("is kept as long as the tenant's setting: the log and its statuses, then the cursor, then the conversation", async () => {
    await write('491512', 'hello');
    await postCloudApi(stack, status(provider.sends.at(-1)?.id ?? '', 'read', '491512'));
    const items = await storedItems(stack);
    const turn = items.find(({ item }) => Reflect.get(Object(item.turn), 'to') === '491512')?.item;
    const { conversationId, replies } = Object(turn?.turn);
    const daysOf = (pk: string) => {
      const item = items.find((stored) => stored.item.pk === pk)?.item;
      return Math.round(((Number(item?.expiresAt) - nowMs() / 1000) / dayS) * 100) / 100;
    };
    expect([
      daysOf(`acme#reply#${replies[0].id}`),
      daysOf(
        `acme#provider#${createHash('sha256')
          .update(provider.sends.at(-1)?.id ?? '')
          .digest('base64url')}`,
      ),
      daysOf(`acme#cursor#${conversationId}`),
    ]).toEqual([retentionDays, retentionDays, retentionDays + 1]);
    const conversation = items.find(
      ({ table, item }) => table === 'conversations' && item.pk === `acme#${conversationId}`,
    );
    expect((Number(conversation?.item.expiresAt) - nowMs() / 1000) / dayS).toBeCloseTo(retentionDays + 2, 2);
  });

  it('of an ended run includes neither messages nor variables', async () => {
    const session = randomUUID();
    const { conversationId } = await (await say(stack, session, 'my secret is 12345')).json();
    await say(stack, session, 'my secret is 12345');
    const body = async () => {
      const items = await storedItems(stack);
      const found = items.find(
        ({ table, item }) => table === 'conversations' && item.pk === `acme#${conversationId}`,
      );
      return JSON.stringify(Object(found?.item.body).state);
    };
    expect(await body()).toContain('12345');
    await say(stack, session, 'bye');
    expect(await body()).not.toContain('12345');
    expect(await body()).toContain('"status":"completed"');
    expect((await (await say(stack, session, 'again')).json()).replies[0].text).toBe('welcome');
  });
});

describe('expired data', () => {
  it('is not shown, though it is not deleted yet', async () => {
    const session = randomUUID();
    const { conversationId } = await (await say(stack, session, 'old')).json();
    later(retentionDays + 1);
    await say(stack, session, 'new');
    const { messages } = await poll(stack, session, conversationId, { wait: '0' });
    // The run of before has ended for being idle.
    expect(messages.map(({ text }) => text)).toEqual(['new', 'welcome']);
  });

  it.each([
    ['nothing', []],
    ['the conversation alone', [tables.conversations]],
    ['the log alone', [tables.messages]],
    ['the cursor and the names alone', [tables.dedup]],
    ['the conversation and the log', [tables.conversations, tables.messages]],
  ])(
    'may be deleted in any order: with %s gone, a returning user gets the new reply once',
    async (what, gone) => {
      const user = `4915${what.length}`;
      for (const text of ['first', 'second', 'third']) await write(user, text);
      later(retentionDays + 3);
      await forgetExpired(stack, nowMs(), gone);
      await write(user, 'back');
      await write(user, 'still here');
      expect(sentTo(user).slice(0, 3)).toEqual(['welcome', 'second', 'third']);
      expect(sentTo(user).slice(3)).toHaveLength(2);
      expect(sentTo(user).at(-1)).toBe('still here');
    },
  );
});

describe('the names of a user', () => {
  const [phone, scoped, other] = ['4915770001', 'DE.77', '4915770002'];
  const said = async (names: object, message: object = {}) => {
    const id = `wamid.${randomUUID()}`;
    const text = { ...textMessage('', 'hello', id), from: undefined, ...names, ...message };
    await postCloudApi(stack, cloudApiBody({ messages: [text] }));
    return stack.bus.events.find(({ detail }) => detail.messageId === id)?.detail.conversationId;
  };

  it('are kept while they are used, with the number that they gave up, which stays another user’s', async () => {
    const theirs = await said({ from: phone });
    expect(await said({ from: phone, from_user_id: scoped })).toBe(theirs);
    const system = { type: 'user_changed_number', wa_id: other, user_id: scoped };
    await said({ from: phone, from_user_id: scoped }, { type: 'system', text: undefined, system });
    for (let n = 0; n < 6; n += 1) {
      later(retentionDays);
      await forgetExpired(stack, nowMs());
      expect(await said({ from: other, from_user_id: scoped })).toBe(theirs);
    }
    const stranger = await said({ from: phone });
    expect(stranger).not.toBe(theirs);
    later(2 * (retentionDays + 2) + 1);
    await forgetExpired(stack, nowMs());
    expect((await storedItems(stack)).filter(({ item }) => String(item.pk).includes('#person#'))).toEqual([]);
  });
});
