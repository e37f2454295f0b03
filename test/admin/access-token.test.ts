import { expect, it } from 'vitest';
import { SignInError } from '../../src/admin/auth/errors.ts';
import { viewSession } from '../../src/admin/auth/open-session.ts';
import { SignInClient } from '../../src/admin/auth/sign-in-client.ts';
import {
  fakeSurroundings,
  nowS,
  sessionAnswer,
  settings,
  tokenAnswer,
  tokenOf,
} from './fake-surroundings.ts';

/** A tab that is signed in, with an access token that ends when it is told to. */
function signedIn(options: {
  endsInS: number;
  isAutomatic?: boolean;
  token?: () => Response | Promise<Response>;
}) {
  const bearers: (string | null)[] = [];
  const forms: Record<string, string>[] = [];
  const tab = fakeSurroundings({
    '/v1/auth/session': (_form, headers) => {
      bearers.push(headers.get('authorization'));
      return Response.json(sessionAnswer);
    },
    '/oauth2/token': (form) => {
      forms.push(Object.fromEntries(form));
      return (options.token ?? (() => tokenAnswer({ without: ['refresh_token'] })))();
    },
  });
  const tokens = {
    idToken: tokenOf({ email: 'old@acme.example' }),
    accessToken: 'old',
    refreshToken: 'refresh-0',
    exp: nowS + options.endsInS,
    isAutomatic: options.isAutomatic ?? false,
  };
  tab.held.set('gateway-admin.tokens', JSON.stringify(tokens));
  return { tab, bearers, forms, client: new SignInClient(tab, settings) };
}

const held = (tab: { held: Map<string, string> }) =>
  JSON.parse(tab.held.get('gateway-admin.tokens') ?? 'null');

it.each([
  [61, 0],
  [60, 1],
  [1, 1],
  [-100, 1],
])('a token that ends in %i seconds is refreshed %i times', async (endsInS, refreshes) => {
  const { client, forms } = signedIn({ endsInS });
  await client.session();
  expect(forms).toHaveLength(refreshes);
});

it('a refresh sends the refresh grant and keeps what the answer leaves out', async () => {
  const { client, tab, forms, bearers } = signedIn({ endsInS: 0 });
  await client.session();
  expect(forms).toEqual([
    { grant_type: 'refresh_token', client_id: 'the-client', refresh_token: 'refresh-0' },
  ]);
  expect(held(tab)).toMatchObject({ refreshToken: 'refresh-0', exp: nowS + 3600 });
  expect(bearers).toEqual([`Bearer ${held(tab).accessToken}`]);
  expect(held(tab).accessToken).not.toBe('old');
});

it('a refresh token that rotates is kept', async () => {
  const { client, tab } = signedIn({ endsInS: 0, token: () => tokenAnswer({}) });
  await client.session();
  expect(held(tab).refreshToken).toBe('refresh-1');
});

it('parallel calls share one refresh, and a later one makes its own', async () => {
  const { client, forms, bearers } = signedIn({ endsInS: 0, token: () => tokenAnswer({ exp: nowS }) });
  await Promise.all(Array.from({ length: 10 }, () => client.session()));
  expect(forms).toHaveLength(1);
  expect(new Set(bearers).size).toBe(1);
  await client.session();
  expect(forms).toHaveLength(2);
});

it('a rejected refresh forgets the tokens', async () => {
  const token = () => Response.json({ error: 'invalid_grant' }, { status: 400 });
  const { client, tab } = signedIn({ endsInS: 0, token });
  await expect(client.session()).rejects.toEqual(new SignInError('session_expired'));
  expect([...tab.held]).toEqual([]);
});

it.each([
  ['network', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['service_failed', () => new Response('', { status: 502 })],
] as const)(
  'a refresh that ends in %s keeps the tokens, and the next one may work',
  async (code, failing) => {
    let answer: () => Response | Promise<Response> = failing;
    const { client, tab } = signedIn({ endsInS: 0, token: () => answer() });
    await expect(client.session()).rejects.toEqual(new SignInError(code));
    expect(held(tab).refreshToken).toBe('refresh-0');
    answer = () => tokenAnswer({});
    expect(await client.session()).toMatchObject({ tenantId: 'acme' });
  },
);

it.each([
  ['succeeds', () => tokenAnswer({})],
  ['is refused', () => Response.json({ error: 'invalid_grant' }, { status: 400 })],
])('a user who signs out during a refresh that %s stays signed out', async (_what, token) => {
  const answering = Promise.withResolvers<Response>();
  const { client, tab } = signedIn({ endsInS: 0, token: () => answering.promise });
  const view = viewSession(client, 'flows');
  await client.signOut();
  answering.resolve(token());
  expect(await view).toEqual({ kind: 'signed-out', wasElsewhere: false });
  expect([...tab.held.keys()]).toEqual(['gateway-admin.signed-out']);
  expect(tab.left.map((address) => new URL(address).pathname)).toEqual(['/logout']);
});

it('a user without a session is sent to the sign-in, and back to the page that they opened', async () => {
  const { client, tab } = signedIn({ endsInS: 0, token: () => tokenAnswer({}) });
  tab.held.clear();
  expect(await viewSession(client, 'flows')).toEqual({ kind: 'leaving' });
  expect(JSON.parse(tab.held.get('gateway-admin.pending-sign-in') ?? '')).toMatchObject({
    ...{ returnTo: 'flows', isAutomatic: false },
  });
  expect(tab.left.map((address) => new URL(address).pathname)).toEqual(['/oauth2/authorize']);
});

it('an ended session leads to the sign-in and back to the page; only once where the user does not sign in', async () => {
  const token = () => Response.json({ error: 'invalid_grant' }, { status: 400 });
  const first = signedIn({ endsInS: 0, token });
  expect(await viewSession(first.client, 'flows')).toEqual({ kind: 'leaving' });
  const pending = JSON.parse(first.tab.held.get('gateway-admin.pending-sign-in') ?? '');
  expect(pending).toMatchObject({ returnTo: 'flows', isAutomatic: true });
  expect(first.tab.left).toHaveLength(1);

  const second = signedIn({ endsInS: 0, token, isAutomatic: true });
  const error = new SignInError('session_expired');
  expect(await viewSession(second.client, 'flows')).toEqual({ kind: 'failed', error });
  expect(second.tab.left).toEqual([]);
});
