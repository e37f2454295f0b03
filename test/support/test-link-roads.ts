import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { testChatRoot } from '../../src/contract/test-chat.ts';
import type { HttpResult } from '../../src/http/write-result.ts';
import { adminEvent, httpEvent } from './http-event.ts';

type Invoke = (event: APIGatewayProxyEventV2) => Promise<unknown>;

/** Asks a model. */
const definition = {
  start: 'ask_model',
  steps: {
    ask_model: { kind: 'llm', system: 'Say hello.', send: true, next: 'bye', onError: 'bye' },
    bye: { kind: 'end', text: 'Bye' },
  },
};

/** Makes a link with real calls, drives every road of its chat, and revokes it. */
export async function takeTestLinkRoads(asAdmin: Invoke, asAnyone: Invoke): Promise<void> {
  const admin = async (expected: number, route: `${string} /${string}`, options: object) => {
    const { statusCode, body } = (await asAdmin(adminEvent(route, options))) as HttpResult;
    if (statusCode !== expected) throw new Error(`${route} answers ${statusCode}, not ${expected}: ${body}`);
    return body === '' ? null : JSON.parse(body);
  };
  const parameters = { flowId: 'test_road' };
  await admin(201, 'POST /flows', { body: { id: 'test_road', definition } });
  const { id, token } = await admin(201, 'POST /flows/{flowId}/test-links', {
    parameters,
    body: { realCalls: true },
  });
  await admin(200, 'GET /flows/{flowId}/test-links', { parameters });
  const session = { 'x-session-id': '6f1f3c1e-2f57-4a9b-9d2e-0c7c2b0c9b11' };
  const ask = async (method: string, pattern: string, named: Record<string, string>, body?: unknown) => {
    const headers: Record<string, string> = pattern.endsWith('/messages') ? session : {};
    const query: Record<string, string> = pattern.endsWith('/settings') ? { tenant: 'test' } : {};
    const path = Object.entries({ token, ...named }).reduce(
      (filled, [name, value]) => filled.replace(`{${name}}`, value),
      testChatRoot + pattern,
    );
    const event = httpEvent(method, path, { headers, query, ...(body !== undefined && { body }) });
    const routeKey = `${method} ${testChatRoot}${pattern}`;
    const answer = await asAnyone({ ...event, routeKey, pathParameters: { token, ...named } });
    const { statusCode, body: text } = answer as HttpResult;
    if (statusCode !== 200) throw new Error(`${routeKey} answers ${statusCode}: ${text}`);
    return JSON.parse(text);
  };
  await ask('GET', '/{token}', {});
  await ask('GET', '/{token}/v1/webchat/settings', {});
  const { conversationId } = await ask(
    'POST',
    '/{token}/v1/webchat/messages',
    {},
    {
      ...{ tenantId: 'test', conversationId: null, channel: 'webchat' },
      from: { id: '0b0e7d5e-5e0e-4c6c-9a53-6b1f4f6f1c11' },
      content: { text: 'hello' },
    },
  );
  await ask('GET', '/{token}/v1/webchat/conversations/{conversationId}/messages', { conversationId });
  await admin(204, 'DELETE /flows/{flowId}/test-links/{linkId}', {
    parameters: { ...parameters, linkId: id },
  });
}
