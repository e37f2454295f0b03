import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { costParts, figureGroups } from '../../src/contract/admin/reports.ts';
import type { HttpResult } from '../../src/http/write-result.ts';
import { adminEvent } from './http-event.ts';

type Invoke = (event: APIGatewayProxyEventV2) => Promise<unknown>;
type Options = Parameters<typeof adminEvent>[1];

/** Drives every road through the admin API that calls AWS in a way of its own. */
export async function takeAdminRoads(invoke: Invoke): Promise<void> {
  const call = async (expected: number, route: `${string} /${string}`, options: Options = {}) => {
    const { statusCode, body, headers } = (await invoke(adminEvent(route, options))) as HttpResult;
    if (statusCode !== expected) throw new Error(`${route} answers ${statusCode}, not ${expected}: ${body}`);
    return { etag: headers.etag ?? '', body: body === '' ? null : JSON.parse(body) };
  };
  await takeFlowRoads(call);
  await takeChannelRoads(call);
  await call(200, 'GET /admins');
  // Its queues assign, so that a job is queued.
  const { etag, body } = await call(200, 'GET /handoff-settings');
  await call(200, 'PUT /handoff-settings', {
    headers: { 'if-match': etag },
    body: { queues: body.queues, handoff: body.handoff },
  });
  await call(200, 'GET /audit');
  await call(200, 'GET /tenants', { role: 'super-admin' });
  const range = { from: '2026-10-20', to: '2026-10-27' };
  await call(200, 'GET /reports/figures', { query: { ...range, group: 'hour', compare: 'before' } });
  await call(200, 'GET /reports/figures', { query: { ...range, group: 'queue' } });
  await call(200, 'GET /reports/steps', { query: { ...range, flow: 'support' } });
  await call(200, 'GET /reports/versions', {
    query: { ...range, flow: 'support', version: '1', against: '2' },
  });
  await call(200, 'GET /reports/labels', { query: range });
  await call(200, 'GET /reports/refusals', { query: range });
}

/** Lists by each way that leads to conversations. */
export async function listAsAdmin(invoke: Invoke): Promise<void> {
  const ways = [
    {},
    { status: 'active' },
    { flow: 'support' },
    { channel: 'webchat', place: 'acme-web' },
    { channel: 'webchat', user: 'visitor' },
    { flow: 'support', version: '1', limit: '1' },
    { from: '2026-10-20T00:00:00Z', to: '2026-10-27T00:00:00Z' },
  ];
  for (const query of ways) await asked(invoke, 'GET /conversations', query);
  await asked(invoke, 'GET /search', { q: 'packed' });
}

/** Reads every report by all that it can be asked by. @param day one on which there were conversations */
export async function reportAsAdmin(invoke: Invoke, day: string): Promise<void> {
  const range = { from: day, to: day };
  const ofPlace = { ...range, channel: 'webchat', place: 'acme-web' };
  for (const group of figureGroups) await asked(invoke, 'GET /reports/figures', { ...range, group });
  for (const costBy of costParts)
    await asked(invoke, 'GET /reports/figures', { ...range, group: 'day', costBy });
  await asked(invoke, 'GET /reports/figures', { ...range, queue: 'default', within: '30' });
  for (const query of [ofPlace, { ...range, flow: 'support', version: '1' }])
    await asked(invoke, 'GET /reports/figures', query);
  for (const query of [{ version: '1' }, ofPlace])
    await asked(invoke, 'GET /reports/steps', { ...range, ...query, flow: 'support' });
  const versions = { ...ofPlace, flow: 'support', version: '1', against: '2' };
  await asked(invoke, 'GET /reports/versions', versions);
  // What its canary has come to.
  await asked(invoke, 'GET /flows/{flowId}', {}, { flowId: 'support' });
}

async function asked(
  invoke: Invoke,
  route: `${string} /${string}`,
  query: Record<string, string>,
  parameters: Record<string, string> = {},
) {
  const { statusCode, body } = (await invoke(adminEvent(route, { query, parameters }))) as HttpResult;
  if (statusCode !== 200) throw new Error(`${route} answers ${statusCode}: ${body}`);
}

/** What is told of a conversation of a chat app, whose replies a provider has taken or not. */
export async function readAsAdmin(invoke: Invoke, conversationId: string): Promise<void> {
  const read = async (route: `${string} /${string}`, parameters: Record<string, string>) => {
    const { statusCode, body } = (await invoke(adminEvent(route, { parameters }))) as HttpResult;
    if (statusCode !== 200) throw new Error(`${route} answers ${statusCode}: ${body}`);
    return JSON.parse(body);
  };
  const { items } = await read('GET /conversations/{conversationId}/messages', { conversationId });
  for (const { id: messageId } of items)
    await read('GET /conversations/{conversationId}/messages/{messageId}/trace', {
      conversationId,
      messageId,
    });
}

/** Contacts that there are, one that an agent adds and changes, and one that is there already. */
export async function takeContactRoads(invoke: Invoke): Promise<{ items: { id: string }[] }> {
  const call = async (route: `${string} /${string}`, options: Options = {}) => {
    const { body, headers, statusCode } = (await invoke(adminEvent(route, options))) as HttpResult;
    if (statusCode >= 500) throw new Error(`${route} answers ${statusCode}: ${body}`);
    return { etag: String(headers.etag), body: JSON.parse(body) };
  };
  const { etag, body } = await call('POST /contacts', { body: { name: 'Road' } });
  const parameters = { contactId: body.id };
  const ifMatch = { headers: { 'if-match': etag } };
  await call('PATCH /contacts/{contactId}', { parameters, ...ifMatch, body: { name: 'Way' } });
  const list = (await call('GET /contacts')).body;
  for (const { id: contactId } of list.items) {
    await call('GET /contacts/{contactId}', { parameters: { contactId } });
    const of = await call('GET /contacts/{contactId}/conversations', { parameters: { contactId } });
    for (const { conversationId } of of.body.items)
      await call('POST /contacts', { body: { name: 'Again', conversationId } });
  }
  return list;
}

