import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { GatewayError } from '../../src/domain/errors.ts';
import { type HandoffOwner, handoffOf } from '../../src/domain/handoff.ts';
import { ben, type Desk, maria, startDesk } from '../support/inbox.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk();
});
afterAll(() => desk.stack.stop());

const agents: readonly HandoffOwner[] = [maria, ben];
const agent = fc.constantFrom(...agents);
const lost = fc.constantFrom(false, false, false, true);
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ does: fc.constant('says' as const) }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('leaves' as const) }) },
  {
    weight: 3,
    arbitrary: fc.record({ does: fc.constant('take' as const), agent, lost, stale: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('takeOver' as const), agent, lost }) },
  {
    weight: 5,
    arbitrary: fc.record({ does: fc.constant('reply' as const), agent, lost, stale: fc.boolean() }),
  },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('assign' as const), agent, lost }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('giveBack' as const), agent, lost }) },
  { weight: 1, arbitrary: fc.record({ does: fc.constant('close' as const), agent, lost }) },
  {
    weight: 2,
    arbitrary: fc.record({ does: fc.constant('pass' as const), minutes: fc.constantFrom(1, 12, 130) }),
  },
);
type Event = typeof event extends fc.Arbitrary<infer One> ? One : never;
type Visitor = Awaited<ReturnType<Desk['begin']>>;

/** What humans should have of the conversation. */
interface Model {
  state: 'none' | 'requested' | 'taken';
  owner: HandoffOwner | null;
  /** Whether the visitor waits for an answer. */
  waits: boolean;
  taken: number;
  ended: number;
}

interface Walk {
  readonly visitor: Visitor;
  readonly model: Model;
  /** All that people said, in the order of their commits. */
  readonly said: string[];
  staleTag: string | undefined;
  count: number;
}

const refused = new Set([
  'handoff_moved',
  'handoff_offered',
  'no_handoff',
  'not_owner',
  'unknown_step',
  'precondition_required',
]);

/** Does it as a client would whose answers are lost: again with the same key. @returns whether it was done */
async function attempt(isLost: boolean, act: (key: string) => Promise<unknown>): Promise<boolean> {
  const key = randomUUID();
  let breaks = isLost;
  desk.deskCalls.breakCall = ({ operation }) => {
    if (!breaks || operation !== 'PutItem') return undefined;
    breaks = false;
    return 'answer-lost';
  };
  for (let again = false; ; again = true) {
    try {
      await act(key);
      return true;
    } catch (error) {
      if (error instanceof GatewayError && refused.has(error.code)) return false;
      if (again) throw error;
    } finally {
      desk.deskCalls.breakCall = () => undefined;
    }
  }
}

async function step(walk: Walk, does: Event): Promise<void> {
  const { visitor, model, said } = walk;
  const id = visitor.conversationId;
  walk.count += 1;
  const text = `line ${walk.count}`;
  const release = () =>
    Object.assign(model, { state: 'none', owner: null, waits: false, ended: model.ended + 1 });
  const own = (who: HandoffOwner) =>
    Object.assign(model, { state: 'taken', owner: who, taken: model.taken + 1 });
  switch (does.does) {
    case 'says': {
      desk.clock.aheadMs += 1_000;
      await visitor.says(text);
      said.push(`> ${text}`);
      if (model.state !== 'none') model.waits = true;
      // The flow hands over at the second message of a run: what it does is its own matter.
      if (model.state === 'none') await adopt(walk);
      return;
    }
    case 'leaves':
      desk.clock.aheadMs += 1_000;
      await visitor.says('bot please');
      said.push('> bot please');
      if (model.state !== 'none') release();
      return;
    case 'take': {
      const ifMatch = does.stale ? walk.staleTag : undefined;
      const before = { ...model };
      const current = await desk.tag(id);
      const done = await attempt(does.lost, (key) => desk.as(does.agent).take(id, { key, ifMatch }));
      const isOwn = before.state === 'taken' && before.owner?.id === does.agent.id;
      const isFresh = ifMatch === undefined || ifMatch === current;
      expect(done, `take by ${does.agent.name} of ${before.state}`).toBe(
        isOwn || (before.state === 'requested' && isFresh),
      );
      if (done && !isOwn) own(does.agent);
      return;
    }
    case 'takeOver': {
      const before = { ...model };
      const done = await attempt(does.lost, (key) => desk.as(does.agent).take(id, { key, takeOver: true }));
      expect(done).toBe(before.state !== 'taken' || before.owner?.id === does.agent.id);
      if (done && before.state !== 'taken') own(does.agent);
      return;
    }
    case 'reply': {
      const ifMatch = does.stale ? walk.staleTag : undefined;
      const current = await desk.tag(id);
      const done = await attempt(does.lost, (key) => desk.as(does.agent).reply(id, text, { key, ifMatch }));
      const isFresh = ifMatch === undefined || ifMatch === current;
      const may =
        model.state === 'requested' || (model.state === 'taken' && model.owner?.id === does.agent.id);
      expect(done).toBe(may && isFresh);
      if (!done) return;
      if (model.state === 'requested') own(does.agent);
      model.waits = false;
      said.push(`= ${text}`);
      return;
    }
    case 'assign':
    case 'giveBack':
    case 'close': {
      const may =
        model.state === 'requested' || (model.state === 'taken' && model.owner?.id === does.agent.id);
      const done = await attempt(does.lost, (key) => {
        const who = desk.as(does.agent);
        if (does.does === 'assign') return who.assign(id, { queue: 'sales' }, { key });
        if (does.does === 'close') return who.close(id, { text }, { key });
        return who.giveBack(id, { stepId: 'email' }, { key });
      });
      expect(done).toBe(may);
      if (!done) return;
      if (does.does === 'close') said.push(`= ${text}`);
      if (does.does === 'assign') Object.assign(model, { state: 'requested', owner: null });
      else release();
      await desk.stack.drain();
      return;
    }
    case 'pass':
      await desk.pass(does.minutes);
      await adopt(walk);
      return;
  }
}

