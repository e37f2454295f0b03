import { expect, it } from 'vitest';
import { limits } from '../../../src/contract/limits.ts';
import { createVirtualClock } from '../../../src/local/lambda/environments.ts';
import { matrix } from '../../support/admin-matrix.ts';
import { type AdminCall, shareAdminApi } from '../../support/start-admin-api.ts';

const clock = createVirtualClock();
const shared = shareAdminApi({ environments: { clock } });
const boss: AdminCall = (method, path, options = {}) =>
  shared.api.as('super-admin')(method, path, {
    ...options,
    headers: { 'x-tenant-id': 'acme', ...options.headers },
  });

const rows = matrix
  .trim()
  .split('\n')
  .map((line) => {
    const [method = '', path = '', ...allowed] = line.split(/\s+/);
    return { method, path: path.replaceAll(/\{\w+\}/g, 'nothing-here'), allowed };
  });

/** Each route's answer to a token: its status and code, by route. */
async function askAll(call: AdminCall): Promise<Record<string, string>> {
  const answers: Record<string, string> = {};
  for (const { method, path } of rows) {
    const { status, body } = await call(method, path, method === 'GET' ? {} : { body: {} });
    answers[`${method} ${path}`] = `${status} ${body?.code ?? ''}`.trim();
  }
  return answers;
}

const sessionStatus = async (role: 'editor' | 'admin') =>
  (await shared.api.as(role)('GET', '/../auth/session')).status;

async function userNamed(email: string) {
  const { items } = (await boss('GET', '/users?limit=100')).body;
  const { id } = items.find((user: { email: string }) => user.email === email);
  const path = `/users/${id}`;
  return {
    path,
    change: async (body: object) => {
      const { etag } = await boss('GET', path);
      expect((await boss('PATCH', path, { body, headers: { 'if-match': etag } })).status).toBe(200);
    },
  };
}

/** As long as an environment that has just looked may go on believing what it saw. */
const wait = () => clock.advance(limits.userAccessCacheMs);

it('every route rejects an earlier token within a minute, where it was just accepted', async () => {
  expect(limits.userAccessCacheMs).toBeLessThan(60_000);
  // So that the tenant keeps an admin.
  await (await userNamed('viewer@acme.example')).change({ role: 'admin' });
  const admin = shared.api.as('admin');
  const editor = shared.api.as('editor');
  const before = { admin: await askAll(admin), editor: await askAll(editor) };
  for (const { method, path, allowed } of rows) {
    const isIn = (answer: string | undefined) => !/^401|not_allowed/.test(answer ?? '401');
    expect(isIn(before.admin[`${method} ${path}`]), path).toBe(allowed.includes('A'));
    expect(isIn(before.editor[`${method} ${path}`]), path).toBe(allowed.includes('E'));
  }

  const { path, change } = await userNamed('admin@acme.example');
  await change({ role: 'viewer' });
  wait();
  const lowered = await askAll(admin);
  for (const { method, path: of, allowed } of rows) {
    const route = `${method} ${of}`;
    const expected = allowed.includes('V') ? before.admin[route] : '403 not_allowed';
    expect(`${route} ${lowered[route]}`).toBe(`${route} ${expected}`);
  }

  await change({ role: 'admin' });
  wait();
  expect(await askAll(admin)).toEqual(before.admin);
  expect((await boss('POST', `${path}/sign-out`)).status).toBe(200);
  await (await userNamed('editor@acme.example')).change({ status: 'disabled' });
  wait();
  for (const call of [admin, editor])
    expect(new Set(Object.values(await askAll(call)))).toEqual(new Set(['401 access_ended']));
  expect([await sessionStatus('admin'), await sessionStatus('editor')]).toEqual([401, 401]);
}, 60_000);
