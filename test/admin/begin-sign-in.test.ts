import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { SignInClient } from '../../src/admin/auth/sign-in-client.ts';
import { fakeSurroundings, settings } from './fake-surroundings.ts';

const purpose = { returnTo: 'flows', isAutomatic: false };

it('goes to the authorize endpoint with the parameters of the specification, and a nonce', async () => {
  const tab = fakeSurroundings();
  await new SignInClient(tab, settings).begin(purpose);
  const url = new URL(tab.left[0] ?? '');
  const pending = JSON.parse(tab.held.get('gateway-admin.pending-sign-in') ?? '');
  expect(url.origin + url.pathname).toBe('https://sign-in.example/oauth2/authorize');
  expect(Object.fromEntries(url.searchParams)).toEqual({
    response_type: 'code',
    client_id: 'the-client',
    scope: 'openid profile email',
    code_challenge: createHash('sha256').update(pending.verifier).digest('base64url'),
    code_challenge_method: 'S256',
    state: pending.state,
    nonce: pending.nonce,
    redirect_uri: 'https://admin.example/callback',
  });
  expect(pending).toMatchObject(purpose);
});

it('verifier, state and nonce are random, of the lengths in the specification, and differ', async () => {
  const bytes = fc.infiniteStream(fc.nat(255));
  await fc.assert(
    fc.asyncProperty(bytes, async (stream) => {
      const randomBytes = (length: number) => Uint8Array.from(stream.take(length));
      const tab = { ...fakeSurroundings(), randomBytes };
      await new SignInClient(tab, settings).begin(purpose);
      const pending = JSON.parse(tab.held.get('gateway-admin.pending-sign-in') ?? '');
      expect(pending.verifier).toMatch(/^[A-Za-z0-9_-]{64}$/);
      expect(pending.state).toMatch(/^[A-Za-z0-9_-]{32}$/);
      expect(pending.nonce).toMatch(/^[A-Za-z0-9_-]{32}$/);
    }),
  );
});

it('all of the randomness reaches the verifier, the state and the nonce', async () => {
  const tab = fakeSurroundings();
  await new SignInClient(tab, settings).begin(purpose);
  const { verifier, state, nonce } = JSON.parse(tab.held.get('gateway-admin.pending-sign-in') ?? '');
  const expected = Buffer.from(fakeSurroundings().randomBytes(48 + 24 + 24)).toString('base64url');
  expect(verifier + state + nonce).toBe(expected);
});

it("the user stays on the page where the browser can't store the return path", async () => {
  const tab = fakeSurroundings();
  const storage = { ...tab.storage, setItem: () => false };
  const begun = new SignInClient({ ...tab, storage }, settings).begin(purpose);
  await expect(begun).rejects.toMatchObject({ code: 'storage_denied' });
  expect(tab.left).toEqual([]);
});

it('a verifier never appears where it could be read', async () => {
  const tab = fakeSurroundings();
  await new SignInClient(tab, settings).begin(purpose);
  const { verifier } = JSON.parse(tab.held.get('gateway-admin.pending-sign-in') ?? '');
  expect(tab.left.join()).not.toContain(verifier);
});
