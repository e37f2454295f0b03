import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DirectoryTableWriter } from '../../src/aws/directory-writer.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import type { TenantFolder } from '../../src/domain/tenant-folder.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { poll, readTranscript, say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { lookAfterAll } from '../support/look-after-all.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { type Fault, watchCalls } from '../support/watched-calls.ts';

/** Reminds of its question after 30 minutes, goes on after two hours; `rest` waits a day, `raise` fails when woken. */
const flow = flowDefinition.parse({
  id: 'support',
  version: 1,
  start: 'ask',
  steps: {
    ask: {
      kind: 'question',
      text: 'Which one?',
      remindAfterMinutes: 30,
      remindText: 'Still there, {{ message.user.firstName }}?',
      silenceAfterMinutes: 90,
      onSilence: 'look',
      saveAs: 'said',
      next: 'route',
    },
    route: {
      kind: 'branch',
      branches: [
        { when: 'said == "rest"', next: 'rest' },
        { when: 'said == "raise"', next: 'fragile' },
      ],
      otherwise: 'took',
    },
    look: { kind: 'http', method: 'GET', url: 'https://127.0.0.1/', next: 'gone', onError: 'gone' },
    gone: { kind: 'end', text: 'Another time, then.' },
    rest: { kind: 'wait', minutes: 1440, next: 'awake' },
    awake: { kind: 'question', text: 'Good morning.', saveAs: 'said', next: 'took' },
    fragile: { kind: 'wait', minutes: 10, next: 'broken' },
    broken: { kind: 'set', assign: { never: 'int(said)' }, next: 'took' },
    took: { kind: 'end', text: 'Took {{ said }}.' },
  },
});
const remindingTenant = (folder: TenantFolder): TenantFolder => ({
  ...folder,
  tenant: { ...folder.tenant, limit_per_minute: 100_000 },
  widgets: folder.widgets.map((widget) => ({ ...widget, idle_minutes: 60 })),
  flows: folder.flows.map((other) => (other.id === 'support' ? flow : other)),
});

const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
const watched = watchCalls();
let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    queues: { nowMs },
    changeTenant: remindingTenant,
    createHandler: (env) =>
      createHandler(env, { nowMs, clients: createAwsClients(env, watched.requestHandler) }),
    report: () => undefined,
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});
afterEach(() => {
  watched.breakCall = () => undefined;
});

/** Lets time go by, and the schedule and the queues do what is due by then. */
async function pass(minutes: number): Promise<void> {
  clock.aheadMs += minutes * 60_000;
  await stack.tick();
  await stack.drain();
}

async function begin(text = 'hello') {
  const session = randomUUID();
  const first = await (await say(stack, session, text)).json();
  const texts = async () =>
    (await readTranscript(stack, session, first.conversationId)).map(({ author, text: said }) =>
      author === 'bot' ? said : `> ${said}`,
    );
  return { session, conversationId: String(first.conversationId), next: first.next as string | null, texts };
}

const eventsOf = (conversationId: string) =>
  stack.bus.events.filter(({ detail }) => detail.conversationId === conversationId);

