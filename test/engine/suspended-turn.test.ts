import { describe, expect, it } from 'vitest';
import type { Step } from '../../src/contract/flow.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { aModelSomewhere, flowOf } from '../support/flow-of.ts';
import { counting, pizzaFlow } from '../support/pizza.ts';
import { ended, messageOf, turnOf } from '../support/turn-of.ts';

const call: Step = { kind: 'http', method: 'POST', url: 'https://a.example/', next: 'done', onError: 'done' };

describe('a suspended turn', () => {
  it('waits durably at the slow step, and continues there without repeating itself', async () => {
    const stop = new AbortController();
    const flow = flowOf({
      m: { kind: 'message', text: 'Wait.', next: 'c' },
      c: { ...call, background: false, next: 'look' },
      ...aModelSomewhere,
    });
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

  it('is left by a client that rejects on abort, too', async () => {
    const stop = new AbortController();
    const { deps } = turnOf(pizzaFlow, counting, {
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

  it('is made by a background step that can be moved to the queue', async () => {
    const flow = flowOf({ c: { ...call, background: true } });
    const handed = turnOf(flow, null, { handOverBackground: true });
    expect(await processInbound(messageOf('hi'), handed.deps)).toMatchObject({ outcome: 'suspended' });
    expect(handed.log).toEqual(['save c durable']);
    const here = turnOf(flow, null, { handOverBackground: false });
    expect(await processInbound(messageOf('hi'), here.deps)).toMatchObject({ outcome: 'ended' });
  });

  it('of another message does not continue with this one', async () => {
    const flow = flowOf({ c: { ...call, background: true, next: 'look' }, ...aModelSomewhere });
    const first = await processInbound(
      messageOf('hi'),
      turnOf(flow, null, { handOverBackground: true }).deps,
    );
    const next = turnOf(flow, first.state, { handOverBackground: false });
    const result = ended(await processInbound(messageOf('ho', { messageId: 'message-2' }), next.deps));
    expect(result.state.history.map(({ text }) => text)).toEqual(['hi', 'ho']);
  });
});
