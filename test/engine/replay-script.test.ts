import { expect, it } from 'vitest';
import type { FlowDefinition } from '../../src/contract/flow.ts';
import type { RecordedStep } from '../../src/domain/conversation.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { replayScript } from '../../src/engine/replay-script.ts';
import { flowOf } from '../support/flow-of.ts';

const flow = flowOf({ bye: { kind: 'end', text: 'Bye.' } });
const said = { text: 'Bye.', choices: [] };

it('a replay stops at its budget, and says what it has spent it on', async () => {
  const spent: unknown[] = [];
  const script = { steps: [{ user: 'one' }, { user: 'two' }, { user: 'three' }] };
  const replayed = await replayScript(flow, script, [], {
    isSpent: () => spent.length === 2,
    spend: (turn) => spent.push(turn),
  });
  expect(replayed).toMatchObject({ complete: false, raised: null });
  expect(replayed.turns).toEqual([
    { action: { user: 'one' }, before: [], now: [said], same: false, recorded: [] },
    { action: { user: 'two' }, before: [], now: [said], same: false, recorded: [] },
  ]);
  expect(spent).toEqual(replayed.turns);
});

const looksUp = {
  look: {
    kind: 'http',
    method: 'GET',
    url: 'https://shop.example/',
    saveAs: { eta: 'response.body.eta' },
    next: 'ask',
    onError: 'sorry',
  },
  ask: { kind: 'llm', system: 'Be kind', saveAs: 'kind', send: true, next: 'bye', onError: 'sorry' },
  bye: { kind: 'end', text: 'It comes {{ eta }}.' },
  sorry: { kind: 'end', text: 'Sorry: {{ error.code }}' },
} as const;

/** What a flow's steps find, when their conversation is one of the sample. */
async function record(made: FlowDefinition, { status = 200, percents = [] as number[] } = {}) {
  const body = JSON.stringify({ eta: 'today', secret: 'not kept' });
  const headers = { 'content-type': 'application/json' };
  const result = await processInbound(
    {
      ...{ tenantId: 't', channel: 'webchat', conversationId: 'c', messageId: '1', text: 'hi' },
      ...{ attachments: [], user: { id: 'u' }, metadata: {}, receivedAt: '', correlationId: 'k' },
    },
    {
      flows: { find: async () => made },
      state: { before: null, passed: [], save: async () => {} },
      flowId: made.id,
      http: { send: async () => ({ status, headers, body }) },
      llm: { complete: async () => 'Gladly' },
      clock: { nowMs: () => 0 },
      ids: { next: () => 'reply' },
      deadlineMs: Number.MAX_SAFE_INTEGER,
      handOverBackground: false,
      idempotencySeed: 'seed',
      isSampled: (percent) => {
        percents.push(percent);
        return percent > 1;
      },
    },
  );
  return result.state.recorded;
}

const unbounded = { isSpent: () => false, spend: () => undefined };
const play = (made: FlowDefinition, recorded: readonly RecordedStep[] | null, script: object = {}) =>
  replayScript(made, { steps: [{ user: 'hi' }], ...script }, [], unbounded, recorded);

const recorded = flowOf(looksUp, { recordPercent: 50 });
const mapped = [
  { flowId: recorded.id, stepId: 'look', found: { by: 'next', assign: { eta: 'today' } } },
  { flowId: recorded.id, stepId: 'ask', found: { by: 'next', assign: { kind: 'Gladly' }, said: 'Gladly' } },
] as const;

it('outside answers are recorded in a sample, one percent unless the flow says otherwise, and nothing else', async () => {
  const percents: number[] = [];
  expect(await record(flowOf(looksUp), { percents })).toBeUndefined();
  expect(percents).toEqual([1, 1]);
  expect(await record(recorded)).toEqual(mapped);
  const [failed] = (await record(recorded, { status: 503 })) ?? [];
  expect(failed?.found).toMatchObject({ by: 'onError', assign: { error: { code: 'status', status: 503 } } });
});

it('a recorded step has its recorded answer in a replay, whatever is called outside', async () => {
  const { turns, complete, stopped } = await play(recorded, mapped);
  expect(turns[0]?.now.map(({ text }) => text)).toEqual(['Gladly', 'It comes today.']);
  expect([turns[0]?.recorded, complete, stopped]).toEqual([['look', 'ask'], true, null]);
  const failed = { by: 'onError', assign: { error: { code: 'status' } } } as const;
  const sorry = await play(recorded, [{ flowId: recorded.id, stepId: 'look', found: failed }]);
  expect(sorry.turns[0]?.now.map(({ text }) => text)).toEqual(['Sorry: status']);
});

it('a replay stops at the first step without a recording, and names it', async () => {
  const at = (stepId: string) => ({
    complete: false,
    stopped: { flowId: recorded.id, stepId },
    raised: null,
  });
  expect(await play(recorded, [])).toMatchObject({ ...at('look'), turns: [] });
  expect(await play(recorded, mapped.slice(0, 1))).toMatchObject(at('ask'));
  // It was too large to be kept.
  expect(await play(recorded, [{ ...mapped[0], found: null }, mapped[1]])).toMatchObject(at('look'));
  // The draft wants what was not looked for then.
  const { look } = looksUp;
  const wants = { ...looksUp, look: { ...look, saveAs: { ...look.saveAs, price: 'response.body.price' } } };
  expect(await play(flowOf(wants, { onError: 'sorry' }), mapped)).toMatchObject(at('look'));
  const played = await play(recorded, [], { http: [{ status: 200, body: { eta: 'soon' } }], llm: ['Sure'] });
  expect(played.turns[0]?.now.map(({ text }) => text)).toEqual(['Sure', 'It comes soon.']);
});
