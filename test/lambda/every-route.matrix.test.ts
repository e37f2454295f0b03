import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, it } from 'vitest';
import { problem } from '../../src/contract/problem-body.ts';
import { type OperationOf, operations } from '../../src/contract/routes/table.ts';
import { parseIdKeys } from '../../src/domain/message-ids.ts';
import { cursorOf, questionOf } from '../../src/operations/list-cursor.ts';
import { openApiDocument } from '../../src/reference/openapi.ts';
import { Schemas } from '../support/conformance/create-checker.ts';
import { escaped, type OpenApi } from '../support/conformance/openapi-types.ts';
import { pathOf, type RealRequest, RealRequests, realRoutes } from '../support/real-requests.ts';
import { shareAdminApi } from '../support/start-admin-api.ts';

// Every request and answer is held to the reference as well, as in all tests: an answer that is not documented fails.
const shared = shareAdminApi({ tenantLimit: 100_000 });
let real: RealRequests;
beforeAll(() => {
  real = new RealRequests(shared.api);
});

const routes = realRoutes.map((route) => ({ ...route, name: `${route.method} ${route.path}` }));
const referenceOf = ({ operation }: (typeof routes)[number]) => operations[operation as OperationOf];
const isProblem = (status: number, body: unknown) => expect(problem.parse(body).status).toBe(status);

const spares = new Map<string, Promise<RealRequest>>();

/** A request that is not meant to be done: one for all that is wrong with it. */
function spare(route: (typeof routes)[number]): Promise<RealRequest> {
  const known = spares.get(route.name) ?? real.build(route, route.asker);
  spares.set(route.name, known);
  return known;
}

it.each(routes)('$name works on something that exists', async (route) => {
  const { status, body } = await real.send(await real.build(route, route.asker), route.asker);
  const isOfProvider = status === 409 || body?.code === 'templates_unavailable';
  expect(status < 300 || isOfProvider, `${status} ${JSON.stringify(body)}`).toBe(true);
});

describe('an invalid ID', () => {
  const hostile: Readonly<Record<string, string>> = {
    'of 1,100 letters': 'x'.repeat(1_100),
    'of emoji': encodeURIComponent('🙂'.repeat(300)),
    'with a NUL': 'a%00b',
    'with U+FFFF': encodeURIComponent('a\uffff'),
    'with half a surrogate pair': 'a%ED%A0%80',
    'with a dot segment': '%2E%2E',
    'with a slash': 'a%2F..%2Fb',
  };

  /** What no resource can be called. */
  const noKeys = new Set(['of 1,100 letters', 'of emoji', 'with a NUL', 'with half a surrogate pair']);

  it.each(routes.filter(({ path }) => path.includes('{')))('$name: in the path', async (route) => {
    const request = await spare(route);
    const names = Object.keys(request.parameters ?? {});
    const mark = 'replaced-by-a-hostile-one';
    for (const name of names)
      for (const [what, value] of Object.entries(hostile)) {
        // The functions of visitors look for their route anew, in the path without its escapes.
        if (what === 'with a slash' && route.path.startsWith('/v1/webchat/')) continue;
        const path = pathOf(route.path, { ...request.parameters, [name]: mark }).replace(mark, value);
        const { status, body } = await real.send(request, route.asker, { path });
        const said = `${name} ${what}: ${status} ${JSON.stringify(body)}`;
        expect(status, said).toBeLessThan(500);
        if (noKeys.has(what)) expect([400, 404], said).toContain(status);
      }
    for (const parameter of documentOf(route).parameters.filter((one) => one.in === 'path'))
      expect(parameter.schema.maxLength, parameter.name).toBeLessThanOrEqual(512);
  });

  it.each(routes)('$name: in headers, query and body', async (route) => {
    const request = await spare(route);
    const long = 'x'.repeat(1_100);
    const odd = ['a\0b', 'a\uffff', '\ud800', '../..', '🙂'.repeat(300)];
    for (const name of Object.keys(request.headers ?? {}))
      await refusesOrTakes(request, { headers: { ...request.headers, [name]: long } });
    const isChosen = (name: string) =>
      documentOf(route).parameters.some((one) => one.name === name && one.schema.enum !== undefined);
    for (const name of Object.keys(request.query ?? {}).filter((one) => !isChosen(one)))
      for (const value of [long, 'a\0b', 'a\uffff'])
        await refusesOrTakes(request, { query: { ...request.query, [name]: value } });
    for (const [n, changed] of changedTexts(request.body, () => long).entries()) {
      await refusesOrTakes(request, { body: changed });
      if (n % 2 > 0) continue;
      const value = odd[(n / 2) % odd.length] ?? '';
      await refusesOrTakes(request, { body: changedTexts(request.body, () => value)[n] ?? {} });
    }

    async function refusesOrTakes(built: RealRequest, changes: Partial<RealRequest>) {
      const { status, body } = await real.send({ ...built, ...changes }, route.asker);
      const said = `${JSON.stringify(changes).slice(0, 300)}: ${status} ${JSON.stringify(body)}`;
      expect(status < 500 || body?.code === 'templates_unavailable', said).toBe(true);
    }
  });
});

