import { createServer, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { closeServer, listen, startEndpoint } from '../../src/local/listen.ts';
import { startSimulator } from '../../src/local/simulator/start-simulator.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

/** What a server answers a request with these headers; `fetch` would set `Host` itself. */
async function ask(url: string, headers: Record<string, string>) {
  const asked = request(url, { headers, agent: false });
  const answered = Promise.withResolvers<{ status: number | undefined; body: string }>();
  asked.on('error', answered.reject);
  asked.on('response', (response) => {
    text(response).then((body) => answered.resolve({ status: response.statusCode, body }), answered.reject);
  });
  asked.end();
  return answered.promise;
}

describe('a server on the loopback address', () => {
  async function start() {
    const server = createServer((_, response) => void response.end('well'));
    const url = await listen(server, 0);
    onTestFinished(() => closeServer(server));
    return { url, port: new URL(url).port };
  }

  it.each(['127.0.0.1', 'localhost', 'LOCALHOST', '[::1]'])('answers to %s with its port', async (name) => {
    const { url, port } = await start();
    expect(await ask(url, { host: `${name}:${port}` })).toEqual({ status: 200, body: 'well' });
  });

  it.each([
    'evil.example:PORT',
    'evil.example',
    '127.0.0.1',
    'localhost:1',
    'localhost.evil.example:PORT',
    '127.0.0.1:PORT.evil.example',
  ])('refuses the host "%s" with a reason', async (host) => {
    const { url, port } = await start();
    expect(await ask(url, { host: host.replace('PORT', port) })).toEqual({
      status: 421,
      body: expect.stringContaining(`answers to ${url} (or localhost) only`),
    });
  });

  it('for programs refuses requests from pages of any origin', async () => {
    const endpoint = await startEndpoint(createServer((_, response) => void response.end('well')));
    onTestFinished(() => endpoint.stop());
    expect((await ask(endpoint.url, {})).status).toBe(200);
    const answer = await ask(endpoint.url, { origin: 'https://evil.example' });
    expect(answer).toEqual({ status: 421, body: expect.stringContaining('not for web pages') });
  });
});

describe('every server of the local stack', () => {
  let stack: TestStack;
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  beforeAll(async () => {
    simulator = await startSimulator();
    stack = await startTestStack({ background: false, providerUrl: simulator.url });
  });
  afterAll(async () => {
    await stack.stop();
    await simulator.stop();
  });

  it.each([
    ['the HTTP API', () => stack.url],
    ['the hosted sign-in', () => stack.hostedUi.url],
    ['the order service', () => stack.orders.url],
    ['the simulator', () => simulator.url],
    ['DynamoDB', () => stack.env.AWS_ENDPOINT_URL_DYNAMODB],
    ['SQS', () => stack.env.AWS_ENDPOINT_URL_SQS],
    ['EventBridge', () => stack.env.AWS_ENDPOINT_URL_EVENTBRIDGE],
    ['Secrets Manager', () => stack.env.AWS_ENDPOINT_URL_SECRETS_MANAGER],
  ])('%s refuses a name that is not its own', async (_, urlOf) => {
    const { origin, port } = new URL(String(urlOf()));
    expect((await ask(origin, { host: `evil.example:${port}` })).status).toBe(421);
  });
});
