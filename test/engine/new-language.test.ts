import { describe, expect, it } from 'vitest';
import type { FlowDefinition, Step } from '../../src/contract/flow.ts';
import type { FlowState } from '../../src/engine/interfaces.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { validateFlow } from '../../src/engine/validate.ts';
import { converse } from '../support/converse.ts';
import { ended, messageOf, turnOf } from '../support/turn-of.ts';

/** A valid flow that begins at its first step and ends at `done`. */
function flowWith(steps: Record<string, Step>, rest: Partial<FlowDefinition> = {}): FlowDefinition {
  const [start = ''] = Object.keys(steps);
  const done: Step = { kind: 'end', text: 'Done.' };
  const result = validateFlow({ id: 'flow', version: 1, start, ...rest, steps: { ...steps, done } });
  if (!result.ok) throw new Error(JSON.stringify(result.errors));
  return result.flow;
}

const ask = (rest: Partial<Extract<Step, { kind: 'question' }>> = {}): Step => ({
  kind: 'question',
  text: 'Which?',
  saveAs: 'answer',
  next: 'done',
  ...rest,
});
const call: Step = {
  kind: 'http',
  method: 'GET',
  url: 'https://a.example/',
  next: 'done',
  onError: 'failed',
};

describe('a missing value', () => {
  it('is null, and stops no flow', async () => {
    const flow = flowWith({
      a: {
        kind: 'branch',
        branches: [{ when: 'message.metadata.lang == "fr" || message.metadata.a.b.c > 3', next: 'fr' }],
        otherwise: 'en',
      },
      fr: { kind: 'end', text: 'Bonjour' },
      en: {
        kind: 'message',
        text: 'Hello {{ message.user.firstName }}{{ message.metadata.lang }}',
        next: 'done',
      },
    });
    await converse(flow).user('hi').bot('Hello ').bot('Done.').run();
    await converse(flow, { visitor: { firstName: 'Ada' } })
      .user('hi')
      .bot('Hello Ada')
      .bot('Done.')
      .run();
    await converse(flow, { metadata: { lang: 'fr' } })
      .user('hi')
      .bot('Bonjour')
      .run();
  });

  it('in an answer of a service still takes the error connection', async () => {
    const flow = flowWith({
      a: { ...call, saveAs: { eta: 'response.body.eta' } } as Step,
      failed: { kind: 'end', text: '{{ error.code }}' },
    });
    await converse(flow, { http: [{ body: {} }] })
      .user('hi')
      .bot('bad_response')
      .run();
  });
});

describe('a text by language', () => {
  const flow = flowWith({ a: { kind: 'message', text: { en: 'Hello', de: 'Hallo' }, next: 'done' } });
  it.each([
    ['de-AT', 'Hallo'],
    ['fr', 'Hello'],
    ['DE', 'Hallo'],
  ])('is chosen by %s', async (language, text) => {
    await converse(flow, { visitor: { language } }).user('hi').bot(text).bot('Done.').run();
  });
});

describe('the present time', () => {
  it("is the tenant's, for expressions and opening hours", async () => {
    const flow = flowWith({
      a: { kind: 'message', text: '{{ now.weekday }} {{ now.time }} {{ addDays(now.date, 1) }}', next: 'b' },
      b: {
        kind: 'handoff',
        reason: 'help',
        hours: { monday: ['09:00-18:00'] },
        onClosed: 'done',
      },
    });
    const zone = { timeZone: 'Europe/Berlin' };
    await converse(flow, { ...zone, clock: '2025-06-02T16:30:00Z' })
      .user('hi')
      .bot('monday 18:30 2025-06-03')
      .bot('Done.')
      .run();
    await converse(flow, { ...zone, clock: '2025-06-02T07:00:00Z' })
      .user('hi')
      .bot('monday 09:00 2025-06-03')
      .at({ status: 'handoff', events: [{ type: 'Conversation.HandoffRequested', reason: 'help' }] })
      .run();
  });
});

