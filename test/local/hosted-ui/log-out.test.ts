import { expect, it } from 'vitest';
import { appOrigin, callback, editor, startTestHostedUi } from '../../support/start-hosted-ui.ts';

const logOutAt = (clientId: string, parameters: Record<string, string>) =>
  `/logout?${new URLSearchParams({ client_id: clientId, ...parameters })}`;

it('signing out ends the session and goes to the registered address', async () => {
  const hostedUi = await startTestHostedUi();
  const client = await hostedUi.client();
  await client.signIn(...editor);
  const gone = await client.browser.get(logOutAt(hostedUi.clientId, { logout_uri: `${appOrigin}/` }));
  expect([gone.status, gone.url.href]).toEqual([302, `${appOrigin}/`]);
  expect((await client.open()).text).toContain('<h1>Sign in</h1>');
});

it('a stolen cookie of an ended session is worthless', async () => {
  const hostedUi = await startTestHostedUi();
  const client = await hostedUi.client();
  await client.signIn(...editor);
  const cookie = client.browser.cookies('/');
  await client.browser.get(logOutAt(hostedUi.clientId, { logout_uri: `${appOrigin}/` }));
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: hostedUi.clientId,
    scope: 'openid',
    redirect_uri: callback,
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  });
  const answer = await fetch(`${hostedUi.url}/oauth2/authorize?${query}`, {
    headers: { cookie },
    redirect: 'manual',
  });
  expect(answer.headers.get('location')).toContain('/login/');
});

it('with a redirect address, signing out leads back to the sign-in page', async () => {
  const hostedUi = await startTestHostedUi();
  const client = await hostedUi.client();
  await client.signIn(...editor);
  const parameters = {
    response_type: 'code',
    redirect_uri: callback,
    scope: 'openid',
    state: 'a-state',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
  };
  const page = await client.browser.get(logOutAt(hostedUi.clientId, parameters));
  expect(page.text).toContain('<h1>Sign in</h1>');
});

it.each([
  ['an unregistered address', { logout_uri: 'https://evil.example/' }],
  ['another client', { client_id: 'somebody', logout_uri: `${appOrigin}/` }],
  ['no address', {}],
])('signing out with %s redirects nowhere and leaves the session', async (_case, parameters) => {
  const hostedUi = await startTestHostedUi();
  const client = await hostedUi.client();
  await client.signIn(...editor);
  const page = await client.browser.get(logOutAt(hostedUi.clientId, parameters));
  expect([page.status, page.headers.get('location')]).toEqual([400, null]);
  expect((await client.open()).url.searchParams.has('code')).toBe(true);
});
