import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { shareAdminApi } from '../../support/start-admin-api.ts';

const origin = 'https://desk.example';
const shared = shareAdminApi({ env: { ADMIN_ORIGINS: origin } });
const definition = { start: 'bye', steps: { bye: { kind: 'end', text: 'Bye' } } };
const newFlow = () => ({ id: `f_${randomUUID().replaceAll('-', '')}`, definition });

describe('access', () => {
  it('is refused without a token, by an answer of API Gateway', async () => {
    expect(await shared.api.withToken(null)('GET', '/flows')).toMatchObject({
      status: 401,
      body: { message: 'Unauthorized' },
    });
  });

  it('without the capability names the lowest role that has it, before the body is read', async () => {
    const refused = await shared.api.as('viewer')('POST', '/flows', { body: 'no JSON' });
    expect([refused.status, refused.body]).toEqual([
      403,
      expect.objectContaining({ code: 'not_allowed', leastRole: 'editor' }),
    ]);
    expect(refused.headers.get('content-type')).toBe('application/problem+json');
  });

  it('to another tenant is for super-admins only, and a missing one is 404', async () => {
    const headers = { 'x-tenant-id': 'globex' };
    expect((await shared.api.as('admin')('GET', '/flows', { headers })).body.code).toBe('other_tenant');
    const own = await shared.api.as('admin')('GET', '/flows', { headers: { 'x-tenant-id': 'acme' } });
    expect(own.status).toBe(200);
    const globex = await shared.api.as('super-admin')('GET', '/flows', { headers });
    expect(globex.body.items.map(({ id }: { id: string }) => id)).not.toContain('support');
    const nobody = await shared.api.as('super-admin')('GET', '/flows', {
      headers: { 'x-tenant-id': 'no one' },
    });
    expect([nobody.status, nobody.body.code]).toEqual([404, 'tenant_not_found']);
  });
});

describe('CORS', () => {
  it('lets the origins of the admin application send what the routes accept, and read the ETag', async () => {
    const asked = await fetch(`${shared.api.url}/v1/admin/flows/support/draft`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'PUT' },
    });
    expect(asked.status).toBe(204);
    expect(asked.headers.get('access-control-allow-methods')).toContain('PUT');
    expect(asked.headers.get('access-control-allow-headers')).toContain('if-match');
    const read = await shared.api.as('viewer')('GET', '/flows', { headers: { origin } });
    expect(read.headers.get('access-control-allow-origin')).toBe(origin);
    expect(read.headers.get('access-control-expose-headers')).toContain('etag');
    expect(read.headers.get('cache-control')).toBe('no-store');
    const other = await shared.api.as('viewer')('GET', '/flows', {
      headers: { origin: 'https://x.example' },
    });
    expect(other.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('malformed requests', () => {
  it.each([
    ['an unknown field', { ...newFlow(), definiton: {} }, 'there is no "definiton" here'],
    ['a missing one', { id: 'x' }, 'is missing'],
    ['a name that is none', { ...newFlow(), id: 'no name' }, 'must be a name'],
    ['null', null, 'must be an object'],
  ])('%s is 400 with a reason', async (_, body, said) => {
    const refused = await shared.api.as('editor')('POST', '/flows', { body: JSON.stringify(body) });
    expect([refused.status, refused.body.code]).toEqual([400, 'invalid_body']);
    expect(JSON.stringify(refused.body.errors)).toContain(JSON.stringify(said).slice(1, -1));
  });

  it.each([
    ['no JSON', '{', 400],
    ['more than fits', `"${'x'.repeat(360 * 1024)}"`, 413],
  ])('a body of %s', async (_, body, status) => {
    expect((await shared.api.as('editor')('POST', '/flows', { body })).status).toBe(status);
  });

  it.each(['limit=0', 'limit=101', 'limit=x', 'limt=2', 'cursor=x', 'cursor=W10'])(
    'the query ?%s',
    async (query) => {
      expect(await shared.api.as('viewer')('GET', `/flows?${query}`)).toMatchObject({
        status: 400,
        body: { code: 'invalid_parameter' },
      });
    },
  );
});

describe('a list', () => {
  it('is read page by page without a gap or a double, and its cursor is useless elsewhere', async () => {
    const made = Array.from({ length: 7 }, newFlow);
    const editor = shared.api.as('editor');
    for (const body of made) expect((await editor('POST', '/flows', { body })).status).toBe(201);
    const whole = await editor('GET', '/flows?limit=100');
    const ids: string[] = [];
    let cursor: string | null = '';
    for (let pages = 0; cursor !== null && pages < 20; pages += 1) {
      const page = await editor('GET', `/flows?limit=3${cursor && `&cursor=${cursor}`}`);
      ids.push(...page.body.items.map(({ id }: { id: string }) => id));
      cursor = page.body.cursor;
    }
    expect(ids).toEqual(whole.body.items.map(({ id }: { id: string }) => id));
    expect(ids).toEqual(expect.arrayContaining(['support', ...made.map(({ id }) => id)]));
    const { body } = await editor('GET', '/flows?limit=3');
    const elsewhere = await editor('GET', `/flows/support/versions?cursor=${body.cursor}`);
    expect(elsewhere.status).toBe(400);
    const ofAnother = await shared.api.as('super-admin')('GET', `/flows?cursor=${body.cursor}`, {
      headers: { 'x-tenant-id': 'globex' },
    });
    expect(ofAnother.status).toBe(400);
  });
});

describe('an idempotency key', () => {
  it('returns the first answer again, and refuses another body', async () => {
    const editor = shared.api.as('editor');
    const headers = { 'idempotency-key': randomUUID() };
    const body = newFlow();
    const first = await editor('POST', '/flows', { body, headers });
    const again = await editor('POST', '/flows', { body, headers });
    expect([again.status, again.body, again.etag]).toEqual([201, first.body, first.etag]);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const other = await editor('POST', '/flows', { body: newFlow(), headers });
    expect([other.status, other.body.code]).toEqual([409, 'idempotency_conflict']);
    // Keys of other people are others.
    expect((await shared.api.as('admin')('POST', '/flows', { body: newFlow(), headers })).status).toBe(201);
  });

  it('runs one of many at once, and lets a refused request be corrected', async () => {
    const editor = shared.api.as('editor');
    const headers = { 'idempotency-key': randomUUID() };
    const body = newFlow();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => editor('POST', '/flows', { body, headers })),
    );
    const created = answers.filter(({ status }) => status === 201);
    expect(created.filter((one) => one.headers.get('idempotent-replayed') === null)).toHaveLength(1);
    for (const { status, body: said } of answers)
      expect(status === 201 || said.code === 'request_in_progress').toBe(true);
    const mended = { 'idempotency-key': randomUUID() };
    expect((await editor('POST', '/flows', { body: {}, headers: mended })).status).toBe(400);
    expect((await editor('POST', '/flows', { body: newFlow(), headers: mended })).status).toBe(201);
  });
});