describe('choices', () => {
  it('can come from a list, and a number means the list that was shown', async () => {
    const flow = flowWith(
      {
        a: ask({
          choices: { from: 'slots', label: '{{ item.time }} with {{ item.who }}', value: '{{ item.id }}' },
        }),
      },
      {
        variables: {
          slots: [
            { id: 's1', time: '9:00', who: 'Ada' },
            { id: 's2', time: '10:00', who: 'Bo' },
          ],
        },
      },
    );
    await converse(flow)
      .user('hi')
      .bot('Which?')
      .at({ choices: ['9:00 with Ada', '10:00 with Bo'] })
      .user('2')
      .bot('Done.')
      .at({ variables: { answer: 's2' } })
      .run();
  });

  it('can each have their own connection, and be written in languages', async () => {
    const flow = flowWith({
      a: ask({
        choices: [
          { label: { en: 'Yes', de: 'Ja' }, value: 'yes', next: 'yes' },
          { label: { en: 'No', de: 'Nein' }, value: 'no' },
        ],
      }),
      yes: { kind: 'end', text: 'Fine.' },
    });
    await converse(flow, { visitor: { language: 'de' } })
      .user('hi')
      .bot('Which?')
      .user('ja')
      .bot('Fine.')
      .run();
    await converse(flow)
      .user('hi')
      .bot('Which?')
      .at({ choices: ['Yes', 'No'] })
      .user('no')
      .bot('Done.')
      .run();
  });
});

describe('a rule', () => {
  it.each([
    ['number', { min: 0, max: 10 }, ['11', '-1'], '10'],
    ['number', { min: 'limit' }, ['4'], '5'],
    ['text', { minLength: 2, maxLength: 3 }, ['a', '🦀🦀🦀🦀'], '🦀🦀'],
    ['date', { after: 'now.date', before: '2025-02-01' }, ['2025-01-01', '1.2.2025'], '31.1.2025'],
  ] as const)('%s %o', async (type, rules, wrong, right) => {
    const flow = flowWith({ a: ask({ validate: { type, ...rules } }) }, { variables: { limit: 5 } });
    const script = converse(flow, { clock: '2025-01-01T12:00:00Z' }).user('hi').bot('Which?');
    for (const answer of wrong) script.user(answer).at({ replies: 1, step: 'a' });
    await script.user(right).bot('Done.').run();
  });
});

describe('a keyword that returns', () => {
  it('comes back to the waiting question, with the answers so far', async () => {
    const flow = flowWith(
      {
        a: ask({ text: 'Name?', saveAs: 'name', next: 'b' }),
        b: ask({ text: 'Age?' }),
        hours: { kind: 'message', text: 'Nine to five.', next: 'more' },
        more: ask({ text: 'Anything else?', saveAs: 'more', next: 'back' }),
        back: { kind: 'end' },
      },
      { triggers: [{ words: ['hours'], next: 'hours', return: true }] },
    );
    await converse(flow)
      .user('hi')
      .bot('Name?')
      .user('Ada')
      .bot('Age?')
      .user('hours')
      .bot('Nine to five.')
      .bot('Anything else?')
      .user('hours')
      .bot('Nine to five.')
      .bot('Anything else?')
      .user('no')
      .bot('Age?')
      .at({ status: 'active', variables: { name: 'Ada' } })
      .user('36')
      .bot('Done.')
      .at({ status: 'completed' })
      .run();
  });
});

describe('a called flow', () => {
  const survey: FlowDefinition = {
    id: 'survey',
    version: 3,
    start: 'q',
    variables: { who: '' },
    steps: {
      q: { kind: 'question', text: 'How was it, {{ who }}?', saveAs: 'score', next: 'end' },
      end: { kind: 'end', text: 'Thanks.' },
    },
  };
  const caller = flowWith(
    {
      a: {
        kind: 'call',
        flow: 'survey',
        input: { who: '"Ada"' },
        saveAs: { stars: 'result.score' },
        next: 'b',
      },
      b: { kind: 'message', text: 'You said {{ stars }}.', next: 'done' },
    },
    { triggers: [{ words: ['stop'], next: 'done' }] },
  );

  it('has variables of its own, and returns its result', async () => {
    await converse(caller, {}, [survey])
      .user('hi')
      .bot('How was it, Ada?')
      .user('5')
      .bot('Thanks.')
      .bot('You said 5.')
      .bot('Done.')
      .at({ status: 'completed', variables: { stars: '5' } })
      .run();
  });

  it("reacts to its caller's keywords, which end it", async () => {
    await converse(caller, {}, [survey])
      .user('hi')
      .bot('How was it, Ada?')
      .user('stop')
      .bot('Done.')
      .at({ status: 'completed', step: 'done' })
      .run();
  });

  it('can be called five deep and no deeper', async () => {
    const endless = flowWith({ a: { kind: 'call', flow: 'flow', next: 'done' } });
    const run = processInbound(messageOf('hi'), turnOf(endless).deps);
    await expect(run).rejects.toMatchObject({ code: 'calls_too_deep' });
  });
});

