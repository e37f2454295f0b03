import { once } from 'node:events';
import { connect } from 'node:net';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { FunctionName } from '../../../src/contract/function-settings.ts';
import { createThrottle, type HttpApiOptions, startHttpApi } from '../../../src/local/http-api/http-api.ts';
import {
  FunctionThrottledError,
  FunctionTimeoutError,
} from '../../../src/local/lambda/environment-messages.ts';

type Invocation = { readonly name: FunctionName; readonly event: APIGatewayProxyEventV2 };

const conversation = '/v1/webchat/conversations/conv-1/messages';

async function start(options: Partial<HttpApiOptions> = {}) {
  const invocations: Invocation[] = [];
  const reports: string[] = [];
  const api = await startHttpApi({
    port: 0,
    pages: {},
    authorize: async () => null,
    invoke: async (name, event) => {
      invocations.push({ name, event: event as APIGatewayProxyEventV2 });
      return { statusCode: 200, body: 'ok' };
    },
    report: (message, error) => void reports.push(`${message}: ${error}`),
    ...options,
  });
  onTestFinished(() => api.stop());
  const get = (path: string, init: RequestInit = {}) => fetch(api.url + path, init);
  return { ...api, get, invocations, reports };
}

/** What a request that `fetch` would mend is answered with. */
function raw(url: string, text: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = connect(Number(new URL(url).port), '127.0.0.1', () => socket.end(text));
    socket.on('data', (part) => {
      answer += part;
    });
    socket.on('close', () => resolve(answer)).on('error', reject);
  });
}

