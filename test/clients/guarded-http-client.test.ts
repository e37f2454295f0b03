import type { RequestListener } from 'node:http';
import { describe, expect, it } from 'vitest';
import { guardedHttpClient, type ResolveAll } from '../../src/clients/guarded-http-client.ts';
import { get, readText, start } from '../support/serve.ts';

const resolving =
  (...addresses: string[]): ResolveAll =>
  (_, callback) =>
    callback(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );

const redirecting =
  (location: string, status = 302): RequestListener =>
  (_, response) => {
    response.writeHead(status, { location }).end();
  };

/** Tells what it was asked, as JSON. */
const echo: RequestListener = async (request, response) => {
  const body = await readText(request);
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ method: request.method, url: request.url, headers: request.headers, body }));
};

describe('an origin that is not allowed', () => {
  it.each([
    ['http', 'http://example.com/', 'url_refused'],
    ['another scheme', 'file:///etc/passwd', 'url_refused'],
    ['credentials', 'https://user:secret@example.com/', 'url_refused'],
    ['no URL', 'https://', 'url_refused'],
    ['this machine', 'https://127.0.0.1/', 'address_refused'],
    ['this machine in octal', 'https://0177.0.0.1/', 'address_refused'],
    ['this machine as a number', 'https://2130706433/', 'address_refused'],
    ['this machine in IPv6', 'https://[::1]/', 'address_refused'],
    ['this machine mapped into IPv6', 'https://[::ffff:127.0.0.1]/', 'address_refused'],
    ['the metadata service', 'https://169.254.169.254/latest/meta-data/', 'address_refused'],
    ['the metadata service behind NAT64', 'https://[64:ff9b::a9fe:a9fe]/', 'address_refused'],
  ])('is refused: %s', async (_, url, code) => {
    const client = guardedHttpClient({ resolve: resolving('127.0.0.1') });
    await expect(client.send(get(url))).rejects.toMatchObject({ name: 'HttpClientError', code });
  });

  it('is not connected to when its name resolves to a private address', async () => {
    const server = await start(echo);
    const client = guardedHttpClient({ resolve: resolving('127.0.0.1', '::1', 'fd00::1') });
    await expect(client.send(get(`https://rebound.example:${server.port}/`))).rejects.toMatchObject({
      code: 'address_refused',
      message: 'the host is not on the public internet',
    });
    expect(server.connections()).toBe(0);
  });

  it('is resolved again for each connection, and once: no time passes between check and use', async () => {
    const asked: string[] = [];
    const client = guardedHttpClient({
      resolve(hostname, callback) {
        asked.push(hostname);
        if (asked.length === 1) callback(new Error('ENOTFOUND'), []);
        else resolving('127.0.0.1')(hostname, callback);
      },
    });
    await expect(client.send(get('https://rebound.example/'))).rejects.toMatchObject({
      code: 'not_connected',
    });
    await expect(client.send(get('https://rebound.example/'))).rejects.toMatchObject({
      code: 'address_refused',
    });
    expect(asked).toEqual(['rebound.example', 'rebound.example']);
  });

  it('is refused locally by another port than the allowed one', async () => {
    const [allowed, other] = [await start(echo), await start(echo)];
    const client = guardedHttpClient({ allowedOrigins: [allowed.origin] });
    await expect(client.send(get(other.origin))).rejects.toMatchObject({ code: 'url_refused' });
    expect(other.connections()).toBe(0);
  });
});

describe('an allowed origin', () => {
  it("is called by its name, with the flow's request", async () => {
    const server = await start(echo);
    const origin = `http://orders.test:${server.port}`;
    const client = guardedHttpClient({ allowedOrigins: [origin], resolve: resolving('127.0.0.1') });
    const response = await client.send(
      get(`${origin}/orders?a=1`, {
        method: 'POST',
        headers: { 'x-api-key': 'fake', host: 'evil.example', 'transfer-encoding': 'chunked' },
        body: '{"é":1}',
      }),
    );
    expect(response.status).toBe(200);
    expect(JSON.parse(response.body)).toMatchObject({
      method: 'POST',
      url: '/orders?a=1',
      headers: { host: `orders.test:${server.port}`, 'x-api-key': 'fake', 'content-length': '8' },
      body: '{"é":1}',
    });
  });

  it.each([
    ['a private address', 'https://10.0.0.1/', 'address_refused'],
    ['plain http', 'http://example.com/', 'url_refused'],
    ['another scheme', 'data:text/plain,hello', 'url_refused'],
    ['a name of a private address', 'https://internal.example/', 'address_refused'],
  ])('may not redirect to %s', async (_, location, code) => {
    const server = await start(redirecting(location));
    const client = guardedHttpClient({ allowedOrigins: [server.origin], resolve: resolving('10.0.0.1') });
    // The allowed origin is a literal address, which is not looked up.
    await expect(client.send(get(server.origin))).rejects.toMatchObject({ code });
    expect(server.connections()).toBe(1);
  });

  it('may redirect three times, not four', async () => {
    const server = await start((request, response) => {
      const left = Number(request.url?.slice(1));
      if (left === 0) response.end('there');
      else response.writeHead(307, { location: `/${left - 1}` }).end();
    });
    const client = guardedHttpClient({ allowedOrigins: [server.origin] });
    expect(await client.send(get(`${server.origin}/3`))).toMatchObject({ status: 200, body: 'there' });
    await expect(client.send(get(`${server.origin}/4`))).rejects.toMatchObject({
      code: 'too_many_redirects',
    });
  });

  it('receives no secret after a redirect to another origin', async () => {
    const other = await start(echo);
    const first = await start(redirecting(`${other.origin}/there`, 307));
    const client = guardedHttpClient({ allowedOrigins: [first.origin, other.origin] });
    const headers = {
      authorization: 'Bearer fake',
      cookie: 'a=b',
      'X-Api-Key': 'fake',
      accept: 'text/plain',
    };
    const { body } = await client.send(get(first.origin, { method: 'POST', headers, body: 'x' }));
    const seen = JSON.parse(body);
    expect(seen).toMatchObject({ method: 'POST', body: 'x', headers: { accept: 'text/plain' } });
    expect(Object.keys(seen.headers)).not.toEqual(expect.arrayContaining(['authorization']));
    expect(JSON.stringify(seen.headers)).not.toMatch(/fake|a=b/);
  });

  it('receives them on the same origin', async () => {
    const server = await start((request, response) =>
      request.url === '/'
        ? redirecting('/there', 303)(request, response as never)
        : echo(request, response as never),
    );
    const client = guardedHttpClient({ allowedOrigins: [server.origin] });
    const headers = { authorization: 'Bearer fake', 'content-type': 'text/plain' };
    const { body } = await client.send(get(server.origin, { method: 'POST', headers, body: 'x' }));
    const seen = JSON.parse(body);
    expect(seen).toMatchObject({ method: 'GET', body: '', headers: { authorization: 'Bearer fake' } });
    expect(seen.headers).not.toHaveProperty('content-type');
  });
});
