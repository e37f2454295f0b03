import { expect, it } from 'vitest';
import { SignInError } from '../../src/admin/auth/errors.ts';
import { readSettings } from '../../src/admin/auth/read-settings.ts';
import { SignInClient } from '../../src/admin/auth/sign-in-client.ts';
import {
  type FakeSurroundings,
  fakeSurroundings,
  nowS,
  sessionAnswer,
  settings,
  tokenAnswer,
  tokenOf,
} from './fake-surroundings.ts';

function clientWith(answer: () => Response | Promise<Response>) {
  const tab = fakeSurroundings({ '/v1/auth/session': answer, '/oauth2/revoke': () => new Response() });
  hold(tab);
  return { tab, client: new SignInClient(tab, settings) };
}

/** Someone is signed in. */
function hold({ held }: FakeSurroundings): void {
  const idToken = tokenOf({ email: 'zoë@acme.example' });
  const tokens = { idToken, accessToken: 'a', refreshToken: 'r', exp: nowS + 3600, isAutomatic: false };
  held.set('gateway-admin.tokens', JSON.stringify(tokens));
}

const problem = (status: number, code: string) =>
  Response.json(
    { type: 'about:blank', title: 'No', status, detail: 'no', code, correlationId: 'ref-1' },
    { status },
  );

it('the session names the user as the ID token does', async () => {
  const { client } = clientWith(() => Response.json(sessionAnswer));
  expect(await client.session()).toEqual({
    ...sessionAnswer,
    user: { id: 'user-1', email: 'zoë@acme.example' },
  });
});

it.each([
  ['403 missing_tenant_claim', () => problem(403, 'missing_tenant_claim'), 'missing_tenant_claim', 'ref-1'],
  ['403 invalid_role', () => problem(403, 'invalid_role'), 'invalid_role', 'ref-1'],
  ['403 tenant_not_found', () => problem(403, 'tenant_not_found'), 'tenant_not_found', 'ref-1'],
  ['401 of the function', () => problem(401, 'invalid_token'), 'session_refused', 'ref-1'],
  [
    "401 of API Gateway's own",
    () => Response.json({ message: 'Unauthorized' }, { status: 401 }),
    'session_refused',
    null,
  ],
  ['500', () => problem(500, 'internal_error'), 'service_failed', 'ref-1'],
  ['404 of something else', () => problem(404, 'tenant_not_found'), 'service_failed', 'ref-1'],
  ['200 with another body', () => Response.json({ tenant: 'acme' }), 'service_failed', null],
  ['a page of a proxy', () => new Response('<html>'), 'service_failed', null],
  ['nothing', () => Promise.reject(new TypeError('Failed to fetch')), 'network', null],
] as const)('%s is told as what it is', async (_what, answer, code, reference) => {
  const { client } = clientWith(answer);
  const error = await client.session().catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(SignInError);
  expect(error).toMatchObject({ code, reference });
});

it('an unreadable answer is requested once more with a fresh token, while the own files load', async () => {
  const shown: (string | null)[] = [];
  const tab = fakeSurroundings({
    '/config.json': () => Response.json(settings),
    '/oauth2/token': () => tokenAnswer({}),
    '/v1/auth/session': (_, headers) => {
      shown.push(headers.get('authorization'));
      // As a browser sees API Gateway's own 401, which has no CORS headers.
      if (shown.length === 1) throw new TypeError('Failed to fetch');
      return Response.json(sessionAnswer);
    },
  });
  hold(tab);
  expect(await new SignInClient(tab, settings).session()).toMatchObject({
    tenantId: sessionAnswer.tenantId,
  });
  expect(new Set(shown).size).toBe(2);
});

