import { expect, it } from 'vitest';
import {
  appOrigin,
  callback,
  claimsOf,
  editor,
  startTestHostedUi,
  stopClock,
} from '../../support/start-hosted-ui.ts';

const editorId = '5f0c6a52-1d0e-4d0b-9a40-000000000002';

it('a sign-in ends at the callback with code and state only', async () => {
  const client = await (await startTestHostedUi()).client();
  const { url, status } = await client.signIn(...editor);
  expect([status, url.origin + url.pathname]).toEqual([303, callback]);
  expect([...url.searchParams.keys()].sort()).toEqual(['code', 'state']);
});

it('the ID token names the user, with the claims of Cognito', async () => {
  const hostedUi = await startTestHostedUi();
  const client = await hostedUi.client();
  const tokens = await client.exchange((await client.signIn(...editor)).url);
  expect(claimsOf(String(tokens.id_token))).toEqual({
    sub: editorId,
    'cognito:username': editorId,
    email: 'editor@acme.example',
    email_verified: true,
    name: 'Edgar Editor',
    'custom:tenant_id': 'acme',
    'custom:role': 'editor',
    token_use: 'id',
    iss: hostedUi.url,
    aud: hostedUi.clientId,
    auth_time: expect.any(Number),
    iat: expect.any(Number),
    exp: expect.any(Number),
    nonce: expect.any(String),
    jti: expect.any(String),
  });
});

it('the access token has a client and no audience; tenant and role come from the trigger', async () => {
  const hostedUi = await startTestHostedUi();
  const client = await hostedUi.client();
  const tokens = await client.exchange((await client.signIn(...editor)).url);
  const claims = claimsOf(tokens.access_token);
  expect(claims).toEqual({
    sub: editorId,
    username: editorId,
    email: 'editor@acme.example',
    name: 'Edgar Editor',
    client_id: hostedUi.clientId,
    iss: hostedUi.url,
    token_use: 'access',
    scope: 'openid profile email',
    version: 2,
    'custom:tenant_id': 'acme',
    'custom:role': 'editor',
    auth_time: expect.any(Number),
    iat: expect.any(Number),
    exp: Number(claims.iat) + 15 * 60,
    jti: expect.any(String),
    origin_jti: expect.any(String),
  });
  expect([tokens.expires_in, tokens.token_type]).toEqual([15 * 60, 'bearer']);
});

it('a user without a tenant gets no tenant claim in either token', async () => {
  const client = await (await startTestHostedUi()).client();
  const tokens = await client.exchange(
    (await client.signIn('nobody@platform.example', 'Development-only-5')).url,
  );
  for (const token of [tokens.access_token, String(tokens.id_token)])
    expect(claimsOf(token)).not.toHaveProperty('custom:tenant_id');
});

it('userInfo answers the access token and no other', async () => {
  const client = await (await startTestHostedUi()).client();
  const tokens = await client.exchange((await client.signIn(...editor)).url);
  expect(await client.userInfo(tokens.access_token, editorId)).toMatchObject({
    sub: editorId,
    username: editorId,
    email: 'editor@acme.example',
    email_verified: 'true',
  });
  const forged = `${tokens.access_token.slice(0, -8)}AAAAAAAA`;
  const inner = String(claimsOf(tokens.access_token).jti);
  for (const token of [String(tokens.id_token), forged, inner])
    await expect(client.userInfo(token, editorId)).rejects.toMatchObject({ status: 401 });
});

it('the session of a browser needs no second password', async () => {
  const client = await (await startTestHostedUi()).client();
  await client.signIn(...editor);
  expect((await client.open()).url.href).toContain(`${callback}?code=`);
});

it('an application may ask for another user, who then is the one signed in', async () => {
  const client = await (await startTestHostedUi()).client();
  await client.signIn(...editor);
  const page = await client.open({ prompt: 'login' });
  const fields = { email: 'viewer@acme.example', password: 'Development-only-1' };
  // The provider ends the old session by a form that sends itself.
  const between = await client.browser.submit(page, fields);
  const { url } = await client.browser.submit(between, between.hiddenFields);
  const tokens = await client.exchange(url);
  expect(claimsOf(tokens.access_token)).toMatchObject({ 'custom:role': 'viewer' });
});

const invalidGrant = (reason: string) => ({ error: 'invalid_grant', error_description: reason });

it('another verifier gets no tokens', async () => {
  const client = await (await startTestHostedUi()).client();
  const { url } = await client.signIn(...editor);
  const exchange = client.exchange(url, { verifier: 'a'.repeat(64) });
  await expect(exchange).rejects.toMatchObject(invalidGrant('code_verifier mismatch'));
});

it('another redirect address gets no tokens', async () => {
  const client = await (await startTestHostedUi()).client();
  const { url } = await client.signIn(...editor);
  const exchange = client.exchange(url, { redirectUri: `${appOrigin}/admin/callback` });
  await expect(exchange).rejects.toMatchObject(invalidGrant('redirect_uri mismatch'));
});

it('a code is valid once, and its second use revokes what the first one gave', async () => {
  const client = await (await startTestHostedUi()).client();
  const { url } = await client.signIn(...editor);
  const tokens = await client.exchange(url);
  await expect(client.exchange(url)).rejects.toMatchObject({ error: 'invalid_grant' });
  await expect(client.refresh(String(tokens.refresh_token))).rejects.toMatchObject({
    error: 'invalid_grant',
  });
});

it.each([
  [59, true],
  [61, false],
])('a code that is %i seconds old is valid: %s', async (age, isGood) => {
  const pass = stopClock();
  const client = await (await startTestHostedUi()).client();
  const { url } = await client.signIn(...editor);
  pass(age);
  const exchange = client.exchange(url);
  if (isGood) expect(await exchange).toHaveProperty('access_token');
  else await expect(exchange).rejects.toMatchObject(invalidGrant('code expired'));
});

it.each([
  ['an unregistered redirect', { redirect_uri: 'https://evil.example/callback' }],
  ['a path below the registered one', { redirect_uri: `${callback}/more` }],
  ['an unknown client', { client_id: 'somebody' }],
])('%s is answered by a page, not by a redirect', async (_case, parameters) => {
  const client = await (await startTestHostedUi()).client();
  const page = await client.open(parameters);
  expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  expect(page.text).toContain('Can’t continue signing in');
});

it.each([
  ['no challenge', { code_challenge: '', code_challenge_method: '' }],
  ['the method "plain"', { code_challenge_method: 'plain' }],
  ['tokens in the address bar', { response_type: 'token' }],
])('%s is refused at the callback', async (_case, parameters) => {
  const client = await (await startTestHostedUi()).client();
  const { url } = await client.open(parameters);
  expect(url.href).toMatch(/\/callback[?#]error=/);
  expect(url.searchParams.has('code')).toBe(false);
});

it('browsers may call the token endpoints from the application, and from nowhere else', async () => {
  const hostedUi = await startTestHostedUi();
  const allowed = async (path: string, origin: string) => {
    const body = new URLSearchParams({
      client_id: hostedUi.clientId,
      grant_type: 'refresh_token',
      token: 'x',
    });
    const answer = await fetch(hostedUi.url + path, { method: 'POST', body, headers: { origin } });
    await answer.arrayBuffer();
    return answer.headers.get('access-control-allow-origin');
  };
  for (const path of ['/oauth2/token', '/oauth2/revoke']) {
    expect(await allowed(path, appOrigin)).toBe(appOrigin);
    expect(await allowed(path, 'https://evil.example')).toBeNull();
  }
});
