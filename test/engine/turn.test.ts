import { describe, expect, it } from 'vitest';
import type { FlowDefinition, Step } from '../../src/contract/flow.ts';
import { FlowEngineError } from '../../src/engine/errors.ts';
import type { FlowState } from '../../src/engine/interfaces.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { aModelSomewhere, flowOf } from '../support/flow-of.ts';
import { counting, pizzaFlow } from '../support/pizza.ts';
import { ended, messageOf, turnOf } from '../support/turn-of.ts';

describe('the state', () => {
  it('is saved at the start of every step, durably before an outside effect', async () => {
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
    const flow = flowOf({ m: { kind: 'message', text: 'Yes?', next: 'look' }, ...aModelSomewhere });
    let state: FlowState | null = null;
    for (let n = 0; n < 30; n += 1) {
      state = ended(await processInbound(messageOf(`hi ${n}`), turnOf(flow, state).deps)).state;
    }
    expect(state?.history).toHaveLength(20);
    expect(state?.history.at(-2)).toEqual({ role: 'user', text: 'hi 29' });
  });

  it('holds no history where no model, nor a called flow, could read it', async () => {
    const greet = (next: string): Step => ({ kind: 'message', text: 'Yes?', next });
    const historyOf = async (flow: FlowDefinition) =>
      ended(await processInbound(messageOf('hi'), turnOf(flow).deps)).state.history;
    expect(await historyOf(flowOf({ m: greet('done') }))).toEqual([]);
    expect(await historyOf(flowOf({ m: greet('look'), ...aModelSomewhere }))).toHaveLength(2);
    const call: Step = { kind: 'call', flow: 'other', next: 'done' };
    const look: Step = { kind: 'branch', branches: [{ when: 'false', next: 'call' }], otherwise: 'done' };
    expect(await historyOf(flowOf({ m: greet('look'), look, call }))).toHaveLength(2);
  });
});

describe('a step that raises an error', () => {
  const raising = flowOf({
    first: { kind: 'message', text: 'One.', next: 'second' },
    second: { kind: 'set', assign: { x: 'message.text - 1' }, next: 'done' },
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

  it('passes on the error of a store that rejects the write', async () => {
    const refused = new Error('version conflict');
    const { deps } = turnOf(raising, null, {
      state: { before: null, passed: [], save: () => Promise.reject(refused) },
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

  it('is also a missing step', async () => {
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

  it('that is handed off passes messages on, remembers them, and changes nothing else', async () => {
    const first = ended(await processInbound(messageOf('agent'), turnOf(pizzaFlow).deps));
    const handoff = { reason: 'size ', queue: 'kitchen', requestedAt: '2025-01-01T00:00:00.000Z' };
    expect(first.effects).toMatchObject([{ kind: 'reply' }, { kind: 'handoff', handoff }]);
    const { deps, log } = turnOf(pizzaFlow, first.state);
    const second = await processInbound(messageOf('restart'), deps);
    expect(second).toEqual({
      outcome: 'ended',
      state: { ...first.state, history: [...first.state.history, { role: 'user', text: 'restart' }] },
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
