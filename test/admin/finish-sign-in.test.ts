import { expect, it } from 'vitest';
import { SignInError } from '../../src/admin/auth/errors.ts';
import { SignInClient } from '../../src/admin/auth/sign-in-client.ts';
import {
  type FakeSurroundings,
  fakeSurroundings,
  nowS,
  settings,
  tokenAnswer,
  tokenOf,
} from './fake-surroundings.ts';

/** A tab whose sign-in is at the provider, and what came of its callback. */
async function beginWith(answer: (form: URLSearchParams, nonce: string) => Response | Promise<Response>) {
  const pending = (): Record<string, string> =>
    JSON.parse(tab.held.get('gateway-admin.pending-sign-in') ?? '{}');
  let nonce = '';
  const tab: FakeSurroundings = fakeSurroundings({ '/oauth2/token': (form) => answer(form, nonce) });
  const client = new SignInClient(tab, settings);
  await client.begin({ returnTo: 'flows', isAutomatic: false });
  nonce = pending().nonce ?? '';
  const state = pending().state ?? '';
  return {
    tab,
    client,
    state,
    verifier: pending().verifier,
    good: new URLSearchParams({ code: 'c0de', state }),
  };
}

it('a good callback is exchanged for tokens that only this tab holds', async () => {
  const forms: URLSearchParams[] = [];
  const { tab, client, good, verifier } = await beginWith((form, nonce) => {
    forms.push(form);
    return tokenAnswer({ nonce });
  });
  expect(await client.finish(good)).toBe('flows');
  expect(forms.map((form) => Object.fromEntries(form))).toEqual([
    {
      grant_type: 'authorization_code',
      code: 'c0de',
      code_verifier: verifier,
      client_id: 'the-client',
      redirect_uri: 'https://admin.example/callback',
    },
  ]);
  expect([...tab.held.keys()]).toEqual(['gateway-admin.tokens']);
  expect(JSON.parse(tab.held.get('gateway-admin.tokens') ?? '')).toMatchObject({
    accessToken: expect.any(String),
    idToken: expect.any(String),
    refreshToken: 'refresh-1',
    exp: nowS + 3600,
  });
});

it('a valid state can be used once', async () => {
  const { tab, client, good } = await beginWith((_form, nonce) => tokenAnswer({ nonce }));
  await client.finish(good);
  await expect(client.finish(good)).rejects.toEqual(new SignInError('sign_in_lost'));
  expect(tab.asked).toEqual(['/oauth2/token']);
});

it.each([
  ['another state', (state: string) => ({ code: 'c', state: `${state.slice(0, -1)}!` }), 'state_mismatch'],
  ['a longer state', (state: string) => ({ code: 'c', state: `${state}a` }), 'state_mismatch'],
  ['an empty state', () => ({ code: 'c', state: '' }), 'state_mismatch'],
  ['no state', () => ({ code: 'c' }), 'state_mismatch'],
  ['an error with another state', () => ({ error: 'access_denied', state: 'x' }), 'state_mismatch'],
  [
    'the issuer of another provider',
    (state: string) => ({ code: 'c', state, iss: 'https://evil.example' }),
    'state_mismatch',
  ],
  ['a refusal', (state: string) => ({ error: 'access_denied', state }), 'access_denied'],
  ['another error', (state: string) => ({ error: '<b>invalid</b>', state }), 'provider_refused'],
] as const)('%s is not exchanged, and ends the sign-in that was under way', async (_what, query, code) => {
  const { tab, client, state } = await beginWith(() => tokenAnswer({}));
  await expect(client.finish(new URLSearchParams(query(state)))).rejects.toEqual(new SignInError(code));
  expect([tab.asked, [...tab.held]]).toEqual([[], []]);
});

it('a callback with the state twice is rejected', async () => {
  const { tab, client, good, state } = await beginWith(() => tokenAnswer({}));
  good.append('state', state);
  await expect(client.finish(good)).rejects.toEqual(new SignInError('state_mismatch'));
  expect(tab.asked).toEqual([]);
});

it.each([
  ['redirect_uri mismatch', 'redirect_uri_mismatch'],
  ['code expired', 'code_expired'],
  ['code_verifier mismatch', 'code_verifier_mismatch'],
  ['something new', 'code_refused'],
  [undefined, 'code_refused'],
] as const)('invalid_grant that says "%s" is told as %s', async (description, code) => {
  const body = { error: 'invalid_grant', ...(description && { error_description: description }) };
  const { tab, client, good } = await beginWith(() => Response.json(body, { status: 400 }));
  await expect(client.finish(good)).rejects.toEqual(new SignInError(code));
  expect([...tab.held]).toEqual([]);
});

it.each([
  ['a nonce of another sign-in', { idClaims: { nonce: 'another' } }],
  ['no nonce', { idClaims: { nonce: undefined } }],
  ['an ID token of another issuer', { idClaims: { iss: 'https://issuer.example/other' } }],
  ['an ID token for another client', { idClaims: { aud: 'another' } }],
  ['an expired ID token', { idClaims: { exp: nowS - 100 } }],
  ['no ID token', { without: ['id_token'] }],
  ['no refresh token', { without: ['refresh_token'] }],
] as const)('tokens with %s are not taken', async (_what, answer) => {
  const { tab, client, good } = await beginWith((_form, nonce) => tokenAnswer({ nonce, ...answer }));
  await expect(client.finish(good)).rejects.toEqual(new SignInError('tokens_refused'));
  expect([...tab.held]).toEqual([]);
});

it('an access token without an expiry is rejected', async () => {
  const { client, good } = await beginWith(async (_form, nonce) => {
    const answer: object = await tokenAnswer({ nonce }).json();
    return Response.json({ ...answer, access_token: tokenOf({}) });
  });
  await expect(client.finish(good)).rejects.toEqual(new SignInError('tokens_refused'));
});

it.each([
  ['cannot be reached', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
  ['fails', () => new Response('', { status: 503 }), 'service_failed'],
  [
    'says another error',
    () => Response.json({ error: 'invalid_client' }, { status: 400 }),
    'provider_refused',
  ],
] as const)('a provider that %s is told as such', async (_what, answer, code) => {
  const { client, good } = await beginWith(answer);
  await expect(client.finish(good)).rejects.toEqual(new SignInError(code));
});