describe('an error', () => {
  const steps: Record<string, Step> = {
    a: { kind: 'message', text: 'One.', next: 'b' },
    b: { kind: 'set', assign: { x: 'size(message.text) - message.text' }, next: 'done' },
    sorry: { kind: 'message', text: 'Sorry: {{ error.code }} at {{ error.stepId }}', next: 'done' },
  };

  it('leads to the onError of the flow, and reaches the caller', async () => {
    const flow = flowWith(steps, { onError: 'sorry' });
    await converse(flow).user('hi').bot('One.').bot('Sorry: expression_failed at b').bot('Done.').run();
    const result = ended(await processInbound(messageOf('hi'), turnOf(flow).deps));
    expect(result.recovered).toMatchObject({ code: 'expression_failed', stepId: 'b' });
  });

  it('is raised when onError raises, too', async () => {
    const flow = flowWith({ ...steps, sorry: { ...steps.b, next: 'done' } as Step }, { onError: 'sorry' });
    const run = processInbound(messageOf('hi'), turnOf(flow).deps);
    await expect(run).rejects.toMatchObject({ code: 'expression_failed', stepId: 'sorry' });
  });

  it('can be a turn of too many steps, which has some left to say so', async () => {
    const loop: Record<string, Step> = {
      a: { kind: 'call', flow: 'nothing', next: 'a' },
      sorry: { kind: 'end', text: 'Sorry.' },
    };
    const flow = flowWith(loop, { onError: 'sorry', triggers: [{ words: ['x'], next: 'done' }] });
    const nothing: FlowDefinition = { id: 'nothing', version: 1, start: 'e', steps: { e: { kind: 'end' } } };
    await converse(flow, {}, [nothing]).user('hi').bot('Sorry.').run();
  });
});

describe('an http step', () => {
  const steps: Record<string, Step> = {
    a: { ...call, headers: { authorization: 'Bearer {{ secrets.key }}' }, retries: 2 } as Step,
    failed: { kind: 'end', text: '{{ error.code }}: {{ error.message }}' },
  };
  const flow = flowWith(steps);
  const secrets = { read: async () => ({ value: 's3cret', hosts: ['a.example'] }) };

  it('sends a secret to its host, and stores it nowhere', async () => {
    const { deps, requests } = turnOf(flow, null, { secrets });
    const result = ended(await processInbound(messageOf('hi'), deps));
    expect(requests[0]?.headers.authorization).toBe('Bearer s3cret');
    expect(JSON.stringify(result)).not.toContain('s3cret');
  });

  it('sends it nowhere else', async () => {
    const elsewhere = { read: async () => ({ value: 's3cret', hosts: ['b.example'] }) };
    const { deps, requests } = turnOf(flow, null, { secrets: elsewhere });
    const { effects } = ended(await processInbound(messageOf('hi'), deps));
    expect(requests).toEqual([]);
    expect(JSON.stringify(effects)).toContain('the secret key may not be sent to a.example');
  });

  it('retries temporary failures, with one Idempotency-Key, and no others', async () => {
    const keys: (string | undefined)[] = [];
    const answers = [503, 429, 200];
    const http = {
      async send({ headers }: { headers: Readonly<Record<string, string>> }) {
        keys.push(headers['idempotency-key']);
        return { status: answers.shift() ?? 500, headers: {}, body: '' };
      },
    };
    await processInbound(messageOf('hi'), turnOf(flow, null, { secrets, http }).deps);
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    answers.push(404);
    await processInbound(messageOf('hi'), turnOf(flow, null, { secrets, http }).deps);
    expect(keys).toHaveLength(4);
  });

  it('takes the error connection when the answer is more than a conversation can hold', async () => {
    const large = flowWith({
      a: { ...call, saveAs: { all: 'response.body' } } as Step,
      failed: { kind: 'end', text: '{{ error.code }}' },
    });
    await converse(large, { http: [{ body: { text: 'x'.repeat(70_000) } }] })
      .user('hi')
      .bot('bad_response')
      .run();
  });
});

