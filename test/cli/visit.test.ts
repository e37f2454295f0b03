import { createServer } from 'node:http';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { functions } from '../../lib/functions.ts';
import { probes } from '../../src/cli/commands/visit.ts';
import type { FunctionName } from '../../src/contract/function-settings.ts';
import { routes } from '../../src/contract/routes.ts';
import { closeServer, listen } from '../../src/local/listen.ts';
import { runCli } from '../support/run-cli.ts';
import { readText } from '../support/serve.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

/** What Lambda answers a call of a function with. */
interface Invoked {
  readonly answer: unknown;
  readonly failed?: boolean;
}

let stack: TestStack;
let lambda = '';
const wrong = new Map<string, Invoked>();
const invoked: string[] = [];
/** Lambda's own interface before the functions of the local stack, which run the deployed bundles. */
const server = createServer(async (request, response) => {
  const [, name = ''] = /^\/2015-03-31\/functions\/([^/]+)\/invocations$/.exec(request.url ?? '') ?? [];
  const event: unknown = JSON.parse(await readText(request));
  invoked.push(name);
  const run = async () =>
    stack.environments().invoke(name.replace('gateway-dev-', '') as FunctionName, event);
  const { answer, failed }: Invoked = wrong.get(name) ?? { answer: await run() };
  response.writeHead(200, failed ? { 'x-amz-function-error': 'Unhandled' } : {});
  response.end(JSON.stringify(answer ?? null));
});
beforeAll(async () => {
  stack = await startTestStack({ background: false });
  lambda = await listen(server, 0);
});
afterEach(() => {
  wrong.clear();
  invoked.length = 0;
});
afterAll(async () => {
  await closeServer(server);
  await stack.stop();
});

function visit(...more: readonly string[]) {
  const env = {
    AWS_ENDPOINT_URL_LAMBDA: lambda,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
  };
  return runCli(['visit', '--url', stack.url, ...more], { env });
}

describe('gateway visit --stage', () => {
  it('runs every function without a URL, and leaves nothing behind', async () => {
    const { code, out, err } = await visit('--stage', 'dev');
    expect([code, err]).toEqual([0, '']);
    expect(invoked.sort()).toEqual(
      ['continuation', 'files', 'outbound', 'pre-token', 'runs', 'schedule', 'user-sync', 'worker'].map(
        (name) => `gateway-dev-${name}`,
      ),
    );
    expect(out.match(/^ok /gm)).toHaveLength(6 + 8);
    const { TURNS_QUEUE_URL = '', CONTINUATIONS_QUEUE_URL = '', OUTBOUND_QUEUE_URL = '' } = stack.env;
    for (const url of [TURNS_QUEUE_URL, CONTINUATIONS_QUEUE_URL, OUTBOUND_QUEUE_URL])
      expect(stack.queues.waiting(url)).toEqual([]);
    const letters = await runCli(['dlq', 'list', '--json', '--endpoint', stack.url]);
    expect(JSON.parse(letters.out)).toMatchObject({ letters: [] });
  });

  it('names the failing function with its own message, or what it did not do', async () => {
    wrong.set('gateway-dev-outbound', {
      failed: true,
      answer: { errorType: 'Error', errorMessage: 'the setting TABLE_PREFIX is missing' },
    });
    wrong.set('gateway-dev-worker', { answer: { batchItemFailures: [{ itemIdentifier: 'probe' }] } });
    wrong.set('gateway-dev-pre-token', { answer: {} });
    const { code, out } = await visit('--stage', 'dev');
    expect(code).toBe(1);
    expect(out).toMatch(/^FAIL outbound .*Error: the setting TABLE_PREFIX is missing$/m);
    expect(out).toMatch(/^FAIL worker .*it returned the record/m);
    expect(out).toMatch(/^FAIL pre-token .*did not copy the tenant/m);
    expect(out.match(/^FAIL /gm)).toHaveLength(3);
  });

  it('runs none without a stage, and none of a stage with an invalid name', async () => {
    expect((await visit()).code).toBe(0);
    expect((await visit('--stage', 'Prod*')).code).toBe(2);
    expect(invoked).toEqual([]);
  });

  it('leaves no function out: each has a URL, or is run by its name', () => {
    const behindAddresses = routes.map((route) => route.function);
    expect(new Set([...behindAddresses, ...Object.keys(probes)])).toEqual(new Set(Object.keys(functions)));
  });
});