/** What the schedule or the flow has done is read, and held against what each may do. */
async function adopt({ visitor, model }: Walk): Promise<void> {
  const stored = await desk.find(visitor.conversationId);
  const live = handoffOf(stored);
  const now = live?.state ?? 'none';
  if (now === 'taken') expect(model).toMatchObject({ state: 'taken', owner: live?.owner });
  if (model.state === 'taken' && now === 'requested') expect(model.waits).toBe(true);
  if (model.state !== 'none' && now === 'none') model.ended += 1;
  if (now !== 'taken') model.owner = null;
  model.state = now;
  model.waits = live?.waitingSinceMs != null;
}

it('whatever visitor, agents and schedule do in whatever order, one has the conversation, and each message is there once and in order', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(event, { minLength: 4, maxLength: 14 }), async (events) => {
      const visitor = await desk.begin();
      const walk: Walk = {
        visitor,
        model: { state: 'requested', owner: null, waits: false, taken: 0, ended: 0 },
        said: ['> hello', '> my order'],
        staleTag: undefined,
        count: 0,
      };
      let seen = await desk.find(visitor.conversationId);
      for (const does of events) {
        const tag = await desk.tag(visitor.conversationId);
        await step(walk, does);
        walk.staleTag = tag;
        const now = await desk.find(visitor.conversationId);
        const [before, after] = [handoffOf(seen), handoffOf(now)];
        const isMoved = JSON.stringify(ownership(before)) !== JSON.stringify(ownership(after));
        expect(now.epoch, JSON.stringify(does)).toBeGreaterThanOrEqual(seen.epoch + (isMoved ? 1 : 0));
        expect({ state: after?.state ?? 'none', owner: after?.owner ?? null }, JSON.stringify(does)).toEqual({
          state: walk.model.state,
          owner: walk.model.owner,
        });
        seen = now;
      }
      // What a lost answer has left behind is the schedule's after five minutes.
      await desk.pass(6);
      await desk.pass(1);
      await adopt(walk);
      const log = await visitor.log();
      expect(log.map(({ seq }) => seq)).toEqual(log.map((_, n) => n + 1));
      expect(log.map(({ id }) => id)).toEqual(log.map(({ id }) => id).toSorted());
      const spoken = log.filter(({ author }) => author !== 'bot');
      expect(spoken.map(({ author, text }) => `${author === 'user' ? '>' : '='} ${text}`)).toEqual(walk.said);
      const ids = new Set(visitor.events().map(({ detail }) => detail.eventId));
      const told = (type: string) =>
        new Set(visitor.events().flatMap((each) => (each.type === type ? each.detail.eventId : []))).size;
      expect(ids.size).toBeGreaterThan(0);
      expect([told('HandoffTaken'), told('HandoffEnded')]).toEqual([walk.model.taken, walk.model.ended]);
    }),
    { numRuns: 25, seed: 11, endOnFailure: false },
  );
}, 240_000);

const ownership = (live: ReturnType<typeof handoffOf>) => live && [live.id, live.state, live.owner?.id];
