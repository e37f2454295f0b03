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
  it('is asked through Converse, and its texts are joined', async () => {
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

  it('is asked once, also when it throttles', async () => {
    let calls = 0;
    const llm = await bedrock((_, response) => {
      calls += 1;
      response.writeHead(429, { 'x-amzn-errortype': 'ThrottlingException' }).end('{"message":"slow down"}');
    });
    await expect(llm.complete(request)).rejects.toMatchObject({ name: 'ThrottlingException' });
    expect(calls).toBe(1);
  });

  it('is given up in time, and when the caller gives up', async () => {
    const stop = new AbortController();
    const llm = await bedrock(() => stop.abort());
    await expect(llm.complete({ ...request, signal: stop.signal })).rejects.toMatchObject({
      name: 'AbortError',
    });
    await expect(llm.complete({ ...request, timeoutMs: 30 })).rejects.toThrow();
  });

  it('costs nothing until it is asked: its SDK is not loaded before', () => {
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
