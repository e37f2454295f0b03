import type * as z from 'zod/mini';
import { channelAt, webhookChannels } from '../contract/channels.ts';
import { conversationsExamples } from '../contract/examples/conversations.ts';
import { directoryExamples } from '../contract/examples/directory.ts';
import { flowsExamples } from '../contract/examples/flows.ts';
import { inboxExamples } from '../contract/examples/handoffs.ts';
import { reportsExamples } from '../contract/examples/reports.ts';
import { webChatExamples } from '../contract/examples/web-chat.ts';
import { pathParameter } from '../contract/path-parameters.ts';
import { problem, unauthorized } from '../contract/problem-body.ts';
import { type AnswerHeader, requestHeaders } from '../contract/routes/headers.ts';
import type { Answer, Operation } from '../contract/routes/operation.ts';
import { operations, tagOf, tags } from '../contract/routes/table.ts';
import { type Route, routes } from '../contract/routes.ts';
import { serviceAgent } from '../contract/service/messages.ts';
import { headersOf, headersOfRoute, isRepeatable } from './headers-of-route.ts';
import { correlation, problemsOf, Refusals } from './refusals.ts';
import { anyValue, type JsonSchema, jsonSchemaOf, license, Schemas } from './schemas.ts';

/** The OpenAPI 3.1 document of all routes, made of the table of routes and of the schemas that the code parses with. */
export function openApiDocument(version: string): JsonSchema {
  const parts = { schemas: new Schemas(), refusals: new Refusals() };
  parts.schemas.of(problem);
  parts.schemas.of(unauthorized);
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    if (route.method === 'OPTIONS') continue;
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route, parts) };
  }
  return withItems({
    openapi: '3.1.0',
    info: {
      title: 'Conversational messaging gateway',
      version,
      license,
      summary: 'Visitors’ messages, providers’ webhooks, and all that the console does.',
      description:
        'Errors are problem details (RFC 9457): go by `code`, which is stable, and show `detail`. Every answer has an `x-correlation-id`, which finds it in the logs; you may send your own. Every answer has `x-content-type-options: nosniff` and `strict-transport-security`. Fields may be added: pass over those that you do not know.',
    },
    servers: [{ url: '/', description: 'Where this document is served.' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: parts.schemas.components,
      responses: parts.refusals.components,
      securitySchemes: {
        serviceKey: {
          type: 'http',
          scheme: 'bearer',
          description: 'A service key of the tenant, `mgw_…`; it alone says which tenant is meant.',
        },
        ...Object.assign({}, ...Object.values(webhookChannels).map(({ provenBy }) => provenBy?.security)),
        accessToken: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'An access token of the hosted sign-in.',
        },
      },
    },
  });
}

const anyJson = 'AnyJson';

/** Adds `items` to lists that may contain anything, as linters require. */
function withItems(document: JsonSchema & { readonly components: JsonSchema }): JsonSchema {
  const copy = JSON.parse(JSON.stringify(document), (_key, value) =>
    isList(value) && !('items' in value)
      ? { ...value, items: { $ref: `#/components/schemas/${anyJson}` } }
      : value,
  );
  copy.components.schemas[anyJson] = {
    description: anyValue,
    type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
    items: { $ref: `#/components/schemas/${anyJson}` },
  };
  return copy;
}

const isList = (value: unknown): value is { readonly type: unknown } =>
  typeof value === 'object' && value !== null && 'type' in value && [value.type].flat().includes('array');

interface Parts {
  readonly schemas: Schemas;
  readonly refusals: Refusals;
}

function operationOf(route: Route, { schemas, refusals }: Parts): JsonSchema {
  const reference = operations[route.operation as keyof typeof operations];
  const isSeveral = routes.filter(({ operation }) => operation === route.operation).length > 1;
  return {
    operationId: isSeveral ? `${route.operation}-${route.path.split('/').at(-1)}` : route.operation,
    tags: [tagOf(route.operation)],
    summary: reference.summary,
    description: reference.description,
    security: securityOf(route),
    parameters: [
      ...pathParameters(route.path),
      ...headerParameters(route, reference),
      ...queryParameters(reference),
    ],
    ...(reference.body && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: bodyOf(route, reference.body, schemas),
            ...(reference.examples && { examples: examplesOf(reference.examples) }),
          },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(reference.answers).map(([status, answer]) => [
          status,
          answerOf(answer, schemas, isRepeatable(route, reference) ? ['replayed'] : []),
        ]),
      ),
      ...refusals.of(problemsOf(route, reference), route),
    },
  };
}

function securityOf({ authorizer, path, function: name }: Route) {
  if (name === 'service') return [{ serviceKey: [] }];
  if (authorizer === 'jwt') return [{ accessToken: [] }];
  return Object.keys(channelAt(path)?.provenBy?.security ?? {}).map((scheme) => ({ [scheme]: [] }));
}

/** A system may also name its user who makes the request. */
function bodyOf({ function: name }: Route, body: z.ZodMiniType, schemas: Schemas): JsonSchema {
  if (name !== 'service') return schemas.of(body);
  const schema = schemas.copyOf(body);
  return {
    ...schema,
    properties: { ...(schema.properties as JsonSchema), agent: schemas.of(serviceAgent) },
  };
}

const examplesOf = (examples: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]));

const pathParameters = (path: string) =>
  [...path.matchAll(/{(\w+)}/g)].map(([, name = '']) => ({
    name,
    in: 'path',
    required: true,
    schema: jsonSchemaOf(pathParameter(path, name)),
  }));

function headerParameters(route: Route, reference: Operation) {
  return headersOfRoute(route, reference).map((key) => {
    const { name, description, required = false, example } = requestHeaders[key];
    return {
      name,
      in: 'header',
      required,
      description,
      schema: { type: 'string' },
      ...(example && { example }),
    };
  });
}

function queryParameters({ query }: Operation) {
  if (!query) return [];
  const { properties = {}, required = [] } = jsonSchemaOf(query) as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }));
}

function answerOf(
  { means, body, contentType, alsoAs, textExample, headers = [], examples }: Answer,
  schemas: Schemas,
  besides: readonly AnswerHeader[],
) {
  const text = (as: string) => ({ [as]: { schema: { type: 'string' }, example: textExample } });
  const content = body
    ? {
        'application/json': {
          schema: schemas.of(body),
          ...(examples ? { examples: examplesOf(examples) } : { example: bodyExamples.get(body) }),
        },
        ...(alsoAs && text(alsoAs)),
      }
    : contentType && text(contentType);
  return {
    description: means,
    headers: { ...correlation, ...headersOf([...headers, ...besides]) },
    ...(content && { content }),
  };
}

/** The example of each body, by its schema. */
const bodyExamples = new Map([
  ...conversationsExamples,
  ...inboxExamples,
  ...directoryExamples,
  ...flowsExamples,
  ...reportsExamples,
  ...webChatExamples,
]);