type Call = (
  expected: number,
  route: `${string} /${string}`,
  options?: Options,
) => Promise<{ etag: string; body: unknown }>;

async function takeFlowRoads(call: Call): Promise<void> {
  const parameters = { flowId: 'road' };
  const definition = { start: 'bye', steps: { bye: { kind: 'end' } } };
  const idempotent = { 'idempotency-key': 'a road' };
  const body = { id: 'road', definition };
  const { etag } = await call(201, 'POST /flows', { body, headers: idempotent });
  await call(201, 'POST /flows', { body, headers: idempotent });
  await call(404, 'POST /flows/{flowId}/draft/validate', { parameters: { flowId: 'none' } });
  // A claim that is given back, since what it was for was refused.
  await call(409, 'POST /flows', {
    body: { id: 'support', definition },
    headers: { 'idempotency-key': 'no' },
  });
  await call(200, 'GET /flows');
  // Its cursor is signed.
  await call(200, 'GET /flows', { query: { limit: '1' } });
  await call(200, 'GET /flows/{flowId}', { parameters });
  const real = { message: { text: 'hello' }, real: true };
  await call(200, 'POST /flows/{flowId}/draft/test', { parameters, body: real });
  await call(204, 'DELETE /flows/{flowId}', { parameters, headers: { 'if-match': etag } });
}

/** Of a tenant that has no secrets yet, and so nothing to keep them in. */
async function takeChannelRoads(call: Call): Promise<void> {
  const parameters = { channel: 'chatapp', accountId: 'road' };
  const [as, account, secret] = [
    { role: 'super-admin', headers: { 'x-tenant-id': 'initech' } },
    '/channels/{channel}/{accountId}',
    '/channels/{channel}/{accountId}/secrets/{role}',
  ] as const;
  const withHeaders = (headers: Record<string, string>) => ({
    ...as,
    headers: { ...as.headers, ...headers },
  });
  const flows = (await call(200, 'GET /flows', as)).body as { items: { id: string }[] };
  const body = { id: 'road', channel: 'chatapp', flow: flows.items[0]?.id, phone_number_id: '4711' };
  const make = withHeaders({ 'if-none-match': '*' });
  let { etag } = await call(200, `PUT ${account}`, { ...make, parameters, body });
  for (const role of ['app_secret', 'sending_token', 'app_secret']) {
    const named = { ...withHeaders({ 'if-match': etag }), parameters: { ...parameters, role } };
    ({ etag } = await call(200, `PUT ${secret}`, {
      ...named,
      body: { value: `of ${role}`.replace(' ', '-') + etag.length },
    }));
  }
  await call(200, 'GET /channels', as);
  await call(200, `POST ${account}/resume`, { ...as, parameters });
  ({ etag } = await call(200, `GET ${account}`, { ...as, parameters }));
  await call(204, `DELETE ${account}`, { ...withHeaders({ 'if-match': etag }), parameters });
}

/** Drives every road through the routes of users. */
export async function takeUserRoads(invoke: Invoke): Promise<void> {
  const call = async (expected: number, route: `${string} /${string}`, options: Options = {}) => {
    const { statusCode, body, headers } = (await invoke(adminEvent(route, options))) as HttpResult;
    if (statusCode !== expected) throw new Error(`${route} answers ${statusCode}, not ${expected}: ${body}`);
    return { etag: headers.etag ?? '', body: body === '' ? null : JSON.parse(body) };
  };
  const key = { 'idempotency-key': 'a road of users' };
  const invited = { email: 'road@acme.example', role: 'viewer' };
  const { body } = await call(201, 'POST /users', { body: invited, headers: key });
  await call(201, 'POST /users', { body: invited, headers: key });
  await call(409, 'POST /users', { body: invited, headers: { 'idempotency-key': 'another road' } });
  const parameters = { userId: body.id };
  await call(200, 'GET /users', { query: { limit: '1' } });
  const change = async (fields: object) => {
    const { etag } = await call(200, 'GET /users/{userId}', { parameters });
    await call(200, 'PATCH /users/{userId}', { parameters, body: fields, headers: { 'if-match': etag } });
  };
  await change({ role: 'editor' });
  await change({ status: 'disabled' });
  await change({ status: 'active' });
  for (const what of ['reset-password', 'reset-mfa', 'sign-out'] as const)
    await call(200, `POST /users/{userId}/${what}`, { parameters });
  await call(200, 'POST /users/{userId}/reset-password', { parameters: { userId: demoEditorId } });
  const { etag } = await call(200, 'GET /users/{userId}', { parameters });
  await call(204, 'DELETE /users/{userId}', { parameters, headers: { 'if-match': etag } });
}

const demoEditorId = '5f0c6a52-1d0e-4d0b-9a40-000000000002';

/** Drives every road through the routes of people. */
export async function takePeopleRoads(
  invoke: Invoke,
  people: readonly { readonly channel: string; readonly userId: string }[],
): Promise<void> {
  for (const parameters of people) {
    for (const route of [
      'GET /people/{channel}/{userId}/export',
      'DELETE /people/{channel}/{userId}',
    ] as const) {
      const { statusCode, body } = (await invoke(adminEvent(route, { parameters }))) as HttpResult;
      if (statusCode !== 200) throw new Error(`${route} answers ${statusCode}: ${body}`);
    }
  }
}
