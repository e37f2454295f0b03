import { execFileSync } from 'node:child_process';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bedrockClient } from '../../src/aws/bedrock-client.ts';
import { readText, start } from '../support/serve.ts';

async function bedrock(listener: RequestListener) {
  const server = await start(listener);
  const env = {
    AWS_REGION: 'eu-west-1',
    AWS_ENDPOINT_URL_BEDROCK_RUNTIME: server.origin,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  return bedrockClient({ model: 'amazon.nova-lite-v1:0', env });
}

const request = {
  system: 'Be brief.',
  messages: [
    { role: 'user', text: 'Hi' },
    { role: 'assistant', text: 'Hello' },
    { role: 'user', text: 'Why?' },
  ],
  maxTokens: 20,
  timeoutMs: 5_000,
} as const;

describe('Amazon Bedrock', () => {
  it.each([
    ['max_tokens', true],
    ['content_filtered', true],
    ['end_turn', undefined],
  ])('that stops by %s says whether the answer is truncated', async (stopReason, isCut) => {
    const llm = await bedrock((_incoming, response) => {
      response.setHeader('content-type', 'application/json');
      const output = { message: { role: 'assistant', content: [{ text: 'Within' }] } };
      response.end(JSON.stringify({ output, stopReason }));
    });
    expect(await llm.complete(request)).toEqual({ text: 'Within', ...(isCut && { isCut }) });
  });

  it.each([
    [429, 'ThrottlingException', { code: 'bad_answer', status: 429 }],
    [503, 'ServiceUnavailableException', { code: 'bad_answer', status: 503 }],
    [408, 'ModelTimeoutException', { code: 'timeout' }],
  ])('that answers %i %s fails like any other service', async (status, name, error) => {
    const llm = await bedrock((_incoming, response) => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-amzn-errortype': name });
      response.end('{"message":"no"}');
    });
    await expect(llm.complete(request)).rejects.toMatchObject({ name: 'HttpClientError', ...error });
  });

  it('that does not answer in time is a timeout', async () => {
    const llm = await bedrock(() => {});
    await expect(llm.complete({ ...request, timeoutMs: 50 })).rejects.toMatchObject({ code: 'timeout' });
  });

  it('is called through Converse, and its texts are joined', async () => {
    const asked: unknown[] = [];
    const llm = await bedrock(async (incoming, response) => {
      asked.push([incoming.url, JSON.parse(await readText(incoming))]);
      response.setHeader('content-type', 'application/json');
      response.end(
        JSON.stringify({
          output: { message: { role: 'assistant', content: [{ text: 'Be' }, { text: 'cause.' }] } },
          stopReason: 'end_turn',
          usage: { inputTokens: 1, outputTokens: 1, totalTokens: 2 },
          metrics: { latencyMs: 1 },
        }),
      );
    });
    expect(await llm.complete(request)).toMatchObject({ text: 'Because.' });
    expect(asked).toEqual([
      [
        '/model/amazon.nova-lite-v1%3A0/converse',
        {
          system: [{ text: 'Be brief.' }],
          messages: [
            { role: 'user', content: [{ text: 'Hi' }] },
            { role: 'assistant', content: [{ text: 'Hello' }] },
            { role: 'user', content: [{ text: 'Why?' }] },
          ],
          inferenceConfig: { maxTokens: 20 },
        },
      ],
    ]);
  });

  it('receives the tools, calls them, and receives their results', async () => {
    const asked: { toolConfig: unknown; messages: unknown[] }[] = [];
    const toolUse = { toolUseId: 't1', name: 'look_up', input: { number: '1001' } };
    const llm = await bedrock(async (incoming, response) => {
      asked.push(JSON.parse(await readText(incoming)));
      response.setHeader('content-type', 'application/json');
      const content = [{ text: 'Let me see.' }, { toolUse }];
      response.end(
        JSON.stringify({ output: { message: { role: 'assistant', content } }, stopReason: 'tool_use' }),
      );
    });
    const parameters = { type: 'object', properties: { number: { type: 'string' } } };
    const tools = [{ name: 'look_up', description: 'An order', parameters }];
    const answer = Object(await llm.complete({ ...request, tools }));
    const calls = [{ id: 't1', name: 'look_up', arguments: { number: '1001' } }];
    expect(answer).toEqual({ text: 'Let me see.', calls });
    const [call] = calls;
    if (!call) throw new Error('no call');
    await llm.complete({
      ...request,
      tools,
      rounds: [{ text: answer.text, calls: [{ ...call, result: '{"state":"late"}' }] }],
    });
    expect(asked[0]?.toolConfig).toEqual({
      tools: [{ toolSpec: { name: 'look_up', description: 'An order', inputSchema: { json: parameters } } }],
    });
    expect(asked[1]?.messages.slice(3)).toEqual([
      { role: 'assistant', content: [{ text: 'Let me see.' }, { toolUse }] },
      {
        role: 'user',
        content: [{ toolResult: { toolUseId: 't1', content: [{ text: '{"state":"late"}' }] } }],
      },
    ]);
  });

  it('is called once, also when it throttles', async () => {
    let calls = 0;
    const llm = await bedrock((_, response) => {
      calls += 1;
      response.writeHead(429, { 'x-amzn-errortype': 'ThrottlingException' }).end('{"message":"slow down"}');
    });
    await expect(llm.complete(request)).rejects.toMatchObject({
      ...{ name: 'HttpClientError', status: 429 },
      cause: { name: 'ThrottlingException' },
    });
    expect(calls).toBe(1);
  });

  it('is aborted in time, and when the caller aborts', async () => {
    const stop = new AbortController();
    const llm = await bedrock(() => stop.abort());
    await expect(llm.complete({ ...request, signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    await expect(llm.complete({ ...request, timeoutMs: 30 })).rejects.toThrow();
  });

  it('costs nothing until it is called: its SDK is loaded on demand', () => {
    const client = join(import.meta.dirname, '../../src/aws/bedrock-client.ts');
    const script = `
      const { registerHooks } = await import('node:module');
      registerHooks({ resolve(name, context, next) { console.log(name); return next(name, context); } });
      const { bedrockClient } = await import(${JSON.stringify(client)});
      bedrockClient({ model: 'm', env: {} });`;
    const loaded = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      encoding: 'utf8',
    });
    expect(loaded).toContain('@aws-sdk/client-dynamodb');
    expect(loaded).not.toContain('client-bedrock-runtime');
  });
});
