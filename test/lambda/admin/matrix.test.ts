import { beforeAll, describe, expect, it } from 'vitest';
import { adminRoot, adminRoutes } from '../../../src/contract/admin/routes.ts';
import { matrix } from '../../support/admin-matrix.ts';
import { type RealRequest, RealRequests } from '../../support/real-requests.ts';
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
const routeOf = ({ method, path }: (typeof rows)[number]) => {
  const found = adminRoutes.find((route) => route.method === method && route.path === adminRoot + path);
  if (!found) throw new Error(`there is no route ${method} ${path}`);
  return found;
};
let real: RealRequests;
beforeAll(() => {
  real = new RealRequests(shared.api);
});

/** A request about what is there. */
const build = (row: (typeof rows)[number], asker: TestRole) => real.build(routeOf(row), asker);
const inTenant = (request: RealRequest, tenant: string): RealRequest => ({
  ...request,
  headers: { ...request.headers, 'x-tenant-id': tenant },
});

const refusal = (code: string) => ({ status: 403, body: expect.objectContaining({ code }) });
interface Answered {
  readonly status: number;
  readonly body: { readonly code?: string } | null;
}
/** No provider is there to tell of its templates. */
const isOfProvider = ({ body }: Answered) => body?.code === 'templates_unavailable';
const isLetIn = (answer: Answered) =>
  // A refusal for what was asked, not for who asks.
  isOfProvider(answer) ||
  (answer.status < 500 &&
    answer.status !== 401 &&
    !['not_allowed', 'other_tenant'].includes(answer.body?.code ?? ''));
/** What is asked is done, but for what the state of a thing must grant. */
const isDone = (answer: Answered) => answer.status < 300 || answer.status === 409 || isOfProvider(answer);

it('the matrix has one row for each route', () => {
  expect(rows.map(({ method, path }) => `${method} /v1/admin${path}`).sort()).toEqual(
    adminRoutes.map(({ method, path }) => `${method} ${path}`).sort(),
  );
});

describe.each(rows)('$method $path', (row) => {
  let common: RealRequest;
  beforeAll(async () => {
    common = await build(row, 'super-admin');
  });

  it.each(Object.entries(letters))('%s', async (name, letter) => {
    const role = name as TestRole;
    const isAllowed = row.allowed.includes(letter);
    // What changes something is asked of a thing of its own, and an upload is its maker's.
    const isFresh = isAllowed && (row.method !== 'GET' || row.path.includes('{fileId}'));
    const own = await real.send(isFresh ? await build(row, role) : common, role);
    if (isAllowed) expect(isDone(own), `${own.status} ${JSON.stringify(own.body)}`).toBe(true);
    else expect({ status: own.status, body: own.body }).toEqual(refusal('not_allowed'));

    const other = await real.send(inTenant(common, 'globex'), role);
    if (role === 'super-admin') expect(isLetIn(other)).toBe(true);
    else expect({ status: other.status, body: other.body }).toEqual(refusal('other_tenant'));

    const none = await real.send(inTenant(common, 'nobody'), role);
    const expected =
      role === 'super-admin'
        ? { status: 404, body: expect.objectContaining({ code: 'tenant_not_found' }) }
        : refusal('other_tenant');
    expect({ status: none.status, body: none.body }).toEqual(expected);
  });

  it('is refused without a token', async () => {
    expect((await real.send(common, null)).status).toBe(401);
  });
});
