import { describe, expect, it } from 'vitest';
import { refusedAddress } from '../../src/clients/refused-address.ts';
import { validateFlow } from '../../src/engine/validate.ts';

const end = { kind: 'end' };
const ask = { kind: 'question', text: '?', saveAs: 'x', next: 'end' };
const call = { kind: 'http', method: 'GET', url: 'https://a.example/', next: 'end', onError: 'end' };

/** A flow of one step `a` before its end. */
const flow = (a: object, rest: object = {}) => ({
  id: 'flow',
  version: 1,
  start: 'a',
  steps: { a, end },
  ...rest,
});

function faults(definition: unknown) {
  const result = validateFlow(definition);
  return result.ok ? [] : result.errors.map(({ path, message }) => `${path}: ${message}`);
}

describe('a flow', () => {
  it('that is valid is returned parsed', () => {
    const result = validateFlow(flow({ kind: 'message', text: 'Hi {{ message.text }}', next: 'end' }));
    expect(result).toMatchObject({ ok: true, flow: { id: 'flow', start: 'a' } });
  });

  it.each<[string, unknown, string]>([
    ['no flow', null, ': must be an object'],
    [
      'a step of no kind',
      flow({ kind: 'dance' }),
      'steps.a.kind: must be one of message, question, set, branch, http, llm, handoff, call, wait, end',
    ],
    [
      'a dead end',
      flow({ kind: 'message', text: 'x' }),
      'steps.a.next: not connected: this kind of step needs a next step',
    ],
    [
      'an LLM step that asks for JSON and saves it nowhere',
      flow({ kind: 'llm', system: 'Answer.', output: { type: 'object' }, next: 'end', onError: 'end' }),
      'steps.a.output: the answer is not saved: set saveAs',
    ],
    [
      'a step id that is no name',
      flow(ask, { steps: { 'a b': end } }),
      'steps.a b: must be a name: a letter, then letters, digits, _ and -, at most 64 in all',
    ],
    ['an unknown start', flow(ask, { start: 'b' }), 'start: there is no step b'],
    ['an unknown next', flow({ ...ask, onInvalid: 'b' }), 'steps.a.onInvalid: there is no step b'],
    [
      'a next that every object has',
      flow({ ...ask, onInvalid: 'constructor' }),
      'steps.a.onInvalid: there is no step constructor',
    ],
    [
      'an unknown branch',
      flow({ kind: 'branch', branches: [{ when: 'true', next: 'b' }], otherwise: 'end' }),
      'steps.a.branches.0.next: there is no step b',
    ],
    [
      'an unknown trigger',
      flow(ask, { triggers: [{ words: ['x'], next: 'b' }] }),
      'triggers.0.next: there is no step b',
    ],
    [
      'an unreachable step',
      flow(ask, { steps: { a: ask, end, b: end } }),
      'steps.b: no connection leads to this step',
    ],
    [
      'a circle',
      flow({ kind: 'set', assign: {}, next: 'a' }, { triggers: [{ words: ['x'], next: 'end' }] }),
      'steps.a: loop without a question: a -> a',
    ],
    [
      'a circle by way of an error',
      flow(
        { ...call, onError: 'b' },
        { steps: { a: { ...call, onError: 'b' }, b: { kind: 'message', text: '', next: 'a' }, end } },
      ),
      'steps.a: loop without a question: a -> b -> a',
    ],
    [
      'a template that does not parse',
      flow({ ...ask, text: '{{ 1 +' }),
      'steps.a.text: {{ is not closed by }}',
    ],
    [
      'a variable nobody sets',
      flow({ ...ask, text: '{{ nobody }}' }),
      'steps.a.text: there is no variable nobody',
    ],
    [
      'an expression of the wrong kind',
      flow({ kind: 'set', assign: { n: '1 - "a"' }, next: 'end' }),
      'steps.a.assign.n: "-" can\'t be used between a number and a text',
    ],
    [
      'a response outside its step',
      flow({ ...call, headers: { 'x-a': '{{ response.body }}' } }),
      'steps.a.headers.x-a: there is no variable response',
    ],
    [
      'a template in a body',
      flow({ ...call, method: 'POST', body: { a: ['{{ b }}'] } }),
      'steps.a.body.a.0: there is no variable b',
    ],
    ['a body with GET', flow({ ...call, body: {} }), 'steps.a.body: a GET has no body'],
    [
      'a host that a visitor could choose',
      flow({ ...call, url: 'https://a.example{{ message.text }}/' }),
      'steps.a.url: must begin with https:// and a fixed host',
    ],
    [
      'a host behind credentials',
      flow({ ...call, url: 'https://a@b.example/' }),
      'steps.a.url: must begin with https:// and a fixed host',
    ],
    [
      'a header with a line break',
      flow({ ...call, headers: { 'a\r\nb': 'x' } }),
      'steps.a.headers.a\r\nb: is not a header name',
    ],
    [
      'a header of the engine',
      flow({ ...call, headers: { 'Idempotency-Key': 'x' } }),
      "steps.a.headers.Idempotency-Key: this header is not the flow's to set",
    ],
    [
      'a regex that does not parse',
      flow({ ...ask, validate: { type: 'regex', pattern: '(' } }),
      'steps.a.validate.pattern: Invalid regular expression: /(/u: Unterminated group',
    ],
    [
      'a regex without a pattern',
      flow({ ...ask, validate: { type: 'regex' } }),
      'steps.a.validate.pattern: the pattern is missing',
    ],
    [
      'a choice without choices',
      flow({ ...ask, validate: { type: 'choice' } }),
      'steps.a.validate: the answer must be a choice, but there are no choices',
    ],
    [
      'choices of the same value',
      flow({
        ...ask,
        choices: [
          { label: 'A', value: 'é' },
          { label: 'B', value: 'E' },
        ],
      }),
      'steps.a.choices.1.value: the value E is already used',
    ],
    [
      'an answer to nobody',
      flow({ kind: 'llm', system: '', next: 'end', onError: 'end' }),
      'steps.a: the answer is neither sent nor saved: set send or saveAs',
    ],
    [
      'a variable that can not be named',
      flow({ ...ask, saveAs: 'first-name' }),
      "steps.a: an expression can't name a variable first-name",
    ],
    [
      'a variable of the engine',
      flow(ask, { variables: { message: 1 } }),
      'variables.message: the variable name message is reserved',
    ],
    [
      'a trigger that leads two ways',
      flow(ask, {
        triggers: [
          { words: ['Stop'], next: 'end' },
          { words: ['stóp'], next: 'a' },
        ],
      }),
      'triggers.1.words.0: stóp is already a keyword',
    ],
    ['too long a timeout', flow({ ...call, timeoutMs: 6_000 }), 'steps.a.timeoutMs: must be at most 5000'],
  ])('with %s is refused', (_, definition, expected) => {
    expect(faults(definition)).toContain(expected);
  });

  it('may loop through a question', () => {
    expect(
      faults(
        flow(
          { ...ask, next: 'b' },
          { steps: { a: { ...ask, next: 'b' }, b: { kind: 'set', assign: {}, next: 'a' } } },
        ),
      ),
    ).toEqual([]);
  });

  it('has all of its problems reported at once', () => {
    expect(faults(flow({ ...ask, text: '{{ a }}{{ b }}', next: 'c' }))).toHaveLength(4);
  });
});

