import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  type Call,
  type ChatAction,
  type ChatTurn,
  type Played,
  playTurn,
} from '../../../src/admin/features/editor/chat/play-turn.ts';
import { toScript } from '../../../src/admin/features/editor/chat/TestChat.tsx';
import { settingOf } from '../../../src/admin/features/editor/chat/use-setting.ts';
import type { FlowDefinition } from '../../../src/contract/flow.ts';
import { type FlowScript, flowScripts, type Setting } from '../../../src/engine/flow-script.ts';
import { recordScript } from '../../../src/engine/record-script.ts';
import type { Simulation } from '../../../src/engine/rehearse.ts';
import { runScript } from '../../../src/engine/run-script.ts';
import { readFlow } from '../../../src/engine/validate.ts';

const examples = ['booking', 'faq', 'greeting', 'handoff', 'order', 'reminder', 'survey'];
const read = (name: string) => JSON.parse(readFileSync(`examples/flows/${name}.json`, 'utf8'));
const flowOf = (name: string): FlowDefinition => read(name);
const scriptsOf = (name: string): readonly FlowScript[] => flowScripts.parse(read(`${name}.conversations`));

const nobody = () => Promise.reject(new Error('nothing was to be asked'));

/** A chat of several turns. */
async function chat(
  flow: FlowDefinition,
  actions: readonly (ChatAction | { set: Setting })[],
  ask: (call: Call) => Promise<Played> = nobody,
  first: Setting = {},
): Promise<ChatTurn[]> {
  const turns: ChatTurn[] = [];
  let from: Simulation | null = null;
  let setting: Setting | undefined = first;
  for (const action of actions) {
    if ('set' in action) {
      setting = { ...setting, ...action.set };
      continue;
    }
    const turn: ChatTurn = await playTurn({ flow, others: [], from, setting, action }, ask);
    turns.push(turn);
    from = turn.standing;
    setting = undefined;
  }
  return turns;
}

/** What an author who has the script's answers at hand would play. */
function answering({ http = [], llm = [] }: FlowScript) {
  const [calls, models] = [[...http], [...llm]];
  return async (call: Call): Promise<Played> => {
    const played = call.kind === 'http' ? calls.shift() : models.shift();
    if (played === undefined) throw new Error('the script has no answer left');
    return (call.kind === 'http' ? { http: played } : { llm: played }) as Played;
  };
}

