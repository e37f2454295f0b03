import { describe, expect, it } from 'vitest';
import { limits } from '../../src/contract/limits.ts';
import { processInbound } from '../../src/engine/process-inbound.ts';
import { validateFlow } from '../../src/engine/validate.ts';
import type { LlmAnswer, LlmRequest } from '../../src/ports/http-client.ts';
import { converse } from '../support/converse.ts';
import { flowOf } from '../support/flow-of.ts';
import { ended, messageOf, turnOf } from '../support/turn-of.ts';

const look = {
  kind: 'http',
  method: 'GET',
  url: 'https://orders.example/{{ number }}',
  saveAs: { order: 'response.body.status' },
  next: 'done',
  onError: 'done',
} as const;
const helper = flowOf(
  {
    ask: {
      kind: 'llm',
      system: 'Help.',
      tools: [
        {
          step: 'look',
          description: 'An order',
          arguments: { number: { type: 'string', maxLength: 4 } },
        },
      ],
      send: true,
      next: 'ask_more',
      onError: 'sorry',
    },
    look,
    ask_more: { kind: 'question', text: 'More?', saveAs: 'more', next: 'done' },
    sorry: { kind: 'end', text: 'Sorry: {{ error.code }}.' },
  },
  { variables: { number: 'none', order: '' } },
);

/** A model that answers in order, and remembers what it was asked. */
function model(...answers: readonly LlmAnswer[]) {
  const asked: LlmRequest[] = [];
  return {
    asked,
    complete: async (request: LlmRequest) => {
      const { signal: _, ...rest } = request;
      asked.push(structuredClone(rest));
      return answers[asked.length - 1] ?? { text: 'The end.' };
    },
  };
}

const call = (given: unknown, name = 'look') => ({ id: 'c', name, arguments: given });

async function play(llm: ReturnType<typeof model>, status = 200) {
  const sent: { readonly url: string; readonly key: string }[] = [];
  const { deps } = turnOf(helper, null, {
    handOverBackground: false,
    llm,
    http: {
      send: async ({ url, headers }) => {
        sent.push({ url, key: String(headers['idempotency-key']) });
        return { status, headers: { 'content-type': 'application/json' }, body: '{"status":"late"}' };
      },
    },
  });
  const result = ended(await processInbound(messageOf('hi'), deps));
  return {
    sent,
    result,
    texts: result.effects.flatMap((one) => (one.kind === 'reply' ? [one.reply.text] : [])),
  };
}

describe('a model with tools', () => {
  it('gives a tool its arguments for that call alone, and receives what the step saves', async () => {
    const llm = model(
      { text: '', calls: [call({ number: '1001' }), call({ number: '1002' })], tokens: 5 },
      { text: 'Both are late.', tokens: 7 },
    );
    const { sent, result, texts } = await play(llm);
    expect(sent.map(({ url }) => url)).toEqual([
      'https://orders.example/1001',
      'https://orders.example/1002',
    ]);
    expect(new Set(sent.map(({ key }) => key)).size).toBe(2);
    expect(llm.asked[0]?.tools).toEqual([
      {
        name: 'look',
        description: 'An order',
        parameters: {
          type: 'object',
          properties: { number: { type: 'string', maxLength: 4 } },
          required: ['number'],
        },
      },
    ]);
    expect(llm.asked[1]?.rounds?.[0]?.calls.map(({ result: told }) => told)).toEqual([
      '{"order":"late"}',
      '{"order":"late"}',
    ]);
    expect(texts).toEqual(['Both are late.', 'More?']);
    expect(result.state).toMatchObject({ variables: { number: 'none', order: 'late' }, llmTokens: 12 });
  });

  it.each([
    ['arguments that do not fit', call({ number: '10001' }), 200, 'number: is too long'],
    ['arguments that are missing', call({}), 200, 'number is missing'],
    ['no arguments at all', call(null), 200, 'is no object'],
    ['a tool that there is not', call({}, 'ask_more'), 200, 'there is no such tool'],
    ['a service that fails', call({ number: '1001' }), 500, '"code":"status"'],
  ])('is told of %s, and continues', async (_, asked, status, told) => {
    const llm = model({ text: '', calls: [asked] }, { text: 'I could not.' });
    const { texts } = await play(llm, status);
    expect(llm.asked[1]?.rounds?.[0]?.calls[0]?.result).toContain(told);
    expect(texts).toEqual(['I could not.', 'More?']);
  });

  it('that never answers takes onError', async () => {
    const again = { text: '', calls: [call({ number: '1' })] };
    const { sent, texts } = await play(model(...Array.from({ length: 50 }, () => again)));
    expect(texts).toEqual(['Sorry: bad_response.']);
    expect(sent).toHaveLength(limits.toolRounds);
  });

  it('calls a tool with the same key when its turn is run again', async () => {
    const asks = () => model({ text: '', calls: [call({ number: '1' })] });
    const [first, second] = [await play(asks()), await play(asks())];
    expect(first.sent).toEqual(second.sent);
  });

  it('is mocked by a test', async () => {
    const llm = [{ calls: [{ tool: 'look', with: { number: '7' } }] }, 'Late.'];
    await converse(helper, { llm, http: [{ body: { status: 'late' } }] })
      .user('hi')
      .bot('Late.')
      .bot('More?')
      .run();
  });
});

it("validation names steps that can't be tools", () => {
  const steps = {
    ask: {
      kind: 'llm',
      system: '',
      tools: [
        { step: 'look', description: 'An order', arguments: { unknown: { type: 'string' } } },
        { step: 'look', description: 'The same' },
        { step: 'done', description: 'No call' },
        { step: 'nowhere', description: 'Nothing' },
      ],
      send: true,
      next: 'done',
      onError: 'done',
    },
    look: { ...look, url: 'https://orders.example/', saveAs: {} },
    done: { kind: 'end' },
  };
  const result = validateFlow({ id: 'f', version: 1, start: 'ask', steps });
  expect(result.ok ? [] : result.errors.map(({ path, message }) => `${path}: ${message}`).sort()).toEqual([
    'steps.ask.tools.0.arguments.unknown: there is no variable unknown',
    'steps.ask.tools.1.step: is already a tool',
    'steps.ask.tools.2.step: is a step of kind end: a tool must be an http step',
    'steps.ask.tools.3.step: there is no step nowhere',
  ]);
});
