import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/contract/flow.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { flowOf } from '../support/flow-of.ts';
import { counting, pizzaFlow } from '../support/pizza.ts';
import { ended, messageOf, turnOf } from '../support/turn-of.ts';

const call: Step = { kind: 'http', method: 'POST', url: 'https://a.example/', next: 'done', onError: 'done' };

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
  ])('has the shortest of all timeouts: %s', async (_, timeoutMs, leftMs, expected) => {
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
  it('sends the conversation so far', async () => {
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
  ])('takes the error connection when the model %s', async (_, complete, code) => {
    const { deps } = turnOf(pizzaFlow, counting, { llm: { complete } });
    const { state } = await processInbound(messageOf('1'), deps);
    expect(state.variables.error).toMatchObject({ code });
    expect(state.variables.joke).toBeUndefined();
  });
});
