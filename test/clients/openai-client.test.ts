import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { openAiClient } from '../../src/clients/openai-client.ts';
import { readText, start } from '../support/serve.ts';

async function endpoint(listener: RequestListener) {
  const server = await start(listener);
  return openAiClient({ baseUrl: `${server.origin}/v1/`, model: 'small', apiKey: 'fake-key' });
}

const request = {
  system: 'Be brief.',
  messages: [{ role: 'user', text: 'Hi' }],
  maxTokens: 20,
  timeoutMs: 5_000,
} as const;

describe('an OpenAI-compatible endpoint', () => {
  it('is called as its protocol defines', async () => {
    const asked: unknown[] = [];
    const llm = await endpoint(async (incoming, response) => {
      const { url, headers } = incoming;
      asked.push([url, headers.authorization, JSON.parse(await readText(incoming))]);
      response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: 'Hello.' } }] }));
    });
    expect(await llm.complete(request)).toMatchObject({ text: 'Hello.' });
    await llm.complete({ ...request, model: 'large', system: '' });
    const user = { role: 'user', content: 'Hi' };
    expect(asked).toEqual([
      [
        '/v1/chat/completions',
        'Bearer fake-key',
        { model: 'small', max_tokens: 20, messages: [{ role: 'system', content: 'Be brief.' }, user] },
      ],
      ['/v1/chat/completions', 'Bearer fake-key', { model: 'large', max_tokens: 20, messages: [user] }],
    ]);
  });

  it.each([
    ['an error', 429, '{"error":{"message":"the key fake-key is used up"}}'],
    ['no JSON', 200, '<html>'],
    ['another JSON', 200, '{"choices":[]}'],
  ])('that answers with %s fails without revealing its answer', async (_, status, body) => {
    const llm = await endpoint((_incoming, response) => {
      response.writeHead(status).end(body);
    });
    const error: unknown = await llm.complete(request).catch((caught) => caught);
    expect(error).toMatchObject({
      name: 'HttpClientError',
      code: 'bad_answer',
      status: status === 200 ? null : status,
    });
    expect(String(error)).not.toContain('fake-key');
  });

  it('receives the tools, calls them, and receives their results', async () => {
    const asked: { tools: unknown; messages: unknown[] }[] = [];
    const call = {
      id: 'c1',
      type: 'function',
      function: { name: 'look_up', arguments: '{"number":"1001"}' },
    };
    const llm = await endpoint(async (incoming, response) => {
      asked.push(JSON.parse(await readText(incoming)));
      const message = { role: 'assistant', content: null, tool_calls: [call] };
      response.end(JSON.stringify({ choices: [{ message }], usage: { total_tokens: 7 } }));
    });
    const parameters = { type: 'object', properties: { number: { type: 'string' } } };
    const tools = [{ name: 'look_up', description: 'An order', parameters }];
    const { calls = [], ...answer } = Object(await llm.complete({ ...request, tools }));
    expect(answer).toEqual({ text: '', tokens: 7 });
    expect(calls).toEqual([{ id: 'c1', name: 'look_up', arguments: { number: '1001' } }]);
    await llm.complete({
      ...request,
      tools,
      rounds: [{ text: '', calls: [{ ...calls[0], result: '{"state":"late"}' }] }],
    });
    expect(asked[0]?.tools).toEqual([{ type: 'function', function: tools[0] }]);
    expect(asked[1]?.messages.slice(2)).toEqual([
      { role: 'assistant', content: null, tool_calls: [call] },
      { role: 'tool', tool_call_id: 'c1', content: '{"state":"late"}' },
    ]);
  });

  it('calls a tool without arguments, however the endpoint writes that', async () => {
    for (const given of ['', '{}']) {
      const llm = await endpoint((_incoming, response) => {
        const call = { id: 'c1', type: 'function', function: { name: 'today', arguments: given } };
        response.end(JSON.stringify({ choices: [{ message: { content: null, tool_calls: [call] } }] }));
      });
      expect(await llm.complete(request)).toMatchObject({ calls: [{ name: 'today', arguments: {} }] });
    }
  });

  it.each(['length', 'model_length', 'content_filter'])(
    'that stops by %s says that the answer is truncated',
    async (reason) => {
      const llm = await endpoint((_incoming, response) => {
        const choice = { finish_reason: reason, message: { content: 'You can return it within' } };
        response.end(JSON.stringify({ choices: [choice] }));
      });
      expect(await llm.complete(request)).toEqual({ text: 'You can return it within', isCut: true });
    },
  );

  it('is aborted in time', async () => {
    const llm = await endpoint(() => {});
    await expect(llm.complete({ ...request, timeoutMs: 300 })).rejects.toMatchObject({ code: 'timeout' });
  });
});
