import { describe, expect, it } from 'vitest';
import { parseExactJson, readLanguage } from '../../src/contract/text-identity.ts';
import { HttpClientError } from '../../src/domain/errors.ts';
import { textOf, writeNumber } from '../../src/engine/expression-values.ts';
import { evaluate } from '../../src/engine/expressions.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { flowOf } from '../support/flow-of.ts';
import { ended, messageOf, turnOf } from '../support/turn-of.ts';

describe('a language tag', () => {
  it.each<[unknown, string | undefined]>([
    ['en', 'en'],
    ['pt-BR', 'pt-BR'],
    ['pt_BR', 'pt-BR'],
    ['PT-br', 'pt-BR'],
    ['zh_Hant_TW', 'zh-Hant-TW'],
    ['de_DE.UTF-8', 'de-DE'],
    ['en-US,en;q=0.9', 'en-US'],
    ['sr@latin', 'sr'],
    [' fr ', 'fr'],
    ...[null, undefined, 5, {}, '', '-', 'x', 'C', '!!', 'de DE', 'pt--BR', 'a'.repeat(5_000)].map(
      (none): [unknown, undefined] => [none, undefined],
    ),
    ['<script>', undefined],
    ['\u0000de', undefined],
  ])('is read leniently: %j', (given, read) => {
    expect(readLanguage(given)).toBe(read);
  });

  const greeting = flowOf({
    hello: {
      kind: 'message',
      text: {
        en: 'Hello {{ format(1234.5, 2, message.user.language) }}',
        pt: 'Olá {{ format(1234.5, 2, message.user.language) }}',
      },
      next: 'done',
    },
  });
  it.each([
    ['pt_BR', 'Olá 1.234,50'],
    ['garbage garbage', 'Hello 1,234.50'],
    ['a'.repeat(5_000), 'Hello 1,234.50'],
    [undefined, 'Hello 1,234.50'],
  ])('that is invalid ends no conversation, wherever it came in: %j', async (language, text) => {
    const { deps } = turnOf(greeting);
    const user = { id: 'v', ...(language !== undefined && { language }) };
    const { effects } = ended(await processInbound(messageOf('hi', { user }), deps));
    expect(effects[0]).toMatchObject({ reply: { text } });
  });

  it.each(['null', '""', '"pt_BR"', 'garbage', 'unset.language', 'number', 'list', '5', '[1]'])(
    'raises no error in a function of the language: format(n, 0, %s)',
    (language) => {
      expect(
        evaluate(`format(n, 0, ${language})`, {
          n: 5,
          garbage: '\ud800',
          unset: null,
          number: 5,
          list: [{}],
        }),
      ).toBe('5');
    },
  );
});

describe('a number', () => {
  it.each([
    ['{"id":7615917337495251231}', { id: '7615917337495251231' }],
    ['[-9007199254740993, 9007199254740991, 1.5, 1e400]', ['-9007199254740993', 9007199254740991, 1.5, null]],
    ['{"sum":12345678901234567.89}', { sum: '12345678901234567.89' }],
    ['{"text":"7615917337495251231"}', { text: '7615917337495251231' }],
    ['1e21', 1e21],
    ['0.5000000000000000000000', 0.5],
  ])('of many digits keeps them: %s', (text, value) => {
    expect(JSON.parse(JSON.stringify(parseExactJson(text)))).toEqual(value);
  });

  it.each([
    [1e21, '1000000000000000000000'],
    [0.1 + 0.2, '0.3'],
    [-0, '0'],
    [1e-7, '0.0000001'],
    [-1.5e-10, '-0.00000000015'],
    [1.1 * 3, '3.3'],
    [9007199254740991, '9007199254740991'],
    [123456789.25, '123456789.25'],
    [1e23, '100000000000000000000000'],
    [1.5e300, '1.5e300'],
  ])('is written as people write it: %d', (value, written) => {
    expect(writeNumber(value)).toBe(written);
    expect(textOf(value)).toBe(written);
    expect(evaluate('"" + n', { n: value })).toBe(written);
    expect(evaluate('string(n)', { n: value })).toBe(written);
    expect(evaluate('join([n], "")', { n: value })).toBe(written);
    expect(written.length).toBeLessThanOrEqual(25);
  });

  it('computed beyond 2^53 keeps its digits as text', () => {
    expect(evaluate('int(id) + 1', { id: '7615917337495251231' })).toBe('7615917337495251232');
  });

  it('of a service passes through a flow unchanged', async () => {
    const flow = flowOf({
      ask: {
        kind: 'http',
        method: 'GET',
        url: 'https://a.example/',
        saveAs: { id: 'response.body.id' },
        next: 'tell',
        onError: 'done',
      },
      tell: { kind: 'message', text: '{{ id }}', next: 'done' },
    });
    const send = async () => ({
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: '{"id":7615917337495251231}',
    });
    const { deps } = turnOf(flow, null, { http: { send } });
    const { effects } = ended(await processInbound(messageOf('hi'), deps));
    expect(effects).toMatchObject([{ reply: { text: '7615917337495251231' } }, {}]);
  });

  it("in a model's answer fits a schema of numbers, digits kept", async () => {
    const flow = flowOf({
      ask: {
        kind: 'llm',
        system: 's',
        output: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'] },
        saveAs: 'found',
        next: 'tell',
        onError: 'done',
      },
      tell: { kind: 'message', text: '{{ found.id }}', next: 'done' },
    });
    const complete = async () => '{"id":7615917337495251231}';
    const { deps } = turnOf(flow, null, { llm: { complete } });
    const { effects } = ended(await processInbound(messageOf('hi'), deps));
    expect(effects[0]).toMatchObject({ reply: { text: '7615917337495251231' } });
  });
});

describe('the error of a step that calls outside', () => {
  const flow = (kind: 'http' | 'llm') =>
    flowOf({
      ask:
        kind === 'http'
          ? { kind, method: 'GET', url: 'https://a.example/', next: 'done', onError: 'done' }
          : { kind, system: 's', send: true, next: 'done', onError: 'done' },
    });
  const timeout = new DOMException('over', 'TimeoutError');
  it.each([
    ['a time-out', new HttpClientError('timeout', 'over'), 'deadline', null],
    ['a time-out while connecting', new HttpClientError('not_connected', 'over', timeout), 'deadline', null],
    ['429', new HttpClientError('bad_answer', 'a', undefined, 429), 'status', 429],
    ['500', new HttpClientError('bad_answer', 'a', undefined, 500), 'status', 500],
    ['no connection', new HttpClientError('not_connected', 'a'), 'failed', null],
  ])('reports %s of a model as of a service', async (_, error, code, status) => {
    const outside = { send: () => Promise.reject(error), complete: () => Promise.reject(error) };
    for (const kind of ['http', 'llm'] as const) {
      const { deps } = turnOf(flow(kind), null, { http: outside, llm: outside });
      const { state } = await processInbound(messageOf('hi'), deps);
      expect(state.variables.error).toMatchObject({ code, status });
    }
  });

  it('is reported when a model was cut off: half an answer is never sent', async () => {
    const complete = async () => ({ text: 'You can return it within', isCut: true });
    const { deps } = turnOf(flow('llm'), null, { llm: { complete } });
    const { state, effects } = ended(await processInbound(messageOf('hi'), deps));
    expect(state.variables.error).toMatchObject({ code: 'bad_response' });
    expect(effects.filter(({ kind }) => kind === 'reply')).toEqual([]);
  });
});