describe('an unknown name', () => {
  const say = (text: string) => faults(flow({ kind: 'message', text, next: 'end' }));
  it.each([
    ['{{ now.zone }}', 'there is no "now.zone"; it has date, time, weekday, year, month, day, hour, minute'],
    ['{{ now.yeer }}', 'there is no "now.yeer"; did you mean "now.year"?'],
    ['{{ message.user.timeZone }}', /^there is no "message\.user\.timeZone"; it has id, firstName, email/],
    [
      '{{ message.user.firstname }}',
      'there is no "message.user.firstname"; did you mean "message.user.firstName"?',
    ],
    ['{{ message.txt == "a" ? 1 : 2 }}', 'there is no "message.txt"; did you mean "message.text"?'],
    ['{{ now["zone"] }}', /^there is no "now\.zone"/],
    ['{{ message.attachments[0].mime }}', /^there is no "message\.attachments\[\]\.mime"; it has type, url/],
    ['{{ message.text.length }}', 'there is no "message.text.length"; "message.text" has no fields'],
    ['{{ [1].map(x, now.zone) }}', /^there is no "now\.zone"/],
    ['{{ [now.zone].map(now, now.title) }}', /^there is no "now\.zone"/],
  ])('is a problem, with a suggestion: %s', (text, message) => {
    const [fault = ''] = say(text);
    if (typeof message === 'string') expect(fault).toBe(`steps.a.text: ${message}`);
    else expect(fault.slice('steps.a.text: '.length)).toMatch(message);
  });

  it('of any length is found quickly, beside many that are known', { timeout: 10_000 }, () => {
    const variables = Object.fromEntries(Array.from({ length: 1_000 }, (_, n) => [`variable_${n}`, '']));
    const unknown = { kind: 'message', text: `{{ ${'x'.repeat(3_900)} }}`, next: 'end' };
    const steps = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`s${n}`, unknown]));
    const found = faults(flow(unknown, { variables, steps: { ...steps, a: unknown, end } }));
    expect(found.filter((said) => said.includes('there is no variable'))).toHaveLength(61);
  });

  it('is one in the answer of a service', () => {
    expect(faults(flow({ ...call, saveAs: { x: 'response.data.id' } }))).toEqual([
      'steps.a.saveAs.x: there is no "response.data"; it has status, body',
    ]);
  });

  it.each([
    '{{ message.metadata.anything.at.all }}',
    '{{ message.user.attributes.tier }}',
    '{{ message.user["attributes"][now.date] }}',
    '{{ message.attachments[0].url }}',
    '{{ now.date + now.time }}',
    '{{ [{"title": "a"}].map(message, message.title) }}',
    '{{ [{"zone": 1}].exists(now, now.zone == 1) }}',
  ])('is none where anything may be: %s', (text) => {
    expect(say(text)).toEqual([]);
  });
});

