import { openObjectsLack } from './open-objects.ts';
import type { Answer, OpenApi, Operation, Parameter, Schema } from './openapi-types.ts';

/** An operation with where it stands. */
interface Described {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

/** What holds for every operation of its kind, said a second time: each names what an operation lacks by it. */
const rules: readonly ((described: Described) => readonly string[])[] = [
  ({ operation }) => statuses(operation, 500, 503),
  ({ operation }) => (hasBody(operation) ? statuses(operation, 400) : []),
  ({ operation }) => (operation.parameters.some((one) => one.in === 'query') ? statuses(operation, 400) : []),
  ({ path, operation }) => (path.startsWith('/v1/admin/') ? statuses(operation, 401, 403, 404) : []),
  ({ path, operation }) => (path.startsWith('/v1/service/') ? statuses(operation, 401, 403, 404, 429) : []),
  ({ path, operation }) =>
    /^\/v1\/(admin|service)\//.test(path) && hasBody(operation) ? statuses(operation, 413) : [],
  ({ path, operation }) => (path.startsWith('/v1/webchat/') ? statuses(operation, 401, 403, 404) : []),
  ({ operation }) => (takesHeader(operation, 'idempotency-key') ? statuses(operation, 409) : []),
  ({ operation }) => (takesHeader(operation, 'if-match') ? statuses(operation, 412) : []),
  // Of a user’s sign-in nothing is read first.
  ({ path, operation }) =>
    takesHeader(operation, 'if-match') && !asReads.test(path) ? statuses(operation, 428) : [],
  ({ operation }) =>
    Object.keys(operation.responses).some((status) => status.startsWith('2')) ? [] : ['no success'],
  ({ path, operation }) =>
    [...path.matchAll(/{(\w+)}/g)].flatMap(([, name = '']) =>
      operation.parameters.some((one) => one.in === 'path' && one.name === name) ? [] : [`path ${name}`],
    ),
  ({ path, operation }) =>
    /^\/v1\/(admin|service)\//.test(path) && !takesHeader(operation, 'x-tenant-id')
      ? ['header x-tenant-id']
      : [],
  ({ path, method, operation }) =>
    /^\/v1\/(admin|service)\//.test(path) && method === 'post' && !asksOnly.test(path)
      ? headers(operation, 'idempotency-key')
      : [],
  ({ path, operation }) =>
    path.startsWith('/v1/webchat/') && !path.endsWith('/settings')
      ? headers(
          operation,
          'x-widget-id',
          'x-session-id',
          'x-signature-time',
          'x-signature-256',
          'x-visitor-token',
        )
      : [],
  ({ path, operation }) =>
    path.startsWith('/v1/webhooks/')
      ? statuses(operation, ...(hasBody(operation) ? [400, 401, 404, 413] : [400, 403]))
      : [],
  ({ operation }) =>
    isPage.test(JSON.stringify(operation.responses['200']?.content ?? ''))
      ? queries(operation, 'cursor')
      : [],
];

/** What is done to a user whatever is stored of them. */
const asReads = /\/users\/{userId}\/.+$/;
/** POST that changes nothing. */
const asksOnly = /\/draft\/(validate|test|replay)$|\/editors$/;
/** What answers a page of a list. */
const isPage = /"#\/components\/schemas\/\w+Page"/;

const statuses = ({ responses }: Operation, ...needed: number[]) =>
  needed.filter((status) => !responses[status]).map((status) => `status ${status}`);
const hasBody = ({ requestBody }: Operation) => requestBody !== undefined;
const isHeader = (name: string) => (one: Parameter) => one.in === 'header' && one.name === name;
const queries = ({ parameters }: Operation, ...needed: string[]) =>
  needed
    .filter((name) => !parameters.some((one) => one.in === 'query' && one.name === name))
    .map((name) => `query ${name}`);
const headers = (operation: Operation, ...needed: string[]) =>
  needed.filter((name) => !takesHeader(operation, name)).map((name) => `header ${name}`);
const takesHeader = ({ parameters }: Operation, name: string) => parameters.some(isHeader(name));

/** In what a document breaks what holds for all operations; empty where it does not. */
export function brokenRules(document: OpenApi): readonly string[] {
  const { paths, components } = document;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ method, path, operation })),
  );
  return [
    ...openObjectsLack(document),
    ...operations.flatMap((described) =>
      [...rules.flatMap((rule) => rule(described)), ...repeats(described)].map(
        (lack) => `${described.method} ${described.path} lacks ${lack}`,
      ),
    ),
    ...Object.entries(components.responses).flatMap(([name, answer]) => answerLacks(name, answer)),
    ...operations.flatMap(({ operation: { operationId, responses } }) =>
      Object.entries(responses).flatMap(([status, answer]) =>
        answer.$ref ? [] : answerLacks(`${operationId} ${status}`, answer),
      ),
    ),
  ];
}

/** Whoever may repeat is told that it was a repeat. */
function repeats({ operation }: Described): readonly string[] {
  if (!takesHeader(operation, 'idempotency-key')) return [];
  const answers = Object.entries(operation.responses).filter(([status]) => /^20[012]$/.test(status));
  return answers.flatMap(([status, { headers = {} }]) =>
    headers['Idempotent-Replayed'] ? [] : [`header Idempotent-Replayed of ${status}`],
  );
}

function answerLacks(name: string, { headers = {}, description, content = {} }: Answer): readonly string[] {
  const passing = /`(rate_limited|too_many_\w+|request_in_progress|temporarily_unavailable)`/;
  const refusal = content['application/problem+json'];
  const needed = [
    'x-correlation-id',
    ...(refusal && passing.test(description) ? ['Retry-After'] : []),
    ...(refusal && description.includes('`rate_limited`') ? ['RateLimit', 'RateLimit-Policy'] : []),
  ];
  return [
    ...needed.filter((header) => !headers[header]).map((header) => `${name} lacks ${header}`),
    ...(refusal ? problemLacks(name, refusal.schema) : []),
  ];
}

/** What else is known of a refusal by its status: no answer could show that it is left open. */
function problemLacks(name: string, { properties = {} }: Schema): readonly string[] {
  const { code, status } = properties as Readonly<Record<string, Schema | undefined>>;
  return [
    ...(Array.isArray(code?.enum) && code.enum.length > 0 ? [] : [`${name} lacks its codes`]),
    ...(typeof status?.const === 'number' ? [] : [`${name} lacks its status`]),
  ];
}
