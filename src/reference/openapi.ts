import type * as z from 'zod/mini';
import { auditPage } from '../contract/admin/audit.ts';
import { channelsPage, channelView, testOutcome } from '../contract/admin/channels.ts';
import {
  conversationsPage,
  conversationView,
  erasure,
  messageTrace,
  personExport,
  transcriptPage,
} from '../contract/admin/conversations.ts';
import { draftReplayResult, draftTestResult } from '../contract/admin/drafts.ts';
import {
  draft,
  draftValidation,
  flowDetail,
  flowsPage,
  liveChange,
  versionDetail,
  versionsPage,
} from '../contract/admin/flows.ts';
import { handoffSettingsView } from '../contract/admin/handoff-settings.ts';
import {
  colleaguesAnswer,
  handoffAnswer,
  handoffsPage,
  inboxAnswer,
  replyAnswer,
  sideEntry,
} from '../contract/admin/handoffs.ts';
import { refusalsAnswer } from '../contract/admin/refusals.ts';
import { figuresAnswer, stepsAnswer, versionsAnswer } from '../contract/admin/reports.ts';
import { tenantsPage, tenantView } from '../contract/admin/tenants.ts';
import { savedRepliesPage, savedReply, templatesPage } from '../contract/admin/texts.ts';
import { adminNames, adminUser, userPage } from '../contract/admin/users.ts';
import { widgetDetails, widgetsPage, widgetView } from '../contract/admin/widgets.ts';
import { pathParameter } from '../contract/path-parameters.ts';
import { pollResponse } from '../contract/poll.ts';
import { problem, unauthorized } from '../contract/problem-body.ts';
import { type Route, routes } from '../contract/routes.ts';
import { madeServiceKey, serviceKeysPage } from '../contract/service/keys.ts';
import { serviceAgent, serviceMessageAnswer } from '../contract/service/messages.ts';
import { sessionInformation } from '../contract/session.ts';
import { uploadAnswer, uploadState } from '../contract/uploads.ts';
import { publishedWidget } from '../contract/widget-settings.ts';
import * as conversations from './examples/conversations.ts';
import * as desk from './examples/desk.ts';
import * as directory from './examples/directory.ts';
import * as flows from './examples/flows.ts';
import * as reports from './examples/reports.ts';
import * as webChat from './examples/web-chat.ts';
import { headersOf, requestHeaders } from './headers.ts';
import { headersOfRoute, isRepeatable } from './headers-of-route.ts';
import type { AnswerHeader, AnswerReference, OperationReference } from './operation-reference.ts';
import { areaOf, areas, type Described, references } from './references.ts';
import { correlation, problemsOf, Refusals } from './refusals.ts';
import { anyValue, type JsonSchema, jsonSchemaOf, Schemas } from './schemas.ts';

