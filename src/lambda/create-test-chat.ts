import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import { type AwsClients, createDynamodbClient, createSecretsClient } from '../aws/clients.ts';
import { createLog } from '../aws/cloudwatch-log.ts';
import { idKeys } from '../aws/deployment-secrets.ts';
import { DirectoryRecordsTable } from '../aws/directory-records-table.ts';
import { DirectoryTable } from '../aws/directory-table.ts';
import { TokenCountsTable } from '../aws/run-counts-table.ts';
import { secretsManagerTenantSecrets } from '../aws/tenant-secret-store.ts';
import { TestLinksTable, TestSessionsTable, TestUseTable } from '../aws/test-chat-tables.ts';
import { idempotencyKeyOf } from '../channels/webchat-http/verify.ts';
import { guardedHttpClient } from '../clients/guarded-http-client.ts';
import { refusedAddress } from '../clients/refused-address.ts';
import { headers } from '../contract/headers.ts';
import { limits } from '../contract/limits.ts';
import type { OperationOf } from '../contract/routes/table.ts';
import { pollQuery, settingsQuery } from '../contract/routes/web-chat.ts';
import { routes } from '../contract/routes.ts';
import type { PublishedWidget } from '../contract/widget-settings.ts';
import { GatewayError, invalidHeader } from '../domain/errors.ts';
import { type HttpRequest, readJsonBody, readQuery } from '../http/request.ts';
import { emptyResult, type HttpResult, jsonResult, preflightHeaders } from '../http/write-result.ts';
import { bounded } from '../middleware/deadline.ts';
import { cors, type HttpContext, httpExchange, problemBody } from '../middleware/http-exchange.ts';
import { lambdaEntry } from '../middleware/lambda-entry.ts';
import { requestLog } from '../middleware/request-log.ts';
import { findTestLink, showTestChat, type TestChatPorts } from '../operations/test-chat/find-test-link.ts';
import { pollTestConversation, postTestMessage } from '../operations/test-chat/test-conversation.ts';
import type { HttpClient, LlmClient } from '../ports/http-client.ts';
import type { Log } from '../ports/observability.ts';
import type { AdminHandler } from './admin/serve-admin.ts';
import { llmClient } from './llm-client.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Parts that a test may replace. */
export interface TestChatReplacements {
  readonly clients?: Pick<AwsClients, 'dynamodb' | 'secrets'>;
  readonly nowMs?: () => number;
  readonly log?: Log;
  readonly http?: HttpClient;
  readonly llm?: LlmClient;
}

const required = z.string().check(z.minLength(1));

/** Environment of the function of test links. */
export const testChatSettings = z.object({
  STAGE: z._default(required, 'local'),
  /** The function, in each line of the log. */
  POWERTOOLS_SERVICE_NAME: z._default(required, 'test-chat'),
  TABLE_PREFIX: required,
  TENANT_SECRET_PREFIX: required,
  /** Origins besides public https ones that tested flows may call, separated by commas. */
  ALLOWED_HTTP_ORIGINS: z._default(z.string(), ''),
  /** Key of derived ids, in plain on a laptop only; tokens of links are signed with it. */
  ID_SECRET: z.optional(required),
  /** Secret that holds the key, everywhere else. */
  ID_SECRET_ARN: z.optional(required),
  /** An OpenAI-compatible endpoint; without it `llm` steps go to Amazon Bedrock. */
  LLM_BASE_URL: z.optional(required),
  LLM_API_KEY: z.optional(required),
  LLM_MODEL: z._default(z.string(), 'amazon.nova-lite-v1:0'),
});

/**
 * The chat with drafts: a function of its own, since anyone with a link may call it. It can write nothing but what a
 * test chat is made of.
 * @throws Error when a setting is missing
 */
export function createTestChat(env: Environment, replace: TestChatReplacements = {}): AdminHandler {
  const ports = composeTestChat(env, replace);
  return bounded(
    lambdaEntry(
      (event: APIGatewayProxyEventV2, { exchange }: HttpContext) => serve(ports, event, exchange),
      [
        httpExchange(ports.nowMs, { 'cache-control': 'no-store' }),
        // The token is what lets in, not where a page comes from.
        cors((request) => request.headers.origin ?? null),
        requestLog(ports.log),
        problemBody(),
      ],
    ),
  );
}