describe('an llm step with output', () => {
  const flow = flowWith({
    a: {
      kind: 'llm',
      system: 'Sort.',
      output: {
        type: 'object',
        properties: { topic: { type: 'string', enum: ['a', 'b'] } },
        required: ['topic'],
      },
      saveAs: 'found',
      next: 'done',
      onError: 'failed',
    },
    failed: { kind: 'end', text: '{{ error.message }}' },
  });

  it('saves an answer of that shape, with code fences or without', async () => {
    for (const answer of ['{"topic": "a"}', 'Sure:\n```json\n{"topic": "a"}\n```']) {
      await converse(flow, { llm: [answer] })
        .user('hi')
        .bot('Done.')
        .at({ variables: { found: { topic: 'a' } } })
        .run();
    }
  });

  it.each([
    ['no', "the model's answer is not JSON"],
    ['{"topic": "c"}', "the model's answer topic: is none of the values allowed"],
    ['{}', "the model's answer topic is missing"],
    ['[]', "the model's answer is no object"],
  ])('refuses %s', async (answer, message) => {
    await converse(flow, { llm: [answer] })
      .user('hi')
      .bot(message)
      .run();
  });

  it('adds up the tokens of models', async () => {
    const llm = { complete: async () => ({ text: '{"topic": "b"}', tokens: 120 }) };
    const { state } = ended(await processInbound(messageOf('hi'), turnOf(flow, null, { llm }).deps));
    expect(state.llmTokens).toBe(120);
  });
});

describe('a handoff', () => {
  const flow = flowWith({
    a: ask({ saveAs: 'order', next: 'h' }),
    h: {
      kind: 'handoff',
      reason: 'help',
      share: ['order'],
      next: 'back',
      timeoutMinutes: 5,
      onTimeout: 'late',
      afterClose: 'rate',
    },
    back: { kind: 'end', text: 'Back again.' },
    late: { kind: 'end', text: 'Nobody is there.' },
    rate: ask({
      text: 'Was it solved?',
      saveAs: 'solved',
      measures: 'resolved',
      choices: [
        { label: 'Yes', value: 'yes' },
        { label: 'No', value: 'no' },
      ],
    }),
  });
  const handed = (state: FlowState | null) => state?.status;

  it('carries its waiting plan with the effect', async () => {
    const first = ended(await processInbound(messageOf('hi'), turnOf(flow).deps));
    const { effects, state } = ended(
      await processInbound(messageOf('1001', { messageId: 'message-2' }), turnOf(flow, first.state).deps),
    );
    expect(handed(state)).toBe('handoff');
    expect(effects).toMatchObject([
      {
        kind: 'handoff',
        plan: {
          stepId: 'h',
          next: 'back',
          timeoutMinutes: 5,
          onTimeout: 'late',
          afterClose: 'rate',
          share: { order: '1001' },
        },
      },
    ]);
  });
});

describe('a question that measures', () => {
  it('keeps the last answer of the run', async () => {
    const flow = flowWith({
      a: ask({ measures: 'nps', validate: { type: 'number', min: 0, max: 10 }, next: 'b' }),
      b: ask({
        text: 'Sure?',
        saveAs: 'sure',
        choices: [
          { label: 'No', value: 'no', next: 'a' },
          { label: 'Yes', value: 'yes' },
        ],
      }),
    });
    let state: FlowState | null = null;
    for (const [n, text] of ['hi', '3', 'no', '9', 'yes'].entries()) {
      const message = messageOf(text, { messageId: `message-${n}` });
      state = ended(await processInbound(message, turnOf(flow, state).deps)).state;
    }
    expect(state?.measured).toEqual([
      { metric: 'nps', value: 9, stepId: 'a', answeredAt: '2025-01-01T00:00:00.000Z' },
    ]);
  });
});

it('reports how much of a long text is cut', async () => {
  const flow = flowWith(
    { a: { kind: 'message', text: '{{ x }}{{ x }}', next: 'done' } },
    { variables: { x: 'x'.repeat(3_000) } },
  );
  const [first] = ended(await processInbound(messageOf('hi'), turnOf(flow).deps)).effects;
  expect(first?.kind === 'reply' && first.reply.text).toMatch(/^x{4094} …$/);
});