describe('a question without an answer', () => {
  it('is repeated and then left, each once, and every answer says when', async () => {
    const { session, conversationId, next, texts } = await begin();
    const inMinutes = (time: string | null | undefined) =>
      Math.round((Date.parse(String(time)) - nowMs()) / 60_000);
    expect(inMinutes(next)).toBe(30);
    expect(inMinutes((await poll(stack, session, conversationId, { wait: '0' })).next)).toBe(30);
    await pass(29);
    expect(await texts()).toEqual(['> hello', 'Which one?']);
    await pass(2);
    await pass(1);
    expect(await texts()).toEqual(['> hello', 'Which one?', 'Still there, ?']);
    await pass(90);
    await pass(6);
    expect((await texts()).slice(3)).toEqual(['Another time, then.']);
    const history = await poll(stack, session, conversationId, { wait: '0' });
    expect(history).toMatchObject({ status: 'completed', next: null });
    expect(history.messages.map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    const ids = eventsOf(conversationId).map(({ detail }) => detail.eventId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids).toHaveLength(4);
  });

  it('is repeated within three seconds of the announced time, wherever the schedule’s minute lies', async () => {
    const { session, conversationId, next } = await begin();
    const { messages } = await (async () => {
      await pass(29.4);
      // The minute before has looked ahead; no other comes.
      for (let second = 0; second < 39; second += 1) {
        clock.aheadMs += 1000;
        await stack.drain();
      }
      return poll(stack, session, conversationId, { wait: '0' });
    })();
    const reminder = messages.at(-1);
    expect(reminder?.text).toBe('Still there, ?');
    const lateMs = Date.parse(String(reminder?.timestamp)) - Date.parse(String(next));
    expect(lateMs).toBeGreaterThanOrEqual(0);
    expect(lateMs).toBeLessThanOrEqual(3000);
    // The minute that comes then finds nothing left to do.
    await pass(1);
    expect((await poll(stack, session, conversationId, { wait: '0' })).messages).toHaveLength(3);
  });

  it('accepts an answer after the reminder', async () => {
    const { session, texts } = await begin();
    await pass(31);
    await say(stack, session, 'the blue one');
    await pass(200);
    expect((await texts()).slice(2)).toEqual(['Still there, ?', '> the blue one', 'Took the blue one.']);
  });

  it('sends nothing when the answer arrives while the reminder is on the queue', async () => {
    const { session, texts } = await begin();
    clock.aheadMs += 31 * 60_000;
    expect(await lookAfterAll(stack.env, { nowMs })).toMatchObject({ woken: 1, failed: 0 });
    await say(stack, session, 'me');
    await stack.drain();
    await pass(200);
    expect(await texts()).toEqual(['> hello', 'Which one?', '> me', 'Took me.']);
  });

  it('is repeated once by two runs of the schedule at once, and by records that come twice', async () => {
    const { texts } = await begin();
    clock.aheadMs += 31 * 60_000;
    await Promise.all([lookAfterAll(stack.env, { nowMs }), lookAfterAll(stack.env, { nowMs })]);
    // Nobody takes them for long: they are sent once more.
    clock.aheadMs += 6 * 60_000;
    await lookAfterAll(stack.env, { nowMs });
    await stack.drain();
    expect(await texts()).toEqual(['> hello', 'Which one?', 'Still there, ?']);
  });

  it('is repeated on a chat app by the account that asked it', async () => {
    const from = `49151${String(Date.now()).slice(-8)}`;
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage(from, 'hello')] }));
    await stack.drain();
    await pass(31);
    await stack.drain();
    const texts = provider.sends.flatMap(({ to, body }) =>
      to === from ? [(body.text as { body: string } | undefined)?.body] : [],
    );
    expect(texts).toEqual(['Which one?', 'Still there, ?']);
  });
});

describe('a wait', () => {
  it('keeps a conversation open past its idle time, until it is over', async () => {
    const { session, conversationId, texts } = await begin();
    await say(stack, session, 'rest');
    await pass(90);
    await pass(90);
    expect((await poll(stack, session, conversationId, { wait: '0' })).status).toBe('active');
    await pass(1440);
    expect((await texts()).at(-1)).toBe('Good morning.');
    const { after } = await poll(stack, session, conversationId, { wait: '0' });
    await pass(62);
    const closed = await poll(stack, session, conversationId, { wait: '0', after: String(after) });
    expect(closed.status).toBe('completed');
  });

  it('is delayed for a suspended tenant', async () => {
    const { session, texts } = await begin();
    await say(stack, session, 'rest');
    const { clients, env } = stack;
    const writer = new DirectoryTableWriter(clients, {
      tablePrefix: env.TABLE_PREFIX ?? '',
      secretPrefix: env.TENANT_SECRET_PREFIX ?? '',
    });
    await writer.setStatus('acme', 'suspended');
    await pass(1441);
    await pass(10);
    await writer.setStatus('acme', 'active');
    await pass(10);
    expect((await texts()).slice(2)).toEqual(['> rest', 'Good morning.']);
  });

  it('whose flow raises an error sends nothing, is not retried, and the visitor can write afterwards', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { session, conversationId, texts } = await begin();
    await say(stack, session, 'raise');
    await pass(11);
    await pass(11);
    expect(await texts()).toEqual(['> hello', 'Which one?', '> raise']);
    expect((await poll(stack, session, conversationId, { wait: '0' })).next).toBeNull();
    expect(stack.queues.waiting(stack.env.CONTINUATIONS_QUEUE_URL ?? '')).toEqual([]);
  });
});

describe.each<Fault>(['refused', 'answer-lost'])('a wake-up one of whose calls is %s', (fault) => {
  it('runs once, whichever call it was', async () => {
    for (let index = 0, calls = 1; index < calls; index += 1) {
      const { conversationId, texts } = await begin();
      await pass(25);
      calls = 0;
      watched.reset();
      watched.breakCall = (call) => {
        calls = call.index + 1;
        return call.index === index ? fault : undefined;
      };
      await pass(6).catch(() => undefined);
      watched.breakCall = () => undefined;
      await pass(6);
      await pass(6);
      expect(await texts()).toEqual(['> hello', 'Which one?', 'Still there, ?']);
      const events = new Set(eventsOf(conversationId).map(({ detail }) => detail.eventId));
      expect(events.size).toBe(2);
    }
  });
});
