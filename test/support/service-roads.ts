import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import type { UploadAnswer } from '../../src/contract/files.ts';
import { serviceRoot } from '../../src/contract/service/routes.ts';
import type { HttpResult } from '../../src/http/write-result.ts';
import { png } from './files.ts';
import { adminEvent } from './http-event.ts';

type Invoke = (event: APIGatewayProxyEventV2) => Promise<unknown>;
type Options = Parameters<typeof adminEvent>[1];

/** Whether a deed at a handoff is done on what was read of it: typing and notes change nothing of it. */
export const changesDesk = (deed: string) => deed !== 'typing' && deed !== 'note';

/** A request of a system with a key. */
function serviceEvent(key: string, route: `${string} /${string}`, options: Options = {}) {
  const headers = { authorization: `Bearer ${key}`, ...options.headers };
  const event = adminEvent(route, { ...options, headers });
  const [method, path] = route.split(' ');
  return { ...event, routeKey: `${method} ${serviceRoot}${path}` };
}

/** A system takes a conversation from a contact center. */
export async function takeFromCenter(asAdmin: Invoke, asService: Invoke, conversationId: string) {
  const body = { name: 'Another road', capabilities: ['conversations:answer'] };
  const made = (await asAdmin(adminEvent('POST /service-keys', { body }))) as HttpResult;
  const headers = { 'idempotency-key': 'a road: a system from the center' };
  const asked = { parameters: { conversationId }, headers, body: { takeOver: true } };
  const route = 'POST /conversations/{conversationId}/handoff/take' as const;
  const taken = (await asService(serviceEvent(JSON.parse(made.body).key, route, asked))) as HttpResult;
  if (taken.statusCode !== 200) throw new Error(`no system could take over: ${taken.body}`);
}

/** Makes a key, drives every road of a system through two conversations, and takes the key back. */
export async function takeServiceRoads(
  asAdmin: Invoke,
  asService: Invoke,
  conversations: readonly { readonly id: string; readonly colleague: string }[],
  /** Of a chat app. */
  knownUser: string,
  /** Uploads a file by a form, and has it looked at. */
  keepFile: (upload: UploadAnswer['upload']) => Promise<void>,
): Promise<void> {
  const capabilities = ['conversations:read', 'conversations:answer', 'messages:send'];
  const body = { name: 'A road', capabilities };
  const made = (await asAdmin(adminEvent('POST /service-keys', { body }))) as HttpResult;
  const { id: keyId, key } = JSON.parse(made.body);
  const ask = (route: `${string} /${string}`, options: Options) =>
    asService(serviceEvent(key, route, options)) as Promise<HttpResult>;
  for (const { id: conversationId, colleague } of conversations) {
    const parameters = { conversationId };
    let etag = '';
    const call = async (expected: number, what: string, said: object) => {
      const headers = {
        'idempotency-key': `a road: ${what} ${conversationId}`,
        ...(etag && changesDesk(what) && { 'if-match': etag }),
      };
      const route = `POST /conversations/{conversationId}/handoff/${what}` as const;
      const first = await ask(route, { parameters, headers, body: said });
      const { statusCode, body: again } = await ask(route, { parameters, headers, body: said });
      if (statusCode !== expected)
        throw new Error(`${route} answers ${statusCode}, not ${expected}: ${again}`);
      etag = first.headers.etag ?? etag;
    };
    await call(200, 'take', { takeOver: true, agent: { id: 'a', name: 'Ada' } });
    await call(204, 'typing', { on: true });
    await call(201, 'reply', { text: 'Hello.' });
    await call(201, 'note', { text: 'A note.' });
    const asked = { filename: 'a.png', mimeType: 'image/png', sizeBytes: png.length };
    const files = 'POST /conversations/{conversationId}/handoff/files' as const;
    const uploaded = await ask(files, { parameters, body: asked });
    const { fileId, upload } = JSON.parse(uploaded.body);
    await keepFile(upload);
    await ask('GET /conversations/{conversationId}/handoff/files/{fileId}', {
      parameters: { ...parameters, fileId },
    });
    const sent = { 'idempotency-key': `a road: sent ${conversationId}`, 'if-match': etag };
    const reply = 'POST /conversations/{conversationId}/handoff/reply' as const;
    await ask(reply, { parameters, headers: sent, body: { files: [fileId] } });
    // A claim that is given back.
    await call(422, 'assign', { to: { queue: 'none' } });
    await call(200, 'assign', { to: { user: colleague } });
    for (const state of ['waiting', 'mine', 'taken']) await ask('GET /handoffs', { query: { state } });
    await ask('GET /conversations/{conversationId}/messages', { parameters });
    const headers = { 'idempotency-key': `a road: send ${conversationId}` };
    await ask('POST /messages', { headers, body: { to: { conversationId }, text: 'By the way.' } });
    await call(200, 'return', { run: 'published' });
  }
  const to = { channel: 'chatapp', accountId: 'whatsapp', userId: '4915110000044' };
  const template = { name: 'none', language: 'en' };
  // Their conversation is found by their name; to whom nobody knows no text is sent.
  const known = { to: { ...to, userId: knownUser }, text: 'Hello.' };
  for (const [n, body] of [{ to, text: 'Hello.' }, { to, template }, known].entries())
    await ask('POST /messages', { headers: { 'idempotency-key': `a road: first ${n}` }, body });
  await asAdmin(adminEvent('GET /service-keys'));
  await asAdmin(adminEvent('DELETE /service-keys/{keyId}', { parameters: { keyId } }));
}
