import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { readTranscript } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { lookAfterAll } from '../support/look-after-all.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const clock = { ms: Math.floor(Date.now() / 60_000) * 60_000 };
const nowMs = () => clock.ms;
let serving = 0;
let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({
    background: false,
    changeTenant: echoTenant,
    queues: { nowMs },
    createHandler: (env) => {
      const start = () => createHandler(env, { nowMs });
      const environments = [start(), start(), start()];
      // The fourth is fresh each time.
      return (event, context) => (environments[serving] ?? start())(event, context);
    },
  });
});
afterAll(() => stack.stop());

const places = ['session', 'started', 'another'] as const;
type Place = (typeof places)[number];

/** A message that was answered, as its client sent it. */
interface Said {
  readonly place: Place;
  readonly key: string;
  readonly text: string;
  readonly sent: Record<string, unknown>;
  answer: string;
  atMs: number;
}

const place = fc.constantFrom(...places);
/** How many messages ago: within what a conversation remembers, what a session does, and behind both. */
const ago = fc.noBias(fc.oneof(fc.nat(3), fc.nat(30), fc.nat(90)));
const act = fc.noBias(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ does: fc.constant('say' as const), place }) },
    {
      weight: 2,
      arbitrary: fc.record({
        does: fc.constant('go on' as const),
        place,
        times: fc.integer({ min: 8, max: 24 }),
      }),
    },
    { weight: 6, arbitrary: fc.record({ does: fc.constant('repeat' as const), ago }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('other text' as const), ago }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('elsewhere' as const), ago, place }) },
    { weight: 2, arbitrary: fc.record({ does: fc.constant('settle' as const) }) },
    {
      weight: 1,
      arbitrary: fc.record({
        does: fc.constant('pass' as const),
        minutes: fc.constantFrom(1, 8, 300, 1_500),
      }),
    },
    { weight: 3, arbitrary: fc.record({ does: fc.constant('move' as const), to: fc.nat(3) }) },
  ),
);
type Act = typeof act extends fc.Arbitrary<infer One> ? One : never;

/** One visitor, with all that they said and were answered. */
class Visitor {
  readonly session = randomUUID();
  readonly said: Said[] = [];
  readonly conversations = new Map<Place, string>();
  /** What must be in the log of each. */
  readonly #written = new Map<Place, string[]>(places.map((one) => [one, []]));

  async do(one: Act): Promise<void> {
    switch (one.does) {
      case 'say':
        return this.#say(one.place);
      case 'go on':
        for (let n = 0; n < one.times; n += 1) await this.#say(one.place);
        return;
      case 'repeat':
        return this.#repeat(this.said.at(-1 - one.ago));
      case 'other text':
        return this.#expectConflict(this.said.at(-1 - one.ago), (sent) => ({
          ...sent,
          ...('text' in sent ? { text: 'other' } : { content: { text: 'other' } }),
        }));
      case 'elsewhere': {
        const conversationId = this.conversations.get(one.place);
        const before = this.said.at(-1 - one.ago);
        if (before?.place === 'session' || before?.place === one.place || !conversationId) return;
        return this.#expectConflict(before, (sent) => ({ ...sent, conversationId }));
      }
      case 'settle':
        await stack.drain();
        return lookAfterAll(stack.env, { nowMs }).then(() => undefined);
      case 'pass':
        clock.ms += one.minutes * 60_000;
        return;
      case 'move':
        serving = one.to;
    }
  }

  async #say(at: Place): Promise<void> {
    const text = `text ${this.said.length}`;
    const sent =
      at === 'session'
        ? { text, attachments: [], user: { id: 'visitor' } }
        : {
            ...{ tenantId: 'acme', channel: 'webchat', from: { id: this.session } },
            ...{ conversationId: this.conversations.get(at) ?? null, content: { text } },
          };
    const said = { place: at, key: randomUUID(), text, sent, answer: '', atMs: 0 };
    await this.#isNew(said);
    this.said.push(said);
  }

  async #isNew(said: Said): Promise<void> {
    const response = await this.#post(said.sent, said.key);
    said.answer = await response.text();
    expect([response.status, response.headers.get('idempotent-replayed')], said.answer).toEqual([200, null]);
    said.atMs = clock.ms;
    this.conversations.set(said.place, JSON.parse(said.answer).conversationId);
    this.#written.get(said.place)?.push(said.text);
  }

  async #repeat(said: Said | undefined): Promise<void> {
    if (!said) return;
    clock.ms += 3_000;
    if (said.atMs + limits.idempotencyWindowMs <= clock.ms + 3_000) return this.#isNew(said);
    const response = await this.#post(said.sent, said.key);
    const replayed = response.headers.get('idempotent-replayed');
    expect([response.status, replayed, await response.text()]).toEqual([200, 'true', said.answer]);
  }

  async #expectConflict(said: Said | undefined, change: (sent: Said['sent']) => Said['sent']): Promise<void> {
    if (!said || said.atMs + limits.idempotencyWindowMs <= clock.ms + 3_000) return;
    const response = await this.#post(change(said.sent), said.key);
    expect([response.status, (await response.json()).code]).toEqual([409, 'idempotency_conflict']);
  }

  async expectWritten(): Promise<void> {
    for (const [at, conversationId] of this.conversations) {
      const transcript = await readTranscript(stack, this.session, conversationId);
      const written = transcript.filter(({ author }) => author === 'user').map(({ text }) => text);
      expect(written).toEqual(this.#written.get(at));
    }
  }

  /** Slowly enough for the session's limit. */
  #post(body: Said['sent'], key: string): Promise<Response> {
    clock.ms += 3_000;
    return stack.post('/v1/webchat/messages', body, {
      ...{ 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web' },
      ...{ 'x-session-id': this.session, 'idempotency-key': key },
    });
  }
}

it.each([[0], [10], [16], [45]])(
  'every message of a long conversation gets the same answer again, and is refused with another text or elsewhere: with %i more behind it',
  async (more) => {
    serving = 0;
    const visitor = new Visitor();
    await visitor.do({ does: 'go on', place: 'started', times: 5 });
    await visitor.do({ does: 'say', place: 'another' });
    await visitor.do({ does: 'go on', place: 'started', times: more });
    serving = 3;
    for (let ago = 0; ago < visitor.said.length; ago += 1) {
      await visitor.do({ does: 'repeat', ago });
      await visitor.do({ does: 'other text', ago });
      await visitor.do({ does: 'elsewhere', ago, place: 'another' });
      await visitor.do({ does: 'elsewhere', ago, place: 'started' });
    }
    await visitor.expectWritten();
  },
);

it('a repeat within a day gets the same answer, however long ago and wherever it was; nothing is sent twice', async () => {
  let repeats = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(act, { minLength: 20, maxLength: 40 }), async (acts) => {
      serving = 0;
      const visitor = new Visitor();
      for (const one of acts) await visitor.do(one);
      repeats += acts.filter(({ does }) => does === 'repeat').length;
      await visitor.expectWritten();
    }),
    { numRuns: Number(process.env.RUNS ?? 3), endOnFailure: true },
  );
  expect(repeats).toBeGreaterThan(10);
}, 240_000);