it('another role is requested with a fresh token, once; a failed refresh leaves the session unchanged', async () => {
  const answers = [
    { ...sessionAnswer, roleChanged: true },
    { ...sessionAnswer, roles: ['admin'] },
  ];
  const raised = fakeSurroundings({
    '/oauth2/token': () => tokenAnswer({}),
    '/v1/auth/session': () => Response.json(answers.shift()),
  });
  hold(raised);
  expect((await new SignInClient(raised, settings).session()).roles).toEqual(['admin']);
  expect(raised.asked).toEqual(['/v1/auth/session', '/oauth2/token', '/v1/auth/session']);

  const offline = fakeSurroundings({
    '/oauth2/token': () => Promise.reject(new TypeError('Failed to fetch')),
    '/v1/auth/session': () => Response.json({ ...sessionAnswer, roleChanged: true }),
  });
  hold(offline);
  expect((await new SignInClient(offline, settings).session()).roles).toEqual(sessionAnswer.roles);
});

it('an answer that stays unreadable leads to the sign-in, and forgets the tokens', async () => {
  const tab = fakeSurroundings({
    '/config.json': () => Response.json(settings),
    '/oauth2/token': () => tokenAnswer({}),
  });
  hold(tab);
  const session = new SignInClient(tab, settings).session();
  await expect(session).rejects.toMatchObject({ code: 'session_refused' });
  expect(tab.asked.filter((path) => path === '/v1/auth/session')).toHaveLength(2);
  expect(tab.held.has('gateway-admin.tokens')).toBe(false);
});

it('only a 401 forgets the tokens', async () => {
  const refused = clientWith(() => new Response('', { status: 401 }));
  const forbidden = clientWith(() => problem(403, 'missing_tenant_claim'));
  await Promise.allSettled([refused.client.session(), forbidden.client.session()]);
  expect([refused.tab.held.size, forbidden.tab.held.size]).toEqual([0, 1]);
});

it('signing out revokes the refresh token, clears the tab and ends the hosted session', async () => {
  const { tab, client } = clientWith(() => new Response());
  tab.held.set('something else', 'of this tab');
  await client.signOut();
  expect(tab.asked).toEqual(['/oauth2/revoke']);
  expect([...tab.held.keys()]).toEqual(['gateway-admin.signed-out']);
  const query = new URLSearchParams({ client_id: 'the-client', logout_uri: 'https://admin.example/' });
  expect(tab.left).toEqual([`https://sign-in.example/logout?${query}`]);
});

it('an unreachable provider keeps nobody signed in', async () => {
  const { client, tab } = clientWith(() => new Response());
  const cut = { ...tab, fetch: () => Promise.reject(new TypeError('Failed to fetch')) };
  await new SignInClient(cut, settings).signOut();
  expect([[...tab.held.keys()], tab.left.length]).toEqual([['gateway-admin.signed-out'], 1]);
  expect(client.isAutomatic()).toBe(false);
});

it.each([['{"gateway-admin":1}'], ['not JSON'], ['null']])(
  'a storage that holds %s counts as empty',
  async (text) => {
    const { client, tab } = clientWith(() => Response.json(sessionAnswer));
    tab.held.set('gateway-admin.tokens', text);
    await expect(client.session()).rejects.toEqual(new SignInError('signed_out'));
  },
);

it.each([
  ['complete', () => Response.json({ ...settings, more: 1 }), settings],
  ['without an issuer', () => Response.json({ ...settings, issuer: undefined }), 'settings_unreadable'],
  [
    'with a script for an address',
    () => Response.json({ ...settings, authUrl: 'javascript:1' }),
    'settings_unreadable',
  ],
  ['missing', () => Response.json(settings, { status: 404 }), 'settings_unreadable'],
  ['a page', () => new Response('<html>'), 'settings_unreadable'],
  ['out of reach', () => Promise.reject(new TypeError('Failed to fetch')), 'network'],
] as const)('settings that are %s are read as such', async (_what, answer, expected) => {
  const tab = fakeSurroundings({ '/config.json': answer });
  const read = await readSettings(tab).catch((error: SignInError) => error.code);
  expect(read).toEqual(expected);
});
