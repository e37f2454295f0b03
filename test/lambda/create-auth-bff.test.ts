import { expect, it } from 'vitest';
import { problem } from '../../src/contract/problem-body.ts';
import { createAuthBff } from '../../src/lambda/create-auth-bff.ts';
import type { Log } from '../../src/ports/observability.ts';
import { breachesOf } from '../support/conformance/breaches-of.ts';
import { httpEvent, lambdaContext } from '../support/http-event.ts';

const adminOrigin = 'https://admin.example.com';
const claims = { token_use: 'access', sub: 'u-1', 'custom:tenant_id': 'acme', 'custom:role': 'viewer' };

const sightings = { note: async () => undefined };
const access = { find: async () => ({ role: 'admin', isDisabled: false, endedAtMs: null }) as const };

function startedWith(findTenant = async () => ({ id: 'acme', name: 'Acme', status: 'active' as const })) {
  const lines: string[] = [];
  const log: Log = {
    info: (...line) => lines.push(`info ${JSON.stringify(line)}`),
    warn: (...line) => lines.push(`warn ${JSON.stringify(line)}`),
    error: (...line) => lines.push(`error ${JSON.stringify(line)}`),
  };
  const answer = createAuthBff(
    { TABLE_PREFIX: 'test-', ADMIN_ORIGINS: adminOrigin },
    { directory: { findTenant }, access, sightings, log },
  );
  /** Held to the reference, too. */
  const handler: typeof answer = async (event, context) => {
    const result = await answer(event, context);
    expect(breachesOf(event, result)).toEqual([]);
    return result;
  };
  return { handler, lines };
}

function authorized(event: ReturnType<typeof httpEvent>, withClaims: object = claims) {
  Object.assign(event.requestContext, { authorizer: { jwt: { claims: withClaims, scopes: null } } });
  return event;
}

const get = (headers = {}) => httpEvent('GET', '/v1/auth/session', { headers });

it('the session of the authorizer’s claims is answered and never cached', async () => {
  const { handler } = startedWith();
  const named = { ...claims, email: 'ada@acme.example', name: 'Ada' };
  const result = await handler(authorized(get({ 'x-correlation-id': 'c-1' }), named), lambdaContext);
  expect(result).toMatchObject({
    statusCode: 200,
    headers: { 'cache-control': 'no-store', 'x-correlation-id': 'c-1' },
  });
  expect(JSON.parse(result.body)).toMatchObject({
    ...{ tenantId: 'acme', roles: ['viewer'], features: [] },
    user: { id: 'u-1', email: 'ada@acme.example', name: 'Ada' },
  });
});

it('a token in a header is not read: only the authorizer’s claims count', async () => {
  const { handler } = startedWith();
  const result = await handler(get({ authorization: 'Bearer anything' }), lambdaContext);
  expect(result.statusCode).toBe(401);
  expect(problem.parse(JSON.parse(result.body)).code).toBe('invalid_token');
});

it('a user without a tenant gets a 403 that says so', async () => {
  const { handler } = startedWith();
  const result = await handler(authorized(get(), { ...claims, 'custom:tenant_id': '' }), lambdaContext);
  expect(result.statusCode).toBe(403);
  expect(problem.parse(JSON.parse(result.body))).toMatchObject({
    code: 'missing_tenant_claim',
    detail: 'missing tenant claim',
  });
});

it('a failing directory is a 500 without details, and is logged without the claims', async () => {
  const { handler, lines } = startedWith(async () => {
    throw new Error('the table is gone');
  });
  const result = await handler(authorized(get()), lambdaContext);
  expect(result.statusCode).toBe(500);
  expect(result.body).not.toContain('table');
  expect(lines).toHaveLength(1);
  expect(lines[0]).toMatch(/^error .*a request failed/);
  expect(lines[0]).not.toContain('u-1');
});

it('the admin application’s origin may call with a token, another may not', async () => {
  const { handler } = startedWith();
  const preflight = (origin: string) =>
    handler(httpEvent('OPTIONS', '/v1/auth/session', { headers: { origin } }), lambdaContext);
  expect((await preflight(adminOrigin)).headers).toMatchObject({
    'access-control-allow-origin': adminOrigin,
    'access-control-allow-headers': 'authorization',
    'access-control-allow-methods': 'GET, OPTIONS',
  });
  for (const origin of ['https://evil.example', 'null', `${adminOrigin}.evil.example`])
    expect((await preflight(origin)).headers).not.toHaveProperty('access-control-allow-origin');
  const refused = await handler(authorized(get({ origin: adminOrigin }), {}), lambdaContext);
  expect(refused).toMatchObject({ statusCode: 401, headers: { 'access-control-allow-origin': adminOrigin } });
});

it('a missing setting stops the start', () => {
  expect(() => createAuthBff({})).toThrow(/TABLE_PREFIX/);
});