function composeTestChat(env: Environment, replace: TestChatReplacements): TestChatPorts {
  const settings = testChatSettings.parse(env);
  const { TABLE_PREFIX: prefix } = settings;
  const allowedOrigins = settings.ALLOWED_HTTP_ORIGINS.split(',').filter(Boolean);
  const { nowMs = Date.now } = replace;
  const dynamodb = replace.clients?.dynamodb ?? createDynamodbClient(env);
  const secrets = replace.clients?.secrets ?? createSecretsClient(env);
  return {
    directory: new DirectoryTable(dynamodb, prefix, nowMs),
    records: new DirectoryRecordsTable(dynamodb, prefix),
    secrets: secretsManagerTenantSecrets(secrets, settings.TENANT_SECRET_PREFIX, nowMs),
    http: replace.http ?? guardedHttpClient({ allowedOrigins }),
    refusedAddress: (address) => refusedAddress(address, allowedOrigins),
    testLinks: new TestLinksTable(dynamodb, prefix, nowMs),
    testUse: new TestUseTable(dynamodb, prefix, nowMs),
    sessions: new TestSessionsTable(dynamodb, prefix, nowMs),
    llm: replace.llm ?? llmClient(settings, env),
    tokens: new TokenCountsTable(dynamodb, prefix, nowMs),
    idKeys: idKeys(settings, secrets, nowMs),
    log: replace.log ?? createLog(settings.POWERTOOLS_SERVICE_NAME),
    nowMs,
    random: Math.random,
  };
}

/** A request, and what its path names. */
interface Asked {
  readonly request: HttpRequest;
  readonly token: string;
  readonly conversationId: string;
}

type Serve = (ports: TestChatPorts, asked: Asked) => Promise<HttpResult>;

const json = (body: unknown, given: Readonly<Record<string, string>> = {}) =>
  jsonResult(200, JSON.stringify(body), given);

const operations: Readonly<Record<OperationOf<'test-chat'>, Serve>> = {
  'read-test-chat': async (ports, { token }) => json(await showTestChat(ports, token)),
  'read-test-settings': async (ports, { request, token }) => {
    await findTestLink(ports, token);
    readQuery(request, settingsQuery);
    const settings: PublishedWidget = { start_on_open: true };
    return json(settings);
  },
  'post-test-message': async (ports, { request, token }) => {
    const { body, isRepeat } = await postTestMessage(ports, {
      token,
      sessionId: sessionOf(request),
      idempotencyKey: idempotencyKeyOf(request) ?? null,
      body: readJsonBody(request, limits.bodyBytes),
    });
    return json(body, isRepeat ? { [headers.idempotentReplayed]: 'true' } : {});
  },
  'poll-test-conversation': async (ports, { request, ...named }) => {
    const query = readQuery(request, pollQuery);
    const after = request.headers[headers.after] ?? query.after ?? null;
    return json(await pollTestConversation(ports, { ...named, sessionId: sessionOf(request), after }));
  },
};

async function serve(
  ports: TestChatPorts,
  event: APIGatewayProxyEventV2,
  exchange: HttpContext['exchange'],
): Promise<HttpResult> {
  const { request } = exchange;
  if (request.method === 'OPTIONS')
    return emptyResult(204, preflightHeaders(request.headers.origin ?? null, 'GET, POST'));
  const route = routes.find(({ method, path }) => `${method} ${path}` === event.routeKey);
  const operation = route && operations[route.operation as OperationOf<'test-chat'>];
  if (!operation) throw new GatewayError('route_not_found');
  exchange.operation = route.operation;
  const { token = '', conversationId = '' } = event.pathParameters ?? {};
  return operation(ports, { request, token, conversationId });
}

/** @throws `missing_header`, `invalid_header` */
function sessionOf({ headers: given, query }: HttpRequest): string {
  const sessionId = given[headers.sessionId] ?? query.session;
  if (sessionId === undefined || sessionId === '')
    throw invalidHeader(`the header ${headers.sessionId} is missing`, 'missing_header');
  if (sessionId.length > limits.identifierChars) throw invalidHeader(`${headers.sessionId} is too long`);
  return sessionId;
}
