import { mkdtempSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { CognitoUserPool, createCognitoClient } from '../../../src/aws/user-pool.ts';
import { createUser, localPoolId, startCognito } from '../../../src/local/aws/cognito/start-cognito.ts';
import {
  claimsOf,
  editor,
  startTestHostedUi,
  stopClock,
  type TestHostedUi,
} from '../../support/start-hosted-ui.ts';

const email = 'new@acme.example';
const own = 'Development-only-own-1';

async function invite({ pool }: TestHostedUi) {
  const UserAttributes = [
    { Name: 'email_verified', Value: 'true' },
    { Name: 'custom:tenant_id', Value: 'acme' },
    { Name: 'custom:role', Value: 'editor' },
  ];
  const DesiredDeliveryMediums = ['EMAIL'];
  await createUser(pool, {
    UserPoolId: localPoolId,
    Username: email,
    UserAttributes,
    DesiredDeliveryMediums,
  });
  return /temporary password is (\S+)$/.exec(pool.mails[0]?.text ?? '')?.[1] ?? '';
}

async function poolOf({ pool }: TestHostedUi) {
  const endpoint = await startCognito(pool, 'gateway-users');
  onTestFinished(() => endpoint.stop());
  const env = { AWS_REGION: 'local', AWS_ACCESS_KEY_ID: 'local', AWS_SECRET_ACCESS_KEY: 'local' };
  const cognito = createCognitoClient({ ...env, AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoint.url });
  return new CognitoUserPool(cognito, localPoolId);
}

it('an invited user signs in with the mailed password and chooses one of their own, at once', async () => {
  const hostedUi = await startTestHostedUi();
  hostedUi.pool.adminUrl = 'http://127.0.0.1:8080/admin/';
  const password = await invite(hostedUi);
  expect(hostedUi.pool.mails[0]?.text).toContain(
    `Sign in at http://127.0.0.1:8080/admin/ within three days. Your username is ${email}`,
  );
  const client = await hostedUi.client();
  const page = await client.signIn(email, password);
  expect(page.text).toContain('Set a password');
  expect((await client.browser.submit(page, { password: 'weak' })).text).toContain('too weak');
  const tokens = await client.exchange((await client.browser.submit(page, { password: own })).url);
  expect(claimsOf(tokens.access_token)).toMatchObject({ 'custom:role': 'editor', email });
  const other = await hostedUi.client();
  expect((await other.signIn(email, password)).status).toBe(400);
});

it('an invitation is valid for three days', async () => {
  const pass = stopClock();
  const hostedUi = await startTestHostedUi();
  const password = await invite(hostedUi);
  pass(3 * 24 * 3600);
  const page = await (await hostedUi.client()).signIn(email, password);
  expect([page.status, page.text]).toEqual([400, expect.stringContaining('expired')]);
});

it('a reset password must be replaced with the mailed code', async () => {
  const hostedUi = await startTestHostedUi();
  await (await poolOf(hostedUi)).resetPassword(editor[0]);
  const client = await hostedUi.client();
  const page = await client.signIn(...editor);
  expect(page.text).toContain('Set a new password');
  const code = /\b\d{6}\b/.exec(hostedUi.pool.mails[0]?.text ?? '')?.[0] ?? '';
  const done = await client.browser.submit(page, { code, password: own });
  const back = await client.browser.submit(done, { email: editor[0], password: own });
  expect(back.url.searchParams.has('code')).toBe(true);
});

it.each(['signOut', 'disable', 'remove'] as const)(
  'after %s nothing of a session can be refreshed',
  async (end) => {
    const hostedUi = await startTestHostedUi();
    const pool = await poolOf(hostedUi);
    const client = await hostedUi.client();
    const { refresh_token = '' } = await client.exchange((await client.signIn(...editor)).url);
    await client.refresh(refresh_token);
    await pool[end](hostedUi.pool.users.byEmail(editor[0])?.id ?? '');
    await expect(client.refresh(refresh_token)).rejects.toMatchObject({ error: 'invalid_grant' });
    // The hosted session is over, too: a new sign-in begins with a password.
    expect((await client.open()).text).toContain('name="password"');
  },
);

it('a disabled user learns it, by the right password only', async () => {
  const hostedUi = await startTestHostedUi();
  await (await poolOf(hostedUi)).disable(editor[0]);
  const client = await hostedUi.client();
  expect((await client.signIn(...editor)).text).toContain('This account is disabled');
  expect((await client.signIn(editor[0], 'wrong')).text).toContain('Wrong email or password.');
});

it('users, passwords, factors and sessions survive the process, and no password is stored in clear', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'users-'));
  const first = await startTestHostedUi({ dataDir });
  const password = await invite(first);
  const client = await first.client();
  const page = await client.signIn(email, password);
  const { refresh_token = '' } = await client.exchange(
    (await client.browser.submit(page, { password: own })).url,
  );
  await (await poolOf(first)).remove('viewer@acme.example');
  await first.stop();
  const second = await startTestHostedUi({ dataDir });
  expect(second.pool.users.byEmail('viewer@acme.example')).toBeUndefined();
  const again = await second.client();
  expect((await again.refresh(refresh_token)).access_token).toBeTruthy();
  expect((await again.signIn(email, own)).url.searchParams.has('code')).toBe(true);
  const files = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name), 'utf8'));
  for (const secret of [password, own]) expect(files.join()).not.toContain(secret);
});
