import { describe, expect, it } from 'vitest';
import type { FlowDefinition, Step } from '../../src/contract/flow.ts';
import { FlowEngineError } from '../../src/engine/errors.ts';
import type { FlowState, TurnResult } from '../../src/engine/interfaces.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { flowOf } from '../support/flow-of.ts';
import { messageOf, turnOf } from '../support/turn-of.ts';
import pizza from './fixtures/pizza.json' with { type: 'json' };

const pizzaFlow = pizza as FlowDefinition;
const call: Step = { kind: 'http', method: 'POST', url: 'https://a.example/', next: 'done', onError: 'done' };
const counting: FlowState = {
  status: 'active',
  flow: { id: 'pizza', version: 1, stepId: 'count' },
  variables: { size: 's', total: 0 },
  attempts: 0,
  handoff: null,
  history: [],
};

function ended(result: TurnResult) {
  if (result.outcome !== 'ended') throw new Error('the turn was suspended');
  return result;
}

describe('the state', () => {
  it('is told at the start of every step, durably before an outside effect', async () => {
    const { deps, log } = turnOf(pizzaFlow, counting);
    await processInbound(messageOf('1'), deps);
    expect(log).toEqual([
      'save sum',
      'save large',
      'save order durable',
      'http',
      'save joke durable',
      'llm',
      'save done',
    ]);
  });

  it('names the step and the effects so far while a turn runs, and not after it', async () => {
    const { deps, saves } = turnOf(pizzaFlow);
    const { state } = ended(await processInbound(messageOf('hi'), deps));
    expect(saves[1]?.state.progress).toMatchObject({
      messageId: 'message-1',
      stepId: 'size',
      stepsRun: 1,
      effects: [{ kind: 'reply', reply: { id: 'reply-1', text: 'Ciao Ada!' } }],
    });
    expect(state).not.toHaveProperty('progress');
  });

  it('keeps the history over a completed run, and bounds it', async () => {
    const flow = flowOf({ m: { kind: 'message', text: 'Yes?', next: 'done' } });
    let state: FlowState | null = null;
    for (let n = 0; n < 30; n += 1) {
      state = ended(await processInbound(messageOf(`hi ${n}`), turnOf(flow, state).deps)).state;
    }
    expect(state?.history).toHaveLength(20);
    expect(state?.history.at(-2)).toEqual({ role: 'user', text: 'hi 29' });
  });
});

describe('a step that raises', () => {
  const raising = flowOf({
    first: { kind: 'message', text: 'One.', next: 'second' },
    second: { kind: 'set', assign: { x: 'message.text + 1' }, next: 'done' },
  });

  it('leaves the state durable at that step', async () => {
    const { deps, log, saves } = turnOf(raising);
    await expect(processInbound(messageOf('hi'), deps)).rejects.toMatchObject({
      name: 'FlowEngineError',
      code: 'expression_failed',
      stepId: 'second',
    });
    expect(log).toEqual(['save first', 'save second', 'save second durable']);
    expect(saves.at(-1)?.state.progress?.effects).toHaveLength(1);
  });

  it('lets the error of a store that refuses through', async () => {
    const refused = new Error('version conflict');
    const { deps } = turnOf(raising, null, {
      state: { load: () => null, save: () => Promise.reject(refused) },
    });
    await expect(processInbound(messageOf('hi'), deps)).rejects.toBe(refused);
  });

  it.each([
    ['an unknown flow', { flows: { find: async () => null } }, 'flow_not_found'],
    [
      'an id source that fails',
      {
        ids: {
          next: () => {
            throw new Error('no ids');
          },
        },
      },
      'step_failed',
    ],
  ] as const)('names %s', async (_, rest, code) => {
    const error: unknown = await processInbound(messageOf('hi'), turnOf(raising, null, rest).deps).catch(
      (e) => e,
    );
    expect(error).toBeInstanceOf(FlowEngineError);
    expect(error).toMatchObject({ code });
  });

  it('is what a step that is not there is', async () => {
    const flow: FlowDefinition = { id: 'f', version: 1, start: 'constructor', steps: {} };
    await expect(processInbound(messageOf('hi'), turnOf(flow).deps)).rejects.toMatchObject({
      code: 'unknown_step',
      stepId: 'constructor',
    });
  });

  it('is the hundred and first of a turn', async () => {
    const flow: FlowDefinition = {
      id: 'f',
      version: 1,
      start: 'a',
      steps: {
        a: { kind: 'set', assign: { n: 'n == null ? 1 : n + 1' }, next: 'b' },
        b: { kind: 'branch', branches: [{ when: 'false', next: 'a' }], otherwise: 'a' },
      },
    };
    const { deps, saves } = turnOf(flow);
    await expect(processInbound(messageOf('hi'), deps)).rejects.toMatchObject({ code: 'too_many_steps' });
    expect(saves.at(-1)).toMatchObject({ durable: true, state: { variables: { n: 50 } } });
  });

  it('is one whose variables grow without end', async () => {
    const flow: FlowDefinition = {
      id: 'f',
      version: 1,
      start: 'a',
      variables: { s: 'x' },
      steps: { a: { kind: 'set', assign: { s: 's + s' }, next: 'a' } },
    };
    await expect(processInbound(messageOf('hi'), turnOf(flow).deps)).rejects.toMatchObject({
      code: 'state_too_large',
    });
  });
});

