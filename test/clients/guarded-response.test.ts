import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { guardedHttpClient } from '../../src/clients/guarded-http-client.ts';
import { get, start } from '../support/serve.ts';

describe('a response', () => {
  const limit = 256 * 1024;

  it.each([
    [limit, 'is taken'],
    [limit + 1, 'is refused'],
  ])('of %i bytes %s', async (bytes) => {
    const server = await start((_, response) => {
      response.end('x'.repeat(bytes));
    });
    const sent = guardedHttpClient({ allowedOrigins: [server.origin] }).send(get(server.origin));
    if (bytes > limit) await expect(sent).rejects.toMatchObject({ code: 'response_too_large' });
    else expect((await sent).body).toHaveLength(bytes);
  });

  it('that never ends is cut off', async () => {
    const server = await start((_, response) => {
      const write = () => {
        while (response.write('x'.repeat(16_384)));
      };
      response.on('drain', write);
      write();
    });
    const sent = guardedHttpClient({ allowedOrigins: [server.origin] }).send(get(server.origin));
    await expect(sent).rejects.toMatchObject({ code: 'response_too_large' });
  });

  it.each([
    ['in the charset that it names', 'text/plain; charset=ISO-8859-1', Buffer.from('Größe', 'latin1')],
    ['in UTF-8 where it names none', 'application/json', Buffer.from('Größe')],
    ['in UTF-8 where it names one that there is not', 'text/plain; charset=none', Buffer.from('Größe')],
    ['without a byte order mark', 'application/json; charset=utf-8', Buffer.from('\ufeffGröße')],
  ])('is read %s', async (_, type, body) => {
    const server = await start((_request, response) => {
      response.writeHead(200, { 'content-type': type }).end(body);
    });
    const client = guardedHttpClient({ allowedOrigins: [server.origin] });
    expect((await client.send(get(server.origin))).body).toBe('Größe');
  });

  it('that is compressed without being asked is refused', async () => {
    const server = await start((request, response) => {
      expect(request.headers['accept-encoding']).toBe('identity');
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(10_000_000)));
    });
    const sent = guardedHttpClient({ allowedOrigins: [server.origin] }).send(get(server.origin));
    await expect(sent).rejects.toMatchObject({ code: 'encoding_refused' });
  });

  it('that is slow ends with the deadline, in its middle too', async () => {
    const server = await start((_, response) => {
      response.write('half');
    });
    const sent = guardedHttpClient({ allowedOrigins: [server.origin] }).send(
      get(server.origin, { timeoutMs: 300 }),
    );
    await expect(sent).rejects.toMatchObject({ code: 'timeout' });
  });

  it('is not awaited when the caller aborts', async () => {
    const stop = new AbortController();
    const server = await start(() => stop.abort());
    const sent = guardedHttpClient({ allowedOrigins: [server.origin] }).send(
      get(server.origin, { signal: stop.signal }),
    );
    await expect(sent).rejects.toMatchObject({ code: 'aborted' });
  });

  it('that never began because the connection was refused surely had no effect', async () => {
    const server = await start(() => undefined);
    await server.close();
    const sent = guardedHttpClient({ allowedOrigins: [server.origin] }).send(get(server.origin));
    await expect(sent).rejects.toMatchObject({ code: 'not_connected' });
  });

  it('that is a redirect is returned where none is to be followed', async () => {
    const server = await start((_, response) => response.writeHead(302, { location: '/login' }).end());
    const client = guardedHttpClient({ allowedOrigins: [server.origin] });
    const sent = client.send(get(server.origin, { maxRedirects: 0 }));
    await expect(sent).resolves.toMatchObject({ status: 302 });
  });

  it('that breaks off is a failure', async () => {
    const server = await start((_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half', () => response.destroy());
    });
    const sent = guardedHttpClient({ allowedOrigins: [server.origin] }).send(get(server.origin));
    await expect(sent).rejects.toMatchObject({ code: 'network_failure' });
  });
});
