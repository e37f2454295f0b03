import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { idempotencyKeyOf } from '../channels/webchat-http/verify.ts';
import { headers } from '../contract/headers.ts';
import { limits } from '../contract/limits.ts';
import type { OperationOf } from '../contract/routes/table.ts';
import { pollQuery, settingsQuery } from '../contract/routes/web-chat.ts';
import { routes } from '../contract/routes.ts';
import type { PublishedWidget } from '../contract/widget-settings.ts';
import { GatewayError, invalidHeader } from '../domain/errors.ts';
import { type HttpRequest, readJsonBody, readQuery } from '../http/request.ts';
import { emptyResult, type HttpResult, jsonResult, preflightHeaders } from '../http/write-result.ts';
import {
  cors,
  type HttpContext,
  httpExchange,
  problemBody,
  requestLog,
} from '../middleware/http-exchange.ts';
import { bounded, lambdaEntry } from '../middleware/lambda-entry.ts';
import { findTestLink, showTestChat, type TestChatPorts } from '../operations/test-chat/find-test-link.ts';
import { pollTestConversation, postTestMessage } from '../operations/test-chat/test-conversation.ts';
import type { AdminHandler } from './admin/serve-admin.ts';
import * as ports from './ports.ts';

/**
 * The chat with drafts: a function of its own, since anyone with a link may call it. It can write nothing but what a
 * test chat is made of.
 * @throws Error when a setting is missing
 */
export function createTestChat(
  env: ports.Environment,
  replace: ports.Replacements<TestChatPorts> = {},
): AdminHandler {
  const parts = composeTestChat(env, replace);
  return bounded(
    lambdaEntry(
      (event: APIGatewayProxyEventV2, { exchange }: HttpContext) => serve(parts, event, exchange),
      [
        httpExchange(parts.nowMs, { 'cache-control': 'no-store' }),
        // The token is what lets in, not where a page comes from.
        cors((request) => request.headers.origin ?? null),
        requestLog(parts.log),
        problemBody(),
      ],
    ),
  );
}

function composeTestChat(
  env: ports.Environment,
  replace: ports.Replacements<TestChatPorts>,
): TestChatPorts & ports.Clock {
  return ports.portsOf<TestChatPorts>(
    env,
    {
      directory: ports.directory,
      http: ports.http,
      idKeys: ports.idKeys,
      llm: ports.llm,
      log: ports.log,
      records: ports.records,
      refusedAddress: ports.refusedAddress,
      secrets: ports.secrets,
      sessions: ports.testSessions,
      testLinks: ports.testLinks,
      testUse: ports.testUse,
      tokens: ports.tokens,
    },
    replace,
  );
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