describe('a conversation', () => {
  it('stays with the version it began with, and takes the published one after its end', async () => {
    const asked: (readonly [string, number | undefined])[] = [];
    const flows = {
      find: async (id: string, version?: number) => {
        asked.push([id, version]);
        return { ...pizzaFlow, version: version ?? 9 };
      },
    };
    await processInbound(messageOf('1'), turnOf(pizzaFlow, counting, { flows, flowId: 'other' }).deps);
    const completed: FlowState = { ...counting, status: 'completed' };
    const fresh = await processInbound(messageOf('1'), turnOf(pizzaFlow, completed, { flows }).deps);
    expect(asked).toEqual([
      ['pizza', 1],
      ['pizza', undefined],
    ]);
    expect(fresh.state).toMatchObject({
      flow: { version: 9, stepId: 'size' },
      variables: { total: 0, orders: [] },
    });
  });

  it('that is handed off passes messages on and changes nothing', async () => {
    const first = ended(await processInbound(messageOf('agent'), turnOf(pizzaFlow).deps));
    const handoff = { reason: 'size ', queue: 'kitchen', requestedAt: '2025-01-01T00:00:00.000Z' };
    expect(first.effects).toMatchObject([{ kind: 'reply' }, { kind: 'handoff', handoff }]);
    const { deps, log } = turnOf(pizzaFlow, first.state);
    const second = await processInbound(messageOf('restart'), deps);
    expect(second).toEqual({
      outcome: 'ended',
      state: first.state,
      effects: [{ kind: 'passed-on', handoff }],
    });
    expect(log).toEqual([]);
  });

  it('that ends says so last', async () => {
    const { effects } = ended(await processInbound(messageOf('1'), turnOf(pizzaFlow, counting).deps));
    expect(effects.map(({ kind }) => kind)).toEqual(['reply', 'reply', 'flow-completed']);
    expect(effects.at(-1)).toEqual({
      kind: 'flow-completed',
      flow: { id: 'pizza', version: 1, stepId: 'done' },
      outcome: 'completed',
    });
  });
});

describe('a suspended turn', () => {
  const order: FlowState = { ...counting, flow: { ...counting.flow, stepId: 'count' } };

  it('waits durably at the step that was slow, and goes on there without repeating itself', async () => {
    const stop = new AbortController();
    const flow = flowOf({ m: { kind: 'message', text: 'Wait.', next: 'c' }, c: call });
    const hanging = turnOf(flow, null, {
      signal: stop.signal,
      http: {
        send: () => {
          stop.abort();
          return new Promise(() => {});
        },
      },
    });
    const suspended = await processInbound(messageOf('hi'), hanging.deps);
    expect(suspended).toMatchObject({
      outcome: 'suspended',
      state: { flow: { stepId: 'c' }, progress: { stepId: 'c', stepsRun: 1, effects: [{ kind: 'reply' }] } },
    });
    expect(hanging.saves.at(-1)).toEqual({ state: suspended.state, durable: true });

    const again = turnOf(flow, suspended.state, { ids: { next: () => 'reply-2' } });
    const result = ended(await processInbound(messageOf('hi'), again.deps));
    expect(result.effects).toMatchObject([
      { kind: 'reply', reply: { id: 'reply-1', text: 'Wait.' } },
      { kind: 'flow-completed' },
    ]);
    expect(again.requests[0]?.headers['idempotency-key']).toBe('acme/conversation/turn-1/c/1');
    expect(result.state.history).toEqual([
      { role: 'user', text: 'hi' },
      { role: 'assistant', text: 'Wait.' },
    ]);
  });

  it('is what a client that rejects on abort leaves, too', async () => {
    const stop = new AbortController();
    const { deps } = turnOf(pizzaFlow, order, {
      signal: stop.signal,
      http: {
        send: async () => {
          stop.abort();
          throw stop.signal.reason;
        },
      },
    });
    expect(await processInbound(messageOf('1'), deps)).toMatchObject({
      outcome: 'suspended',
      state: { progress: { stepId: 'order' } },
    });
  });

  it('is what a background step makes when it may be handed over', async () => {
    const flow = flowOf({ c: { ...call, background: true } });
    const handed = turnOf(flow);
    expect(await processInbound(messageOf('hi'), handed.deps)).toMatchObject({ outcome: 'suspended' });
    expect(handed.log).toEqual(['save c durable']);
    const here = turnOf(flow, null, { handOverBackground: false });
    expect(await processInbound(messageOf('hi'), here.deps)).toMatchObject({ outcome: 'ended' });
  });

  it('of another message does not go on with this one', async () => {
    const flow = flowOf({ c: { ...call, background: true } });
    const first = await processInbound(messageOf('hi'), turnOf(flow).deps);
    const next = turnOf(flow, first.state, { handOverBackground: false });
    const result = ended(await processInbound(messageOf('ho', { messageId: 'message-2' }), next.deps));
    expect(result.state.history.map(({ text }) => text)).toEqual(['hi', 'ho']);
  });
});

