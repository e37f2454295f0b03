import { expect, it } from 'vitest';
import type { AdminClient } from '../../support/admin-client.ts';
import { claimsOf, editor, startTestHostedUi, stopClock } from '../../support/start-hosted-ui.ts';

const signedIn = async (client: AdminClient) => {
  const tokens = await client.exchange((await client.signIn(...editor)).url);
  return { accessToken: tokens.access_token, refreshToken: String(tokens.refresh_token) };
};
const refused = { error: 'invalid_grant' };

it('a refresh gives new tokens and, as with Cognito, no new refresh token', async () => {
  const pass = stopClock();
  const client = await (await startTestHostedUi()).client();
  const first = await signedIn(client);
  pass(3000);
  const second = await client.refresh(first.refreshToken);
  expect(second).not.toHaveProperty('refresh_token');
  expect(claimsOf(second.access_token)).toMatchObject({
    exp: Number(claimsOf(first.accessToken).exp) + 3000,
    auth_time: claimsOf(first.accessToken).auth_time,
    'custom:tenant_id': 'acme',
  });
  expect(claimsOf(String(second.id_token))).toMatchObject({ email: 'editor@acme.example', token_use: 'id' });
  expect(await client.refresh(first.refreshToken)).toHaveProperty('access_token');
});

it('rotating refresh tokens are valid once; using one again revokes all that came of it', async () => {
  const client = await (await startTestHostedUi({ rotateRefreshTokens: true })).client();
  const { refreshToken } = await signedIn(client);
  const next = String((await client.refresh(refreshToken)).refresh_token);
  expect(next).not.toBe(refreshToken);
  await expect(client.refresh(refreshToken)).rejects.toMatchObject(refused);
  await expect(client.refresh(next)).rejects.toMatchObject(refused);
});

it('a refresh token ends after its lifetime', async () => {
  const pass = stopClock();
  const client = await (await startTestHostedUi({ lifetimes: { refreshTokenS: 120 } })).client();
  const { refreshToken } = await signedIn(client);
  pass(121);
  await expect(client.refresh(refreshToken)).rejects.toMatchObject(refused);
});

it('a revoked refresh token gives no tokens, and userInfo no longer knows the access token', async () => {
  const client = await (await startTestHostedUi()).client();
  const { accessToken, refreshToken } = await signedIn(client);
  expect((await client.revoke(refreshToken)).status).toBe(200);
  await expect(client.refresh(refreshToken)).rejects.toMatchObject(refused);
  await expect(client.userInfo(accessToken, String(claimsOf(accessToken).sub))).rejects.toMatchObject({
    status: 401,
  });
});

it('revoking the token of one sign-in leaves the other of the same browser alone', async () => {
  const client = await (await startTestHostedUi()).client();
  const first = await signedIn(client);
  const second = await client.exchange((await client.open()).url);
  await client.revoke(first.refreshToken);
  expect(await client.refresh(String(second.refresh_token))).toHaveProperty('access_token');
});

it('an access token is not revoked there: it is valid until it expires', async () => {
  const client = await (await startTestHostedUi()).client();
  const { accessToken } = await signedIn(client);
  const answer = await client.revoke(accessToken);
  expect([answer.status, await answer.json()]).toEqual([
    400,
    expect.objectContaining({ error: 'unsupported_token_type' }),
  ]);
});

it('tokens and the session survive a key rotation', async () => {
  const hostedUi = await startTestHostedUi();
  const client = await hostedUi.client();
  const before = await signedIn(client);
  await hostedUi.rotateKeys();
  const after = await client.refresh(before.refreshToken);
  const kids = [before.accessToken, after.access_token].map(
    (token) => JSON.parse(Buffer.from(token.split('.')[0] ?? '', 'base64url').toString()).kid,
  );
  const published = await (await fetch(`${hostedUi.url}/.well-known/jwks.json`)).json();
  expect(published.keys.map(({ kid }: { kid: string }) => kid)).toEqual([kids[1], kids[0]]);
  expect(JSON.stringify(published)).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  expect(await client.userInfo(before.accessToken, String(claimsOf(before.accessToken).sub))).toHaveProperty(
    'email',
  );
  expect((await client.open()).url.searchParams.has('code')).toBe(true);
});