/** The OpenAPI 3.1 document of all routes, made of the table of routes and of the schemas that the code parses with. */
export function openApiDocument(version: string): JsonSchema {
  const parts = { schemas: new Schemas(), refusals: new Refusals() };
  parts.schemas.of(problem);
  parts.schemas.of(unauthorized);
  const paths: Record<string, JsonSchema> = {};
  for (const route of routes) {
    if (!isDescribed(route)) continue;
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route, parts) };
  }
  return withItems({
    openapi: '3.1.0',
    info: {
      title: 'Conversational messaging gateway',
      version,
      summary: 'Visitors’ messages, providers’ webhooks, and all that the console does.',
      description:
        'Errors are problem details (RFC 9457): go by `code`, which is stable, and show `detail`. Every answer has an `x-correlation-id`, which finds it in the logs; you may send your own. Every answer has `x-content-type-options: nosniff` and `strict-transport-security`. Fields may be added: pass over those that you do not know.',
    },
    servers: [{ url: '/', description: 'Where this document is served.' }],
    tags: Object.keys(areas).map((name) => ({ name })),
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
        centerPassword: {
          type: 'http',
          scheme: 'basic',
          description: 'The user name and password of the contact center’s account.',
        },
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

/** Says of every list that may hold anything that it does: linters want to be told. */
function withItems(document: JsonSchema & { readonly components: JsonSchema }): JsonSchema {
  const told = JSON.parse(JSON.stringify(document), (_key, value) =>
    isList(value) && !('items' in value)
      ? { ...value, items: { $ref: `#/components/schemas/${anyJson}` } }
      : value,
  );
  told.components.schemas[anyJson] = {
    description: anyValue,
    type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
    items: { $ref: `#/components/schemas/${anyJson}` },
  };
  return told;
}

const isList = (value: unknown): value is { readonly type: unknown } =>
  typeof value === 'object' && value !== null && 'type' in value && [value.type].flat().includes('array');

interface Parts {
  readonly schemas: Schemas;
  readonly refusals: Refusals;
}

type DescribedRoute = Route & { readonly operation: Described };
const isDescribed = (route: Route): route is DescribedRoute => route.operation in references;

function operationOf(route: DescribedRoute, { schemas, refusals }: Parts): JsonSchema {
  const reference = references[route.operation];
  const isSeveral = routes.filter(({ operation }) => operation === route.operation).length > 1;
  return {
    operationId: isSeveral ? `${route.operation}-${route.path.split('/').at(-1)}` : route.operation,
    tags: [areaOf(route.operation)],
    summary: reference.summary,
    ...(reference.description && { description: reference.description }),
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
  if (path.endsWith('/contactcenter')) return [{ centerPassword: [] }];
  return authorizer === 'jwt' ? [{ accessToken: [] }] : [];
}

/** A system may name the person there who asks, beside what the route takes. */
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

function headerParameters(route: Route, reference: OperationReference) {
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

function queryParameters({ query }: OperationReference) {
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
  { means, body, contentType, alsoAs, textExample, headers = [], examples }: AnswerReference,
  schemas: Schemas,
  besides: readonly AnswerHeader[],
) {
  const text = (as: string) => ({ [as]: { schema: { type: 'string' }, example: textExample } });
  const content = body
    ? {
        'application/json': {
          schema: schemas.of(body),
          ...(examples ? { examples: examplesOf(examples) } : { example: answerExample(body) }),
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

/** An example of each body that is answered. */
const examples = new Map<z.ZodMiniType, unknown>([
  [pollResponse, webChat.poll],
  [uploadAnswer, webChat.upload],
  [uploadState, webChat.uploaded],
  [publishedWidget, webChat.looks],
  [sessionInformation, webChat.session],
  [flowsPage, flows.flows],
  [flowDetail, flows.flow],
  [draft, flows.draft],
  [draftValidation, flows.validation],
  [draftTestResult, flows.tried],
  [draftReplayResult, flows.replayed],
  [versionsPage, flows.versions],
  [versionDetail, flows.version],
  [liveChange, flows.liveNow],
  [widgetsPage, directory.widgets],
  [widgetDetails, directory.widgetWithSites],
  [widgetView, directory.widget],
  [channelsPage, directory.channels],
  [channelView, directory.channel],
  [testOutcome, directory.tested],
  [tenantsPage, directory.tenants],
  [tenantView, directory.tenant],
  [userPage, directory.users],
  [adminUser, directory.user],
  [adminNames, directory.adminsToAsk],
  [serviceKeysPage, directory.serviceKeys],
  [madeServiceKey, directory.madeKey],
  [savedRepliesPage, directory.savedReplies],
  [savedReply, directory.savedReply],
  [auditPage, directory.audit],
  [conversationsPage, conversations.conversations],
  [conversationView, conversations.conversation],
  [transcriptPage, conversations.transcript],
  [messageTrace, conversations.trace],
  [personExport, conversations.person],
  [erasure, conversations.erased],
  [handoffsPage, desk.handoffs],
  [handoffAnswer, desk.handoff],
  [replyAnswer, desk.reply],
  [sideEntry, desk.note],
  [inboxAnswer, desk.inbox],
  [colleaguesAnswer, desk.colleagues],
  [handoffSettingsView, desk.settings],
  [templatesPage, desk.templates],
  [serviceMessageAnswer, desk.sent],
  [figuresAnswer, reports.figuresRead],
  [stepsAnswer, reports.stepsRead],
  [versionsAnswer, reports.versionsCompared],
  [refusalsAnswer, reports.refusalsRead],
]);

/** What is answered with a body of this schema, for example; undefined where nothing is told of it. */
const answerExample = (body: z.ZodMiniType): unknown => examples.get(body);
