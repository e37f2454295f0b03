import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { environmentBundles } from '../../bin/environment-files.ts';
import { type BundleName, bundleFolder, startFile } from '../../lib/bundles.ts';
import { start } from '../support/serve.ts';

const run = promisify(execFile);

/** Imports a bundle's start as Lambda does, and says what it exports. */
async function startOf(name: BundleName, endpoint: string, more = {}): Promise<string> {
  const { folder } = await environmentBundles();
  const file = join(process.cwd(), bundleFolder(name, folder), startFile);
  const script = `import { handler } from ${JSON.stringify(file)}; console.log(typeof handler); process.exit()`;
  const env = {
    ...{ TABLE_PREFIX: 't-', AWS_REGION: 'local', AWS_ENDPOINT_URL: endpoint },
    ...{ AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' },
    ...more,
  };
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', script], { env });
  return stdout.trim();
}

/** Everything that a function is composed of. */
const whole = {
  ...{ EVENT_BUS_NAME: 'b', TURNS_QUEUE_URL: 'q', CONTINUATIONS_QUEUE_URL: 'c', OUTBOUND_QUEUE_URL: 'o' },
  ...{ CHORES_QUEUE_URL: 'c', TENANT_SECRET_PREFIX: 't/' },
};

/** As many as a turn has side by side. */
const reads = Array(3).fill('DynamoDB_20120810.BatchGetItem');

/** A service that answers nothing but refusals, and what it was asked. */
async function refusing() {
  const asked: string[] = [];
  const { origin } = await start((request, response) => {
    asked.push(String(request.headers['x-amz-target']));
    response.statusCode = 400;
    response.end('{"__type":"ValidationException","message":"no"}');
  });
  return { origin, asked };
}

describe('the start of an environment', () => {
  it.each([
    ['web-chat', ['AWSEvents.PutEvents', ...reads]],
    ['poll', reads],
    ['gateway', reads],
  ] as const)('of %s waits until its connections are there, whatever they answer', async (name, targets) => {
    const { origin, asked } = await refusing();
    expect(await startOf(name, origin, whole)).toBe('function');
    expect(asked.toSorted()).toEqual(targets);
  });

  it('waits no longer than its limit for a service that does not answer', async () => {
    const { origin } = await start(() => undefined);
    expect(await startOf('web-chat', origin)).toBe('function');
  });

  it('works without connections where there are none', async () => {
    expect(await startOf('web-chat', 'http://127.0.0.1:9')).toBe('function');
  });
});
