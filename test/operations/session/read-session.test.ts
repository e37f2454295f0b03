import fc from 'fast-check';
import { expect, it, vi } from 'vitest';
import type { Tenant } from '../../../src/contract/directory.ts';
import { roleNames } from '../../../src/contract/roles.ts';
import { sessionInformation } from '../../../src/contract/session.ts';
import { GatewayError } from '../../../src/domain/errors.ts';
import { readOwnSession, readSession } from '../../../src/operations/session/read-session.ts';
import type { Access } from '../../../src/ports/users.ts';

const tenants: Readonly<Record<string, Tenant>> = {
  acme: { id: 'acme', name: 'Acme', status: 'active', features: ['flows', 'reports'] },
  plain: { id: 'plain', name: 'Plain', status: 'active' },
  initech: { id: 'initech', name: 'Initech', status: 'suspended' },
};
const directory = { findTenant: async (tenantId: string) => tenants[tenantId] ?? null };
const known: Access = { role: 'super-admin', isDisabled: false, endedAtMs: null };
const partsOf = (access: Access | null) => ({ directory, access: { find: async () => access } });
const parts = partsOf(known);
const ownPartsOf = (access: Access) => ({
  ...partsOf(access),
  sightings: { note: vi.fn(async () => undefined) },
  log: { error: vi.fn() },
});
const good = { token_use: 'access', sub: 'u-1', 'custom:tenant_id': 'acme', 'custom:role': 'editor' };

const refusalOf = (claims: Readonly<Record<string, unknown>>) =>
  readSession(parts, claims).then(
    () => 'no refusal',
    (error: GatewayError) => `${error.status} ${error.code} ${error.name}`,
  );

it('a session names tenant, role, features and user', async () => {
  expect(await readSession(parts, good)).toEqual({
    tenantId: 'acme',
    roles: ['editor'],
    features: ['flows', 'reports'],
    user: { id: 'u-1' },
  });
});

it('a user who was given a higher role learns that a refreshed token has it', async () => {
  expect((await readOwnSession(ownPartsOf(known), good)).roleChanged).toBe(true);
  for (const role of ['editor', 'viewer'] as const)
    expect(await readOwnSession(ownPartsOf({ ...known, role }), good)).not.toHaveProperty('roleChanged');
});

it('a user who reads their session is recorded as seen, and gets it also when that fails', async () => {
  const seen = ownPartsOf(known);
  await readOwnSession(seen, good);
  expect(seen.sightings.note.mock.calls).toEqual([['acme', 'u-1']]);
  const failing = ownPartsOf(known);
  failing.sightings.note.mockRejectedValue(new Error('throttled'));
  expect((await readOwnSession(failing, good)).tenantId).toBe('acme');
  expect(failing.log.error).toHaveBeenCalledOnce();
});

it('a user who can no longer sign in is not recorded as seen', async () => {
  const parts = ownPartsOf({ ...known, isDisabled: true });
  await expect(readOwnSession(parts, good)).rejects.toThrow(GatewayError);
  expect(parts.sightings.note).not.toHaveBeenCalled();
});

it.each(roleNames)('the role %s is returned as a list of one', async (role) => {
  expect((await readSession(parts, { ...good, 'custom:role': role })).roles).toEqual([role]);
});

it('a tenant without features has an empty list of them', async () => {
  expect((await readSession(parts, { ...good, 'custom:tenant_id': 'plain' })).features).toEqual([]);
});

it('email address and name are returned when the token has them', async () => {
  const { user } = await readSession(parts, { ...good, email: 'a@acme.example', name: 'Ada' });
  expect(user).toEqual({ id: 'u-1', email: 'a@acme.example', name: 'Ada' });
});

it.each([
  ['an ID token', { token_use: 'id' }],
  ['a token of no use', { token_use: undefined }],
  ['a token of nobody', { sub: undefined }],
])('%s is refused with 401', async (_, change) => {
  expect(await refusalOf({ ...good, ...change })).toBe('401 invalid_token InvalidTokenError');
});

it.each([undefined, '', '  ', 7, null, ['acme']])(
  'a tenant claim of %j counts as missing',
  async (tenantId) => {
    expect(await refusalOf({ ...good, 'custom:tenant_id': tenantId })).toBe(
      '403 missing_tenant_claim MissingTenantClaimError',
    );
  },
);

it.each([undefined, '', 'owner', 'Admin', 'constructor', ['admin']])(
  'a role claim of %j is refused with 403',
  async (role) => {
    expect(await refusalOf({ ...good, 'custom:role': role })).toBe('403 invalid_role InvalidRoleError');
  },
);

it.each(['initech', 'nobody', 'a#b', 'x'.repeat(4000)])(
  'the tenant %s is refused with 403',
  async (tenantId) => {
    expect(await refusalOf({ ...good, 'custom:tenant_id': tenantId })).toBe(
      '403 tenant_not_found TenantNotFoundError',
    );
  },
);

it('whatever the claims, the answer is a session of the claimed tenant or a refusal on purpose', async () => {
  const claim = fc.oneof(fc.constantFrom('access', 'acme', 'admin', 'u-1', ''), fc.anything());
  const claims = fc.record(
    { token_use: claim, sub: claim, 'custom:tenant_id': claim, 'custom:role': claim, email: claim },
    { requiredKeys: [] },
  );
  await fc.assert(
    fc.asyncProperty(claims, async (given) => {
      const answer = await readSession(parts, given).catch((error: unknown) => error);
      if (answer instanceof GatewayError) return [401, 403].includes(answer.status);
      return sessionInformation.parse(answer).tenantId === given['custom:tenant_id'];
    }),
  );
});

it.each([
  ['is removed', null, {}],
  ['is disabled', { ...known, isDisabled: true }, {}],
  ['was signed out after their sign-in', { ...known, endedAtMs: 2_500 }, { auth_time: '2', iat: '900' }],
  ['was signed out, and holds a token that does not say since when', { ...known, endedAtMs: 2_500 }, {}],
])('the token of a user who %s is rejected', async (_title, access, more) => {
  const refused = readSession(partsOf(access), { ...good, ...more });
  await expect(refused).rejects.toMatchObject({ status: 401, code: 'access_ended' });
});

it('a user who signed in since is accepted', async () => {
  const access = { ...known, endedAtMs: 2_500 };
  expect((await readSession(partsOf(access), { ...good, auth_time: 3 })).roles).toEqual(['editor']);
});

it.each(roleNames.flatMap((claimed) => roleNames.map((current) => [claimed, current] as const)))(
  'a token of a role %s of a user who is now a %s has the lower one',
  async (claimed, current) => {
    const { roles } = await readSession(partsOf({ ...known, role: current }), {
      ...good,
      'custom:role': claimed,
    });
    const lesser = Math.min(roleNames.indexOf(claimed), roleNames.indexOf(current));
    expect(roles).toEqual([roleNames[lesser]]);
  },
);