describe('an invalid credential', () => {
  const long = 'x'.repeat(3_000);
  const basic = `Basic ${Buffer.from(`${long}:secret`).toString('base64')}`;

  it.each([
    ['a contact center’s user name', 401, '/v1/webhooks/contactcenter', { authorization: basic }],
    ['a channel’s key', 401, '/v1/webhooks/chatapp-b', { 'd360-api-key': long }],
    ['a service key', 401, '/v1/service/messages', { authorization: `Bearer mgw_${long}_${long}` }],
    ['a tenant', 404, '/v1/webchat/messages', { 'x-tenant-id': long }],
    ['a widget', 404, '/v1/webchat/messages', { 'x-tenant-id': 'acme', 'x-widget-id': long }],
    [
      'an origin',
      403,
      '/v1/webchat/messages',
      { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', origin: `https://${long}.example` },
    ],
  ])('%s of 3,000 letters is refused with %i', async (_, status, path, headers) => {
    const body = { text: 'hello', attachments: [], user: { id: 'visitor' } };
    const answer = await shared.api.post(path, body, headers);
    expect([answer.status, problem.parse(await answer.json()).status]).toEqual([status, status]);
  });
});

/** A body once for each text in it, changed there. */
function changedTexts(value: unknown, change: (text: string) => string): Record<string, unknown>[] {
  const of = (inner: unknown): unknown[] => {
    if (typeof inner === 'string') return [change(inner)];
    if (typeof inner !== 'object' || inner === null) return [];
    return Object.entries(inner).flatMap(([key, member]) =>
      of(member).map((changed) =>
        Array.isArray(inner) ? inner.with(Number(key), changed) : { ...inner, [key]: changed },
      ),
    );
  };
  return of(value) as Record<string, unknown>[];
}

describe('a cursor', () => {
  const lists = routes.filter(
    (route) =>
      documentOf(route).parameters.some(({ name }) => name === 'cursor') && route.operation !== 'poll-inbox',
  );
  const keys = parseIdKeys('a key for a laptop only');
  const positions = ['x', '[{"at":1}]', 'x'.repeat(1_100)];

  it('is accepted by these lists', () => {
    expect(lists.length).toBeGreaterThanOrEqual(16);
  });

  it.each(lists)(
    '$name rejects one that was forged, or belongs to another tenant or query',
    async (route) => {
      const request = await spare(route);
      const asked = (cursor: string) =>
        real.send({ ...request, query: { ...request.query, cursor } }, route.asker);
      const { parameters = {}, query = {} } = request;
      const { operation } = route;
      const question = questionOf('acme', operation, { ...parameters, ...query });
      const others = [
        questionOf('globex', operation, { ...parameters, ...query }),
        questionOf('acme', 'another-list', { ...parameters, ...query }),
        questionOf('acme', operation, { ...parameters, ...query, other: 'x' }),
      ];
      const coded = (content: unknown) => Buffer.from(JSON.stringify(content)).toString('base64url');
      const forged = [
        ...['x', 'W10', coded(null), coded(['x'])],
        // As the last release made them.
        ...positions.map((position) => coded([question, position])),
        // Signed by nobody, or with a key that is not ours.
        ...positions.map((position) => coded([position, question])),
        cursorOf(parseIdKeys('a guess'), question, 'x'),
        ...others.map((other) => cursorOf(keys, other, 'x')),
      ];
      for (const cursor of forged) {
        const { status, body } = await asked(cursor);
        isProblem(400, body);
        expect([status, body.code], cursor).toEqual([400, 'invalid_parameter']);
      }
    },
  );

  it('is valid where it was issued', async () => {
    const route = routes.find(({ operation }) => operation === 'list-widgets');
    if (!route) throw new Error('there are no widgets');
    await real.build({ ...route, operation: 'read-widget' }, 'admin');
    const first = await real.send({ route, query: { limit: '1' } }, 'admin');
    const second = await real.send({ route, query: { limit: '1', cursor: first.body.cursor } }, 'admin');
    expect(second.status).toBe(200);
    expect(second.body.items[0].widget.id).not.toBe(first.body.items[0].widget.id);
  });
});

const document = openApiDocument('0.0.0') as unknown as OpenApi;

function documentOf({ method, path }: (typeof routes)[number]) {
  const operation = document.paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`${method} ${path} is not documented`);
  return operation;
}

describe('requests refused before they are read', () => {
  it.each(routes.filter((route) => referenceOf(route).body))(
    '$name: a body of another type, one that is not JSON, and one that is too large',
    async (route) => {
      const { headers = {}, ...rest } = await spare(route);
      // Its key was used already.
      const key = 'idempotency-key' in headers ? { 'idempotency-key': randomUUID() } : {};
      const request = { ...rest, headers: { ...headers, ...key } };
      const typed = { ...request, headers: { ...request.headers, 'content-type': 'text/plain' } };
      const other = await real.send(typed, route.asker);
      expect([other.status, other.body.code]).toEqual([415, 'unsupported_media_type']);
      for (const body of ['{', '[]', '"x"', 'null', '{"__proto__":1}', '{"a":"\\ud800"}']) {
        const { status, body: said } = await real.send(request, route.asker, { body });
        expect([status, said.code], body).toEqual([400, 'invalid_body']);
      }
      const large = await real.send(request, route.asker, { body: `"${'x'.repeat(1_000_000)}"` });
      expect([large.status, large.body.code]).toEqual([413, 'body_too_large']);
    },
  );

  it.each(routes.filter(({ authorizer }) => authorizer === 'jwt'))(
    '$name: a request without a token, by API Gateway as documented',
    async (route) => {
      const { status, headers, body } = await real.send(await spare(route), null);
      expect([status, headers.get('content-type'), headers.get('x-correlation-id')]).toEqual([
        401,
        'application/json',
        null,
      ]);
      const name = documentOf(route).responses[401]?.$ref?.split('/').at(-1) ?? '';
      const schemas = new Schemas(document, false);
      const pointer = `/components/responses/${name}/content/${escaped('application/json')}/schema`;
      expect(schemas.breaches(pointer, body)).toEqual([]);
    },
  );
});
