import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Visit, visitGateway } from '../../src/clients/visit-gateway.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ background: false });
  // As an operator sets the visitor up.
  const applied = await runCli(['tenant', 'apply', 'examples/visitor', '--endpoint', stack.url]);
  expect(applied).toMatchObject({ code: 0 });
});
afterAll(() => stack.stop());

const visit = (change: Partial<Visit> = {}) =>
  visitGateway({
    baseUrl: stack.url,
    tenant: { tenantId: 'visitor', widgetId: 'visitor' },
    verifyToken: 'development-only-verify-token',
    fetch,
    newUuid: randomUUID,
    nowMs: Date.now,
    ...change,
  });
const faultsOf = async (change: Partial<Visit>) =>
  (await visit(change)).filter(({ fault }) => fault !== null).map(({ step, fault }) => `${step}: ${fault}`);

describe('a visit', () => {
  it('finds nothing wrong with a gateway that serves its tenant', async () => {
    const steps = await visit();
    expect(steps.map(({ step, fault }) => [step, fault])).toEqual(
      ['settings', 'message', 'poll', 'handshake', 'session', 'no route'].map((step) => [step, null]),
    );
  });

  it("of no tenant expects each function's refusal", async () => {
    expect(await faultsOf({ tenant: null, verifyToken: null })).toEqual([]);
  });

  it('names the step with another answer, and the correlation ID to look up', async () => {
    expect(await faultsOf({ verifyToken: 'another' })).toEqual([
      expect.stringMatching(/^handshake: expected the challenge, got 403 \w+ \([\w-]+\)$/),
    ]);
    expect(await faultsOf({ tenant: { tenantId: 'visitor', widgetId: 'gone' } })).toEqual([
      expect.stringContaining('settings: expected 200, got 404 widget_not_found'),
      expect.stringContaining('message: expected 200, got 404 widget_not_found'),
      'poll: there is no conversation to read',
    ]);
  });

  it('reports that no function answered, and continues with the next step', async () => {
    const ofGateway = async () => Response.json({ message: 'Service Unavailable' }, { status: 503 });
    const faults = await faultsOf({ fetch: ofGateway });
    expect(faults).toHaveLength(6);
    expect(faults[0]).toBe('settings: expected 200, got 503  (not answered by a function)');
    const unreachable = async () => Promise.reject(new TypeError('fetch failed'));
    expect(await faultsOf({ fetch: unreachable })).toContain('session: fetch failed');
  });
});

describe('gateway visit', () => {
  it('prints a line a step, and fails when one is wrong', async () => {
    const args = ['visit', '--url', `${stack.url}/`, '--tenant', 'visitor', '--widget', 'visitor'];
    const run = await runCli(args, { env: { GATEWAY_VERIFY_TOKEN: 'development-only-verify-token' } });
    expect(run).toMatchObject({ code: 0, err: '' });
    expect(run.out.split('\n')).toHaveLength(6);
    expect(await runCli(args, { env: { GATEWAY_VERIFY_TOKEN: 'wrong' } })).toMatchObject({
      code: 1,
      out: expect.stringContaining('FAIL handshake'),
    });
    expect(await runCli(['visit', '--url', stack.url, '--json'])).toMatchObject({ code: 0 });
  });

  it.each([
    ['no address', ['--url', 'api']],
    ['half a place', ['--url', 'https://a.example', '--tenant', 'acme']],
  ])('refuses %s', async (_, args) => {
    expect(await runCli(['visit', ...args])).toMatchObject({ code: 2, out: '' });
  });
});
