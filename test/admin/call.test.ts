import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import * as z from 'zod/mini';
import { createCall, noContent } from '../../src/admin/api/api.ts';
import { SignInError } from '../../src/admin/auth/errors.ts';
import { settings } from './fake-surroundings.ts';

const anything = z.unknown();
const problemOf = (status: number, code: string) =>
  Response.json(
    { type: `/docs/problems/${code}`, title: code, status, code, detail: 'why', correlationId: 'c-1' },
    { status },
  );

/** A console whose network answers in order; `null` is a line that breaks. */
function consoleWith(...answers: readonly (Response | null)[]) {
  const asked: Request[] = [];
  const left = [...answers];
  vi.stubGlobal('fetch', async (request: Request) => {
    asked.push(request.clone());
    const answer = left.shift();
    if (!answer) throw new TypeError('Failed to fetch');
    return answer;
  });
  const tokens = ['token-1', 'token-2', 'token-3'];
  let isOver = false;
  const session = {
    addresses: settings,
    accessToken: async () => tokens.shift() ?? '',
    session: vi.fn(),
  };
  const call = createCall(session, 'globex', () => {
    isOver = true;
  });
  return { call, asked, session, isOver: () => isOver };
}

beforeEach(() => void vi.stubGlobal('navigator', { onLine: true }));
afterEach(() => void vi.unstubAllGlobals());

it('a call goes to the URL of its template, as the user and for the current tenant', async () => {
  const answer = Response.json({ id: 'a b' }, { headers: { etag: '"7"' } });
  const { call, asked } = consoleWith(answer);
  const said = await call('PATCH', '/v1/admin/users/{userId}', anything, {
    path: { userId: 'a/b 😀' },
    header: { 'if-match': '"6"' },
    body: { role: 'editor' },
  });
  expect(said).toEqual({ body: { id: 'a b' }, etag: '"7"' });
  const [request] = asked;
  expect(request?.url).toBe('https://api.example/v1/admin/users/a%2Fb%20%F0%9F%98%80');
  expect(request?.method).toBe('PATCH');
  expect(Object.fromEntries(request?.headers ?? [])).toMatchObject({
    ...{ authorization: 'Bearer token-1', 'x-tenant-id': 'globex', 'if-match': '"6"' },
    'content-type': 'application/json',
  });
  expect(await request?.json()).toEqual({ role: 'editor' });
});

it('parameters without a value are left out of the URL', async () => {
  const { call, asked } = consoleWith(Response.json({}));
  await call('GET', '/v1/admin/audit', anything, { query: { who: 'a&b', from: undefined, limit: 5 } });
  expect(asked[0]?.url).toBe('https://api.example/v1/admin/audit?who=a%26b&limit=5');
});

it('a rejected token is refreshed once, and the same request is sent again', async () => {
  const { call, asked, isOver } = consoleWith(
    problemOf(401, 'unauthorized'),
    new Response(null, { status: 204 }),
  );
  const body = { email: 'ada@acme.example', role: 'viewer' } as const;
  await call('POST', '/v1/admin/users', noContent, { body });
  expect(asked.map(({ headers }) => headers.get('authorization'))).toEqual([
    'Bearer token-1',
    'Bearer token-2',
  ]);
  expect(asked.map(({ headers }) => headers.get('idempotency-key'))).toEqual(
    Array(2).fill(asked[0]?.headers.get('idempotency-key')),
  );
  expect(await Promise.all(asked.map((one) => one.json()))).toEqual([body, body]);
  expect(isOver()).toBe(false);
});

it.each([
  ['a refusal of its role', [problemOf(403, 'not_allowed')], 'role'],
  ['another 403', [problemOf(403, 'origin_not_allowed')], 'refused'],
  ['something that is gone', [problemOf(404, 'flow_not_found')], 'gone'],
  ['something that was changed meanwhile', [problemOf(412, 'precondition_failed')], 'changed'],
  ['too many calls, at once', [problemOf(429, 'rate_limited')], 'tooMany'],
  ['a refusal by a code of a later release', [problemOf(409, 'of_tomorrow')], 'refused'],
  ['an outage that speaks', [problemOf(503, 'unavailable')], 'outage'],
  ['an outage that does not', [new Response('<html>', { status: 502 })], 'outage'],
  ['a page of somebody else', [new Response('<html>')], 'outage'],
  ['an answer of another form', [Response.json({ name: 7 })], 'outage'],
  ['no answer', [null], 'outage'],
  ['a session that is over', [problemOf(401, 'unauthorized'), problemOf(401, 'unauthorized')], 'over'],
] as const)('%s is told apart, after one request or its one repeat', async (_, answers, failure) => {
  const { call, asked, isOver } = consoleWith(...answers);
  const asking = call('GET', '/v1/admin/admins', z.object({ name: z.string() }));
  await expect(asking).rejects.toMatchObject({ name: 'ApiError', failure });
  expect(asked).toHaveLength(answers.length);
  expect(isOver()).toBe(failure === 'over');
});

it('a missing answer is not reported where the connection or the session is gone', async () => {
  const { call, session, isOver } = consoleWith(null, null);
  vi.stubGlobal('navigator', { onLine: false });
  await expect(call('GET', '/v1/admin/admins', anything)).rejects.toMatchObject({ failure: 'offline' });
  vi.stubGlobal('navigator', { onLine: true });
  session.session.mockRejectedValue(new SignInError('session_expired'));
  await expect(call('GET', '/v1/admin/admins', anything)).rejects.toMatchObject({ failure: 'over' });
  expect(isOver()).toBe(true);
});

it('an aborted call does not ask for the reason', async () => {
  const { call, session } = consoleWith(null);
  const asking = call('GET', '/v1/admin/inbox', anything, { signal: AbortSignal.abort() });
  await expect(asking).rejects.toMatchObject({ failure: 'outage' });
  expect(session.session).not.toHaveBeenCalled();
});

it('a path that the document does not have does not compile', () => {
  const { call } = consoleWith();
  const calls = [
    // @ts-expect-error there is no such path
    () => call('GET', '/v1/admin/flow', anything),
    // @ts-expect-error the path takes no such method
    () => call('PATCH', '/v1/admin/flows', anything),
    // @ts-expect-error the path has a parameter
    () => call('GET', '/v1/admin/flows/{flowId}', anything),
    // @ts-expect-error it is called otherwise
    () => call('GET', '/v1/admin/flows/{flowId}', anything, { path: { id: 'support' } }),
    // @ts-expect-error a list has no such filter
    () => call('GET', '/v1/admin/audit', anything, { query: { actor: 'ada' } }),
    // @ts-expect-error the body lacks a field
    () => call('POST', '/v1/admin/users', anything, { body: { role: 'viewer' } }),
  ];
  expect(calls).toHaveLength(6);
});