describe('an http step', () => {
  const shop = (rest: Partial<Extract<Step, { kind: 'http' }>>) =>
    flowOf({
      c: { ...call, kind: 'http', onError: 'failed', ...rest } as Step,
      failed: { kind: 'end', text: '{{ error.code }}' },
    });

  it('sends its templates filled, values encoded in the URL and typed in the body', async () => {
    const { deps, requests } = turnOf(pizzaFlow, counting);
    await processInbound(messageOf('3', { user: { id: '../a b?x=1' } }), deps);
    expect(requests).toEqual([
      {
        method: 'POST',
        url: 'https://orders.example.com/orders/..%2Fa%20b%3Fx%3D1?size=s',
        headers: {
          accept: 'application/json',
          'content-type': 'application/json',
          'x-api-key': 'fake-key',
          'x-note': 's',
          'idempotency-key': 'acme/conversation/turn-1/order/2',
        },
        body: JSON.stringify({ count: 3, note: '3 of s', fixed: [1, true, null] }),
        timeoutMs: 5000,
      },
    ]);
  });

  it.each([
    ['its own', 800, 10_000, 800],
    ['5 s', undefined, 10_000, 5_000],
    ["the turn's own", 4_000, 1_200, 1_200],
  ])('has the least time of all: %s', async (_, timeoutMs, leftMs, expected) => {
    const flow = shop(timeoutMs === undefined ? {} : { timeoutMs });
    const { deps, requests } = turnOf(flow, null, { deadlineMs: Date.UTC(2025, 0, 1) + leftMs });
    await processInbound(messageOf('hi'), deps);
    expect(requests[0]?.timeoutMs).toBe(expected);
  });

  const json = { 'content-type': 'application/vnd.api+json; charset=utf-8' };
  it.each([
    ['the turn has no time left', {}, { deadlineMs: 0 }, 'deadline'],
    ['the call fails', {}, { http: { send: async () => Promise.reject(new Error('refused')) } }, 'failed'],
    [
      'the service answers 404',
      {},
      { http: { send: async () => ({ status: 404, headers: {}, body: '' }) } },
      'status',
    ],
    [
      'the body is not the JSON it says',
      {},
      { http: { send: async () => ({ status: 200, headers: json, body: '{' }) } },
      'bad_response',
    ],
    [
      'the body lacks what is mapped',
      { saveAs: { x: 'response.body.x' } },
      { http: { send: async () => ({ status: 200, headers: json, body: '{}' }) } },
      'bad_response',
    ],
    [
      'a header would carry a line break',
      { headers: { 'x-a': '{{ message.text + "\\r\\nx-b: 1" }}' } },
      {},
      'bad_request',
    ],
    ['a value climbs in the path', { url: 'https://a.example/x/{{ ".." }}/y' }, {}, 'bad_request'],
  ] as const)('takes the way for errors when %s', async (_, step, rest, code) => {
    const { deps, requests } = turnOf(shop(step), null, rest);
    const { effects, state } = ended(await processInbound(messageOf('hi'), deps));
    expect(effects[0]).toMatchObject({ kind: 'reply', reply: { text: code } });
    expect(state.variables.error).toMatchObject({ code });
    expect(requests).toEqual([]);
  });

  it('keeps a body that is not JSON as text', async () => {
    const { deps } = turnOf(shop({ saveAs: { x: 'response.body', s: 'response.status' } }), null, {
      http: { send: async () => ({ status: 201, headers: { 'content-type': 'text/plain' }, body: '{}' }) },
    });
    const { state } = await processInbound(messageOf('hi'), deps);
    expect(state.variables).toEqual({ x: '{}', s: 201 });
  });
});

describe('an llm step', () => {
  it('is asked with the conversation so far', async () => {
    const history = [
      { role: 'assistant', text: 'Welcome.' },
      { role: 'user', text: 'A pizza' },
      { role: 'assistant', text: 'Which?' },
    ] as const;
    const { deps, asked } = turnOf(pizzaFlow, { ...counting, history });
    await processInbound(messageOf('1'), deps);
    expect(asked).toEqual([
      {
        system: 'You tell jokes about s pizza.',
        messages: [
          { role: 'user', text: 'A pizza' },
          { role: 'assistant', text: 'Which?' },
          { role: 'user', text: '1\nTell one.' },
        ],
        maxTokens: 512,
        timeoutMs: 5_000,
      },
    ]);
  });

  it.each([
    ['fails', async () => Promise.reject(new Error('throttled')), 'failed'],
    ['says nothing', async () => ' \n', 'bad_response'],
  ])('takes the way for errors when the model %s', async (_, complete, code) => {
    const { deps } = turnOf(pizzaFlow, counting, { llm: { complete } });
    const { state } = await processInbound(messageOf('1'), deps);
    expect(state.variables.error).toMatchObject({ code });
    expect(state.variables.joke).toBeUndefined();
  });
});