it('an expression in an attachment is a problem, since visitors would see it', () => {
  const attachments = [{ type: 'image', url: 'https://a.example/1.png', caption: 'For {{ message.text }}' }];
  expect(faults(flow({ kind: 'message', text: 'Hi', attachments, next: 'end' }))).toEqual([
    "steps.a.attachments.0.caption: attachments can't contain expressions: they are sent as written",
  ]);
});

describe('a URL that will be refused', () => {
  const at = (url: string, allowed: readonly string[] = []) => {
    const result = validateFlow(flow({ ...call, url }), {
      refusedAddress: (address) => refusedAddress(address, allowed),
    });
    return result.ok ? [] : result.errors.map(({ path, message }) => `${path}: ${message}`);
  };
  it.each([
    ['http://127.0.0.1:8080/x', 'will fail: only https addresses can be called'],
    ['http://orders.example/{{ message.text }}', 'will fail: only https addresses can be called'],
    ['https://127.0.0.1/x', 'will fail: 127.0.0.1 is not a public address'],
    ['https://localhost/x', 'will fail: localhost is not a public address'],
    ['https://[::1]/x', 'will fail: [::1] is not a public address'],
    ['https://10.1.2.3/{{ message.text }}', 'will fail: 10.1.2.3 is not a public address'],
    ['https://orders.internal/x', 'will fail: orders.internal is not a public address'],
    ['https://intranet/x', 'will fail: intranet is not a public address'],
    ['https://orders.example:99999/x', 'will fail: it is not a valid URL'],
    ['https://2130706433/x', 'will fail: 127.0.0.1 is not a public address'],
  ])('is a problem with its reason: %s', (url, message) => {
    expect(at(url)).toEqual([`steps.a.url: ${message}`]);
  });

  it('is none where the deployment allows it, and none for a public one', () => {
    expect(at('http://127.0.0.1:8080/x', ['http://127.0.0.1:8080'])).toEqual([]);
    expect(at('https://orders.example/{{ message.text }}')).toEqual([]);
  });
});
