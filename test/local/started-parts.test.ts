import { readdirSync } from 'node:fs';
import { createServer } from 'node:http';
import { describe, expect, it } from 'vitest';
import { startedParts } from '../../src/local/environment.ts';
import { closeServer, listen } from '../../src/local/listen.ts';
import { createHandler } from '../support/create-handler.ts';
import { startTestStack, type TestStackOptions } from '../support/start-stack.ts';
import { temporaryDirectory } from '../support/temporary-directory.ts';

/** Addresses of the services of a stack that is being started. */
function watchedServices() {
  const urls: string[] = [];
  const watch: NonNullable<TestStackOptions['createHandler']> = (env) => {
    urls.push(
      ...Object.entries(env).flatMap(([name, url]) => (name.startsWith('AWS_ENDPOINT') && url) || []),
    );
    return createHandler(env);
  };
  const answering = async () => {
    const answers = urls.map((url) =>
      fetch(url).then(
        () => url,
        () => [],
      ),
    );
    return (await Promise.all(answers)).flat();
  };
  return { urls, createHandler: watch, answering };
}

describe('a started part', () => {
  it('is stopped, the last one first, each once, whatever fails', async () => {
    const stopped: string[] = [];
    const parts = startedParts();
    for (const name of ['a', 'b', 'c']) {
      parts.keep({
        async stop() {
          stopped.push(name);
          if (name === 'b') throw new Error('stuck');
        },
      });
    }
    const first = parts.stop();
    await expect(first).rejects.toMatchObject({ errors: [new Error('stuck')] });
    await expect(parts.stop()).rejects.toThrow();
    expect(stopped).toEqual(['c', 'b', 'a']);
  });

  it.each([
    ['the API', (port: number) => ({ port })],
    ['the sign-in', (port: number) => ({ hostedUi: { port } })],
  ])('is stopped when the port of %s is taken', async (_, options) => {
    const services = watchedServices();
    const other = createServer();
    const port = Number(new URL(await listen(other, 0)).port);
    await expect(
      startTestStack({ ...options(port), createHandler: services.createHandler }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE', port });
    await closeServer(other);
    expect(services.urls).toHaveLength(8);
    expect(await services.answering()).toEqual([]);
  });

  it('is stopped when a tenant is not valid, and its data directory is free again', async () => {
    const services = watchedServices();
    const dataDir = await temporaryDirectory();
    const start = startTestStack({
      dataDir,
      createHandler: services.createHandler,
      changeTenant: () => {
        throw new Error('no such tenant');
      },
    });
    await expect(start).rejects.toThrow('no such tenant');
    expect(services.urls).toHaveLength(8);
    expect(await services.answering()).toEqual([]);
    expect(readdirSync(dataDir)).not.toContain('lock');
  });
});