describe('a test chat', () => {
  it('reads a phone number by the tenant’s country, as in production', async () => {
    const form = {
      ...{ firstName: '', email: '', language: 'en', isVerified: false },
      ...{ channel: 'webchat' as const, clock: '' },
    };
    const flow = flowOf('greeting');
    const asking: FlowDefinition = {
      ...{ ...flow, start: 'ask' },
      steps: {
        ask: { kind: 'question', text: '?', saveAs: 'x', validate: { type: 'phone' }, next: 'bye' },
        bye: { kind: 'end', text: 'Saved {{ x }}' },
      },
    };
    const says = async (country?: string) => {
      const first = settingOf(form, null, { definition: {}, country });
      const [, turn] = await chat(asking, [{ user: 'hi' }, { user: '030 901820' }], nobody, first);
      return JSON.stringify(turn);
    };
    expect(await says('DE')).toContain('Saved +4930901820');
    expect(await says()).toContain('country code');
    expect(settingOf(form, form, { definition: {}, country: 'DE' })).toBeUndefined();
  });

  it.each(examples)('of %s, saved, becomes the tests of the example', async (name) => {
    const flow = flowOf(name);
    for (const script of scriptsOf(name)) {
      const { title = '', steps, http: _, llm: __, ...setting } = script;
      const actions = steps.flatMap((step) => ('expect' in step ? [] : [step]));
      const turns = await chat(flow, actions, answering(script), setting);
      const saved = toScript(turns, title);
      expect(saved).not.toBeNull();
      if (!saved) return;
      const recorded = await recordScript(flow, saved);
      expect(await runScript(flow, recorded)).toMatchObject({ ok: true });
      const replies = (one: FlowScript) =>
        one.steps.flatMap((step) =>
          'expect' in step && typeof step.expect === 'string' ? [step.expect] : [],
        );
      expect(replies(recorded)).toEqual(replies(script));
    }
  });

  it('names for each reply its step, also for retries, reminders and timeouts', async () => {
    const order = await chat(flowOf('order'), [{ user: 'hi' }, { user: 'x' }, { user: 'x' }, { user: 'x' }]);
    expect(order.map(({ replies: said }) => said.map(({ stepId }) => stepId))).toEqual([
      ['ask_number'],
      ['ask_number'],
      ['ask_number'],
      ['give_up', 'bye'],
    ]);
    const reminder = flowOf('reminder');
    const [, silent] = await chat(reminder, [{ user: 'hi' }, { minutes: 1_440 }]);
    const [first, ...others] = silent?.replies.map(({ stepId }) => stepId) ?? [];
    expect(first).toBe(reminder.start);
    expect(others.length).toBeGreaterThan(0);
    expect(others).not.toContain(reminder.start);
  });

  it('a mocked 503 takes the error connection, a slow service likewise, and the visitor reads a message', async () => {
    const asked: Call[] = [];
    const play = (answer: Played) => (call: Call) => {
      asked.push(call);
      return Promise.resolve(answer);
    };
    const actions = [{ user: 'hi' }, { user: '1001' }];
    const [, broken] = await chat(flowOf('order'), actions, play({ http: { status: 503, body: null } }));
    expect(broken?.ways).toContain('steps.look_up.onError');
    expect(broken?.replies[0]?.stepId).toBe('broken');
    const [, slow] = await chat(
      flowOf('order'),
      actions,
      play({ http: { status: 200, body: null, fails: true } }),
    );
    expect(slow?.replies[0]?.stepId).toBe('silent');
    expect(asked[0]).toEqual({
      kind: 'http',
      stepId: 'look_up',
      method: 'GET',
      url: 'https://orders.example/orders/1001',
    });
  });

  it('starts at any step with given variables, and can then not be saved as a test', async () => {
    const turns = await chat(flowOf('order'), [
      { begin: 'shipped', variables: { number: '7', order: { items: ['a'] } } },
    ]);
    expect(turns[0]?.replies[0]?.reply.text).toBe('Order 7 is on its way: a.');
    expect(turns[0]?.steps).toEqual(['shipped', 'more']);
    expect(toScript(turns, 'x')).toBeNull();
  });

  it('continues at its step in a flow that was changed meanwhile', async () => {
    const flow = flowOf('order');
    const [begun] = await chat(flow, [{ user: 'hi' }]);
    const changed = {
      ...flow,
      steps: { ...flow.steps, ask_number: { ...flow.steps.ask_number, retryText: 'Four!' } },
    };
    const turn = await playTurn(
      { flow: changed as FlowDefinition, others: [], from: begun?.standing ?? null, action: { user: 'x' } },
      nobody,
    );
    expect(turn.replies.map(({ reply }) => reply.text)).toEqual(['Four!']);
  });

  it('of an unfinished flow runs as far as possible, and says where it stopped', async () => {
    const half = readFlow({
      ...{ id: 'half', version: 1, start: 'a' },
      steps: { a: { kind: 'message', text: 'Hello', next: 'b' }, b: { kind: 'question', text: 'How?' } },
    });
    if (!half) throw new Error('it has steps');
    const [first, second] = await chat(half, [{ user: 'hi' }, { user: 'so' }]);
    expect(first?.replies.map(({ reply }) => reply.text)).toEqual(['Hello', 'How?']);
    expect(second?.raised).toMatchObject({ code: 'unknown_step' });
  });
});
