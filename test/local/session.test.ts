import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { startHostedUi } from '../../src/local/hosted-ui/start-hosted-ui.ts';
import { openUserPool } from '../../src/local/hosted-ui/user-pool.ts';
import { adminClient } from '../support/admin-client.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack({ background: false });
});
afterAll(() => stack.stop());

const tokensOf = async (email: string, password: string) => {
  const client = await adminClient(stack.hostedUi, `${stack.url}/admin/callback`);
  return client.exchange((await client.signIn(email, password)).url);
};
const sessionWith = (token: string) =>
  fetch(`${stack.url}/v1/auth/session`, { headers: { authorization: `Bearer ${token}` } });

it.each([
  ['viewer@acme.example', 'Development-only-1', 'viewer', 'Vera Viewer'],
  ['editor@acme.example', 'Development-only-2', 'editor', 'Edgar Editor'],
  ['admin@acme.example', 'Development-only-3', 'admin', 'Ada Admin'],
  ['operator@platform.example', 'Development-only-4', 'super-admin', 'Otto Operator'],
])('%s signs in and sees tenant, role and features', async (email, password, role, name) => {
  const { access_token: token } = await tokensOf(email, password);
  const answer = await sessionWith(token);
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await answer.json()).toEqual({
    tenantId: 'acme',
    roles: [role],
    features: ['flows', 'widgets', 'reports'],
    user: { id: expect.stringMatching(/^[0-9a-f-]{36}$/), email, name },
  });
});

it('an invitation names the address of the admin application', () => {
  expect(stack.userPool.adminUrl).toBe(`${stack.url}/admin/`);
});

it('a user without a tenant signs in, but gets no session', async () => {
  const { access_token: token } = await tokensOf('nobody@platform.example', 'Development-only-5');
  const answer = await sessionWith(token);
  expect(answer.status).toBe(403);
  expect(await answer.json()).toMatchObject({ code: 'missing_tenant_claim' });
});

it('an ID token passes the authorizer, as in AWS, and is refused by the endpoint', async () => {
  const { id_token: token } = await tokensOf('admin@acme.example', 'Development-only-3');
  const answer = await sessionWith(String(token));
  expect(answer.status).toBe(401);
  expect(answer.headers.get('content-type')).toContain('problem+json');
});

it('a request without a token gets the answer of API Gateway', async () => {
  const answer = await fetch(`${stack.url}/v1/auth/session`);
  expect([answer.status, await answer.json()]).toEqual([401, { message: 'Unauthorized' }]);
});

it('an expired token is rejected before the endpoint', async () => {
  const { access_token: token } = await tokensOf('admin@acme.example', 'Development-only-3');
  expect((await sessionWith(token)).status).toBe(200);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3601 * 1000 });
  onTestFinished(() => void vi.useRealTimers());
  const answer = await sessionWith(token);
  expect([answer.status, await answer.json()]).toEqual([401, { message: 'Unauthorized' }]);
});

it('a key rotation signs no one out', async () => {
  const { access_token: before } = await tokensOf('admin@acme.example', 'Development-only-3');
  await stack.hostedUi.rotateKeys();
  const { access_token: after } = await tokensOf('admin@acme.example', 'Development-only-3');
  for (const token of [after, before]) expect((await sessionWith(token)).status).toBe(200);
});

it('the token of another sign-in service is rejected', async () => {
  const other = await startHostedUi({ port: 0, appOrigins: [stack.url] }, openUserPool({}));
  onTestFinished(() => other.stop());
  const client = await adminClient(other, `${stack.url}/admin/callback`);
  const callback = (await client.signIn('admin@acme.example', 'Development-only-3')).url;
  expect((await sessionWith((await client.exchange(callback)).access_token)).status).toBe(401);
});