/** A connection that is written to step by step. */
async function converse(url: string) {
  let answer = '';
  const socket = connect(Number(new URL(url).port), '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  // Whoever is hung up on may be told so while it writes.
  const closed = new Promise<void>((resolve) =>
    socket.on('error', () => undefined).on('close', () => resolve()),
  );
  socket.on('data', (part) => {
    answer += part;
  });
  await once(socket, 'connect');
  const answers = async (pattern: RegExp) => {
    while (!pattern.test(answer) && !socket.closed) await Promise.race([once(socket, 'data'), closed]);
    return pattern.test(answer);
  };
  return { socket, closed, answers };
}

describe('an event of the local HTTP API', () => {
  it('has the route, the path unescaped with its parameters, and the query as it came', async () => {
    const { get, invocations } = await start();
    await get('/v1/webchat/conversations/c%C3%B6nv%201/messages?after=a%20b&after=c&wait=0');
    expect(invocations).toMatchObject([
      {
        name: 'poll',
        event: {
          version: '2.0',
          routeKey: 'GET /v1/webchat/conversations/{conversationId}/messages',
          rawPath: '/v1/webchat/conversations/cönv 1/messages',
          rawQueryString: 'after=a%20b&after=c&wait=0',
          queryStringParameters: { after: 'a b,c', wait: '0' },
          pathParameters: { conversationId: 'cönv 1' },
          requestContext: { http: { method: 'GET', path: '/v1/webchat/conversations/cönv 1/messages' } },
          isBase64Encoded: false,
        },
      },
    ]);
  });

  it('has the cookies apart from the headers', async () => {
    const { get, invocations } = await start();
    await get(conversation, { headers: { cookie: 'a=1; b="2;3=4', 'x-other': 'x' } });
    const { cookies, headers } = invocations[0]?.event ?? {};
    expect(cookies).toEqual(['a=1', 'b="2', '3=4']);
    expect(headers).toMatchObject({ 'x-other': 'x' });
    expect(headers).not.toHaveProperty('cookie');
  });

  it('has header names in lower case, doubled ones joined, and what API Gateway adds', async () => {
    const { url, invocations } = await start();
    const { host, port } = new URL(url);
    const lines = [`GET ${conversation} HTTP/1.1`, `Host: ${host}`, 'X-Twice: a', 'x-twice: b'];
    const sent = [...lines, 'X-Forwarded-For: 203.0.113.9', 'connection: close'];
    await raw(url, `${sent.join('\r\n')}\r\n\r\n`);
    expect(invocations[0]?.event.headers).toMatchObject({
      'x-twice': 'a,b',
      // What a caller claims comes before what API Gateway saw.
      'x-forwarded-for': '203.0.113.9, 127.0.0.1',
      'x-forwarded-port': port,
      'x-amzn-trace-id': expect.stringMatching(/^Root=1-[0-9a-f]{8}-[0-9a-f]{24}$/),
    });
    expect(invocations[0]?.event.requestContext.http.sourceIp).toBe('127.0.0.1');
  });

  it('has no members for what the request lacks', async () => {
    const { get, invocations } = await start();
    await get('/v1/webchat/messages', { method: 'POST' });
    for (const member of ['cookies', 'pathParameters', 'queryStringParameters', 'body'])
      expect(invocations[0]?.event).not.toHaveProperty(member);
  });

  it('has text unchanged and other bytes in base64', async () => {
    const { get, invocations } = await start();
    const post = (type: string, body: Buffer<ArrayBuffer>) =>
      get('/v1/webchat/messages', { method: 'POST', headers: { 'content-type': type }, body });
    await post('application/json', Buffer.from('{"a":"ü"}'));
    await post('application/octet-stream', Buffer.of(1, 255));
    expect(invocations.map(({ event }) => [event.body, event.isBase64Encoded])).toEqual([
      ['{"a":"ü"}', false],
      ['Af8=', true],
    ]);
  });
});

describe('the local HTTP API', () => {
  it.each([
    ['that Lambda takes no more of', 7],
    ['that API Gateway takes no more of', 11],
  ])('answers a body %s with 413', async (_, megabytes) => {
    const { get, invocations } = await start();
    const body = 'a'.repeat(megabytes * 1024 * 1024);
    const response = await get('/v1/webchat/messages', { method: 'POST', body });
    expect([response.status, await response.json()]).toEqual([413, { message: 'Request Entity Too Large' }]);
    expect(invocations).toHaveLength(0);
  });

  it('answers 413 before it has read a body that is too large, and keeps nothing of it', async () => {
    const { url, invocations } = await start();
    const head = `POST /v1/webchat/messages HTTP/1.1\r\nhost: ${new URL(url).host}\r\n`;
    const named = await converse(url);
    named.socket.write(`${head}content-length: ${11 * 1024 * 1024}\r\n\r\n`);
    expect(await named.answers(/413 [\s\S]*\{"message":"Request Entity Too Large"\}/)).toBe(true);
    // Its rest is dropped, and the connection serves what comes next.
    named.socket.write(Buffer.alloc(11 * 1024 * 1024, 'a'));
    named.socket.write(`GET ${conversation} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n\r\n`);
    expect(await named.answers(/HTTP\/1.1 200 /)).toBe(true);
    expect(invocations.map(({ name }) => name)).toEqual(['poll']);
  });

  it('answers 413 in the middle of a body without a length, and hangs up on one without an end', async () => {
    const { url, invocations, reports } = await start();
    const endless = await converse(url);
    endless.socket.write(
      `POST /v1/webchat/messages HTTP/1.1\r\nhost: ${new URL(url).host}\r\ntransfer-encoding: chunked\r\n\r\n`,
    );
    const megabyte = Buffer.alloc(1024 * 1024, 'a');
    const send = () =>
      endless.socket.write(Buffer.concat([Buffer.from('100000\r\n'), megabyte, Buffer.from('\r\n')]));
    for (let n = 0; n < 7; n += 1) send();
    expect(await endless.answers(/413 [\s\S]*\{"message":"Request Entity Too Large"\}/)).toBe(true);
    for (let n = 0; n < 40; n += 1) send();
    await endless.closed;
    expect([invocations, reports]).toEqual([[], []]);
  });

  it('takes request line and headers up to 10,240 bytes, and answers more with 431', async () => {
    const { url, invocations } = await start();
    const head = (padding: number) =>
      `GET ${conversation} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nconnection: close\r\nx: ${'a'.repeat(padding)}\r\n`;
    const most = 10_240 - head(0).length;
    expect(await raw(url, `${head(most)}\r\n`)).toMatch(/^HTTP\/1.1 200 /);
    expect(await raw(url, `${head(most + 1)}\r\n`)).toMatch(
      /^HTTP\/1.1 431 [\s\S]*\{"message":"Request Header Fields Too Large"\}/,
    );
    expect(await raw(url, `${head(100_000)}\r\n`)).toMatch(/^HTTP\/1.1 431 /);
    expect(invocations).toHaveLength(1);
  });

  it('throttles a stage above its burst, and accepts requests at its rate', async () => {
    let nowMs = 0;
    const take = createThrottle({ ratePerS: 10, burst: 2 }, () => nowMs);
    expect([take(), take(), take()]).toEqual([true, true, false]);
    nowMs += 100;
    expect([take(), take()]).toEqual([true, false]);
    nowMs += 60_000;
    expect([take(), take(), take()]).toEqual([true, true, false]);
    const { get } = await start({ throttle: { ratePerS: 0, burst: 1 } });
    expect((await get(conversation)).status).toBe(200);
    const refused = await get(conversation);
    expect([refused.status, await refused.json()]).toEqual([429, { message: 'Too Many Requests' }]);
  });

  it('sends its own answers without CORS headers, and with the ID of the request', async () => {
    const { get } = await start();
    const response = await get('/v1/auth/session', { headers: { origin: 'https://desk.example' } });
    expect([response.status, await response.json()]).toEqual([401, { message: 'Unauthorized' }]);
    const names = [...response.headers.keys()];
    expect(names.filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(names).toContain('apigw-requestid');
  });

  it.each([
    ['is throttled', new FunctionThrottledError('too many')],
    ['takes longer than its time', new FunctionTimeoutError(10_000)],
  ])('answers 503 when a function %s', async (_, error) => {
    const { get } = await start({ invoke: () => Promise.reject(error) });
    const response = await get(conversation);
    expect([response.status, await response.json()]).toEqual([503, { message: 'Service Unavailable' }]);
  });

  it('answers 500 for a result that Lambda would not accept', async () => {
    const invoke = async () => ({ statusCode: 200, body: 'a'.repeat(7 * 1024 * 1024) });
    const { get } = await start({ invoke });
    expect((await get(conversation)).status).toBe(500);
  });

  it.each(['/%', '/v1/webchat/conversations/%E0%A4/messages', '//['])(
    'answers the address %s with 400',
    async (path) => {
      const { url, invocations } = await start();
      const answer = await raw(
        url,
        `GET ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nconnection: close\r\n\r\n`,
      );
      expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n[\s\S]*\{"message":"Bad Request"\}/);
      expect(invocations).toHaveLength(0);
    },
  );

  it('writes headers, cookies and bytes of a result', async () => {
    const result = {
      statusCode: 201,
      headers: { 'x-a': 'b' },
      cookies: ['a=1; Secure', 'b=2'],
      body: 'Af8=',
      isBase64Encoded: true,
    };
    const { get } = await start({ invoke: async () => result });
    const response = await get(conversation);
    expect([response.status, response.headers.get('x-a')]).toEqual([201, 'b']);
    expect(response.headers.getSetCookie()).toEqual(['a=1; Secure', 'b=2']);
    expect(Buffer.from(await response.arrayBuffer())).toEqual(Buffer.of(1, 255));
  });

  it.each([
    ['throws', () => Promise.reject(new Error('secret'))],
    ['answers no result', async () => ({ ok: true })],
  ])('answers 500 without details when a function %s', async (_, invoke) => {
    const { get } = await start({ invoke });
    const response = await get(conversation);
    expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }]);
  });

  it.each([
    [
      'throws',
      () => {
        throw new Error('broken');
      },
    ],
    ['rejects', () => Promise.reject(new Error('broken'))],
  ])('answers 500 for a page that %s, reports it, and continues', async (_, page) => {
    const { get, reports } = await start({ pages: { '/broken': page } });
    const response = await get('/broken');
    expect([response.status, await response.json()]).toEqual([500, { message: 'Internal Server Error' }]);
    expect(reports).toEqual(['GET /broken failed: Error: broken']);
    expect((await get(conversation)).status).toBe(200);
  });

  it('cuts off the answer of a page that fails in the middle of it', async () => {
    const { get } = await start({
      pages: {
        '/half': async (_, response) => {
          response.writeHead(200, { 'content-length': 100 }).write('half');
          throw new Error('broken');
        },
      },
    });
    await expect(get('/half').then((response) => response.text())).rejects.toThrow();
    expect((await get(conversation)).status).toBe(200);
  });

  it('finishes open requests before it stops, and accepts no new ones', async () => {
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    const { get, stop } = await start({
      invoke: async () => {
        enter();
        await released;
        return { statusCode: 200, body: 'finished' };
      },
    });
    const answer = get('/v1/webchat/messages', { method: 'POST', body: '{}' });
    await entered;
    const stopped = stop();
    await expect(get(conversation)).rejects.toThrow();
    release();
    expect(await (await answer).text()).toBe('finished');
    await stopped;
  });

  it('does not wait for a poll when it stops', async () => {
    const { promise: entered, resolve: enter } = Promise.withResolvers<void>();
    const { get, stop } = await start({
      invoke: () => {
        enter();
        return new Promise(() => undefined);
      },
    });
    const answer = expect(get(conversation)).rejects.toThrow();
    await entered;
    await stop();
    await answer;
  });
});
