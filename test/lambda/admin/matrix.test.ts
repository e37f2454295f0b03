import { describe, expect, it } from 'vitest';
import { adminRoutes } from '../../../src/contract/admin/routes.ts';
import { matrix } from '../../support/admin-matrix.ts';
import { shareAdminApi, type TestRole } from '../../support/start-admin-api.ts';

const shared = shareAdminApi();
const letters: Readonly<Record<TestRole, string>> = {
  viewer: 'V',
  editor: 'E',
  admin: 'A',
  'super-admin': 'S',
};
const rows = matrix
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', ...allowed] = line.split(/\s+/);
    return { method, path, allowed };
  });
/** Nothing of these names is there: who is let in gets no further than to hear so, and nothing is changed. */
const addressOf = (path: string) => path.replaceAll(/\{\w+\}/g, 'nothing-here');
const withBody = new Set(['POST', 'PUT', 'PATCH']);

async function ask(role: TestRole | null, { method, path }: (typeof rows)[number], tenant?: string) {
  const call = role === null ? shared.api.withToken(null) : shared.api.as(role);
  return call(method, addressOf(path), {
    headers: { ...(tenant !== undefined && { 'x-tenant-id': tenant }) },
    ...(withBody.has(method) && { body: {} }),
  });
}

const refusal = (code: string) => ({ status: 403, body: expect.objectContaining({ code }) });
const isLetIn = ({ status, body }: { status: number; body: { code?: string } | null }) =>
  // A refusal for what was asked, not for who asks.
  status < 500 && status !== 401 && !['not_allowed', 'other_tenant'].includes(body?.code ?? '');

it('the expectation has a line for each route, and no other', () => {
  expect(rows.map(({ method, path }) => `${method} /v1/admin${path}`).sort()).toEqual(
    adminRoutes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

describe.each(rows)('$method $path', (row) => {
  it.each(Object.entries(letters))('%s', async (name, letter) => {
    const role = name as TestRole;
    const own = await ask(role, row);
    if (row.allowed.includes(letter))
      expect(isLetIn(own), `${own.status} ${JSON.stringify(own.body)}`).toBe(true);
    else expect({ status: own.status, body: own.body }).toEqual(refusal('not_allowed'));

    const other = await ask(role, row, 'globex');
    if (role === 'super-admin') expect(isLetIn(other)).toBe(true);
    else expect({ status: other.status, body: other.body }).toEqual(refusal('other_tenant'));

    const none = await ask(role, row, 'nobody');
    const expected =
      role === 'super-admin'
        ? { status: 404, body: expect.objectContaining({ code: 'tenant_not_found' }) }
        : refusal('other_tenant');
    expect({ status: none.status, body: none.body }).toEqual(expected);
  });

  it('nobody without a token', async () => {
    expect((await ask(null, row)).status).toBe(401);
  });
});
