import { expect, it } from 'vitest';
import { keepTokens, SignInClient } from '../../src/admin/auth/sign-in-client.ts';
import { fakeSurroundings, nowS, settings } from './fake-surroundings.ts';

const tokens = {
  idToken: 'i',
  accessToken: 'a',
  refreshToken: 'of-this-tab',
  exp: nowS + 900,
  isAutomatic: false,
};

function signedIn(answer: () => Promise<Response>) {
  const revoked: (string | null)[] = [];
  const tab = fakeSurroundings({
    '/oauth2/revoke': (form) => {
      revoked.push(form.get('token'));
      return answer();
    },
  });
  keepTokens(tab, tokens);
  return { tab, revoked, client: new SignInClient(tab, settings) };
}
const ok = async () => new Response(null, { status: 200 });

it("a tab that learns of another's sign-out forgets its tokens at once and revokes its own refresh token", async () => {
  const { tab, revoked, client } = signedIn(ok);
  const done = client.forget();
  expect([...tab.held.keys()]).toEqual(['gateway-admin.signed-out']);
  await done;
  expect([revoked, tab.left]).toEqual([['of-this-tab'], []]);
});

it('the tab that signs out revokes its refresh token, forgets all and ends the hosted session', async () => {
  const { tab, revoked, client } = signedIn(ok);
  tab.held.set('other', 'x');
  await client.signOut();
  expect([revoked, [...tab.held.keys()]]).toEqual([['of-this-tab'], ['gateway-admin.signed-out']]);
  expect(client.hasSignedOut()).toBe(true);
  expect(tab.left).toEqual([expect.stringContaining('/logout?client_id=the-client')]);
});

it('an unreachable provider keeps nobody signed in', async () => {
  const { tab, client } = signedIn(() => Promise.reject(new TypeError('Failed to fetch')));
  await client.forget();
  expect([...tab.held.keys()]).toEqual(['gateway-admin.signed-out']);
});

it('a tab that is signed out already sends no request', async () => {
  const { tab, revoked, client } = signedIn(ok);
  await client.forget();
  await client.forget();
  expect([revoked.length, tab.asked]).toEqual([1, ['/oauth2/revoke']]);
});
