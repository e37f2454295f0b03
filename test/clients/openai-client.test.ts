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
  it('is asked as its protocol says', async () => {
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
  ])('that answers with %s fails without telling its answer', async (_, status, body) => {
    const llm = await endpoint((_incoming, response) => {
      response.writeHead(status).end(body);
    });
    const error: unknown = await llm.complete(request).catch((caught) => caught);
    expect(error).toMatchObject({ name: 'HttpClientError', code: 'bad_answer' });
    expect(String(error)).not.toContain('fake-key');
  });

  it('is given up in time', async () => {
    const llm = await endpoint(() => {});
    await expect(llm.complete({ ...request, timeoutMs: 30 })).rejects.toMatchObject({ code: 'timeout' });
  });
});
