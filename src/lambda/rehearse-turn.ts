import { createAwsClients } from '../aws/clients.ts';
import { imaginedAws } from '../aws/imagined-aws.ts';
import { directoryKeys } from '../domain/directory-keys.ts';
import { composeGateway } from './compose.ts';
import { Refusals } from './refusals.ts';
import { serveHttp } from './serve-http.ts';
import type { Environment } from './start-gateway.ts';
import { webChatOperations } from './web-chat-operations.ts';

const id = 'rehearsal';
const origin = 'https://rehearsal.invalid';
const flow = {
  ...{ id, version: 1, start: 'hello', variables: { name: 'you' } },
  steps: {
    hello: { kind: 'message', text: 'Hello {{ name }}', next: 'ask' },
    ask: {
      kind: 'question',
      text: 'More?',
      choices: [{ label: 'Yes', value: 'yes' }],
      saveAs: 'name',
      next: 'hello',
    },
  },
};
const documents: readonly (readonly [sk: string, document: unknown])[] = [
  [directoryKeys.tenant, { id, name: id, status: 'active' }],
  [directoryKeys.widget(id), { id, flow: id, allowed_origins: [origin] }],
  [directoryKeys.published(id), 1],
  [directoryKeys.flow(id, 1), flow],
];
const silent = { info: () => undefined, warn: () => undefined, error: () => undefined };
const uncounted = { count: () => undefined, time: () => undefined };

/**
 * Takes messages of a visitor who is not there through the whole of web chat, with an AWS that is nowhere, so that what the
 * first visitor's message runs through is compiled: an environment starts with a whole processor, of which they have a third.
 * @returns the statuses of its answers
 * @throws whatever composing or calling throws
 */
export async function rehearseTurn(env: Environment): Promise<readonly number[]> {
  const items = documents.map(([sk, document]) => ({ pk: id, sk, document }));
  const clients = createAwsClients(env, imaginedAws(items));
  const composed = composeGateway(env, { clients, log: silent, metrics: uncounted });
  const gateway = { ...composed, idKeys: async () => [{ id: '', secret: id }] as const };
  const statuses: number[] = [];
  for (const text of ['hello', 'yes']) {
    const request = {
      ...{ method: 'POST', path: '/v1/webchat/messages', query: {}, sourceIp: '192.0.2.1' },
      headers: {
        ...{ 'content-type': 'application/json', origin },
        ...{ 'x-tenant-id': id, 'x-widget-id': id },
        'x-session-id': '00000000-0000-4000-8000-000000000000',
        'x-idempotency-key': text,
      },
      rawBody: Buffer.from(JSON.stringify({ text, attachments: [], user: { id } })),
    };
    const reporting = { gateway, refusals: new Refusals() };
    const { statusCode } = await serveHttp(webChatOperations, reporting, request, gateway.nowMs());
    statuses.push(statusCode);
  }
  return statuses;
}
