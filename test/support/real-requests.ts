import { randomUUID } from 'node:crypto';
import { MailsTable } from '../../src/aws/mails-table.ts';
import { type AdminOperation, adminRoot } from '../../src/contract/admin/routes.ts';
import { type Route, routes } from '../../src/contract/routes.ts';
import { type ServiceOperation, serviceRoot, serviceRoutes } from '../../src/contract/service/routes.ts';
import type { MailLink } from '../../src/ports/mails.ts';
import type { AdminApi, TestRole } from './start-admin-api.ts';

/** Who asks: a user of a role, or a system with a service key. */
type Asker = TestRole | 'service';

/** What a request holds besides its route: of resources that are there. */
interface Asked {
  readonly parameters?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** A request that its route takes. */
export interface RealRequest extends Asked {
  readonly route: Pick<Route, 'method' | 'path' | 'operation'>;
}

type Build = (world: World, asker: Asker) => Asked | Promise<Asked>;
type WebChatOperation = Exclude<
  Route['operation'],
  AdminOperation | ServiceOperation | `${string}preflight` | 'accept-webhook' | 'subscribe-webhook'
>;

const note = 'Made by a test of every route.';
const range = { from: '2026-10-20', to: '2026-10-27' };
const once = () => ({ 'idempotency-key': randomUUID() });
const match = (etag: string) => ({ 'if-match': etag });
const fresh = (kind: string) => `${kind}-${randomUUID()}`;
const definition = { start: 'bye', steps: { bye: { kind: 'end', text: 'Bye' } } };

/** Makes what requests are about, as who may. */
class World {
  readonly api: AdminApi;
  #serviceKey: Promise<string> | undefined;

  constructor(api: AdminApi) {
    this.api = api;
  }

  async done(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
    const answer = await this.api.as('super-admin')(method, path, { body, headers });
    if (answer.status >= 300)
      throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer;
  }

  /** A key of a system that may do everything. */
  serviceKey(): Promise<string> {
    const capabilities = ['conversations:read', 'conversations:answer', 'messages:send'];
    this.#serviceKey ??= this.done('POST', '/service-keys', { name: 'Every route', capabilities }).then(
      ({ body }) => String(body.key),
    );
    return this.#serviceKey;
  }

  async headersOf(asker: Asker): Promise<Record<string, string>> {
    const token = asker === 'service' ? await this.serviceKey() : this.api.tokenOf(asker);
    return { authorization: `Bearer ${token}` };
  }

  async flow() {
    const flowId = `f_${randomUUID().replaceAll('-', '')}`;
    const { etag } = await this.done('POST', '/flows', { id: flowId, definition });
    return { parameters: { flowId }, etag };
  }

  /** A flow with two versions. @param more of the second's publication */
  async publishedFlow(more: object = {}) {
    const { parameters, etag: made } = await this.flow();
    const path = `/flows/${parameters.flowId}`;
    await this.done('POST', `${path}/publish`, { note }, match(made));
    const { etag: live } = await this.done('GET', `${path}/draft`);
    const next = { definition: { ...definition, title: 'Second' } };
    const { etag: saved } = await this.done('PUT', `${path}/draft`, next, match(live));
    const { etag } = await this.done('POST', `${path}/publish`, { note, ...more }, match(saved));
    return { parameters, etag };
  }

  /** Of a link by which a draft is tried. */
  async testToken() {
    const { parameters } = await this.flow();
    const { body } = await this.done('POST', `/flows/${parameters.flowId}/test-links`, {});
    return String(body.token);
  }

  async widget() {
    const body = { id: fresh('w'), flow: 'support', allowed_origins: [] };
    const { etag } = await this.done('PUT', `/widgets/${body.id}`, body, { 'if-none-match': '*' });
    return { parameters: { widgetId: body.id }, etag, body };
  }

  async guardedWidget() {
    const { parameters, etag: made } = await this.widget();
    const path = `/widgets/${parameters.widgetId}/secrets/signing_secret`;
    const { etag } = await this.done('PUT', path, { value: randomUUID() }, match(made));
    return { parameters: { ...parameters, role: 'signing_secret' }, etag };
  }

  async channel() {
    const body = { id: fresh('c'), channel: 'chatapp', flow: 'support', phone_number_id: fresh('n') };
    const path = `/channels/chatapp/${body.id}`;
    const { etag: made } = await this.done('PUT', path, body, { 'if-none-match': '*' });
    const value = { value: randomUUID() };
    const { etag } = await this.done('PUT', `${path}/secrets/app_secret`, value, match(made));
    const parameters = { channel: 'chatapp', accountId: body.id };
    return { parameters, etag, body };
  }

  async user() {
    const invited = { email: `${randomUUID()}@acme.example`, role: 'viewer' };
    const { body, etag } = await this.done('POST', '/users', invited);
    return { parameters: { userId: String(body.id) }, etag };
  }

  async text() {
    const { body, etag } = await this.done('POST', '/texts', { name: 'Hello', text: 'Hello.' });
    return { parameters: { textId: String(body.id) }, etag };
  }

  async contact() {
    const { body, etag } = await this.done('POST', '/contacts', { name: 'Ada' });
    return { parameters: { contactId: String(body.id) }, etag };
  }

  async tenant() {
    const { body, etag } = await this.done('POST', '/tenants', { id: fresh('t'), name: 'New' });
    return { parameters: { tenantId: String(body.tenant.id) }, etag };
  }

  /** A visitor who has asked for emails, and the token of a link in one. */
  async emailed(kind: MailLink['kind'] = 'confirm') {
    const { parameters, headers } = await this.conversation('hello');
    const email = `${randomUUID()}@example.com`;
    const page = `${this.api.url}/chat/acme/acme-web`;
    const path = `/v1/webchat/conversations/${parameters.conversationId}/email`;
    const answer = await this.api.post(path, { email, page }, headers);
    if (!answer.ok) throw new Error(`an email address was answered with ${answer.status}`);
    const mails = new MailsTable(this.api.clients.dynamodb, this.api.env.TABLE_PREFIX ?? '', Date.now);
    const link = { ...mails.addressOf('acme', 'visitor', email), ...parameters, kind, language: 'en' };
    const token = await mails.createLink({ ...link, expiresAtMs: Date.now() + 60_000 });
    return { parameters, headers, token };
  }

  /** A visitor whose email address is confirmed. */
  async confirmed() {
    const { parameters, headers, token } = await this.emailed();
    await fetch(`${this.api.url}/v1/mail?token=${token}`, { method: 'POST' });
    return { parameters, headers };
  }

  /** A conversation of a new visitor. */
  async conversation(text: string) {
    const session = randomUUID();
    const userId = fresh('v');
    const headers = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session };
    const said = { text, attachments: [], user: { id: userId } };
    const answer = await this.api.post('/v1/webchat/messages', said, headers);
    const { conversationId, messageId } = (await answer.json()) as Record<string, string>;
    if (!conversationId || !messageId) throw new Error(`a message was answered with ${answer.status}`);
    return { parameters: { conversationId }, messageId, userId, headers };
  }

  /** One that waits for a human. */
  async waiting() {
    const { parameters } = await this.conversation('agent');
    const { etag } = await this.done('GET', `/conversations/${parameters.conversationId}/handoff`);
    return { parameters, etag };
  }

  /** One that the asker has. */
  async taken(asker: Asker) {
    const { parameters, etag } = await this.waiting();
    const root = asker === 'service' ? serviceRoot : adminRoot;
    const headers = { ...(await this.headersOf(asker)), ...once(), ...match(etag) };
    const path = `${root}/conversations/${parameters.conversationId}/handoff/take`;
    const answer = await this.api.post(path, {}, headers);
    return { parameters, etag: answer.headers.get('etag') ?? etag };
  }

  async deskUpload(asker: Asker) {
    const { parameters } = await this.taken(asker);
    const root = asker === 'service' ? serviceRoot : adminRoot;
    const path = `${root}/conversations/${parameters.conversationId}/handoff/files`;
    const answer = await this.api.post(path, picture, await this.headersOf(asker));
    return {
      parameters: { ...parameters, fileId: String(((await answer.json()) as { fileId: string }).fileId) },
    };
  }
}

const picture = { filename: 'a.png', mimeType: 'image/png', sizeBytes: 70 };

const ofFlow: Build = async (world) => ({ parameters: (await world.flow()).parameters });
const ofTaken =
  (body: Asked['body']): Build =>
  async (world, asker) => {
    const { parameters, etag } = await world.taken(asker);
    return { parameters, body: body ?? {}, headers: { ...once(), ...match(etag) } };
  };
const ofUser: Build = async (world) => ({ parameters: (await world.user()).parameters });
const ofTenant: Build = async (world) => {
  const { parameters, etag } = await world.tenant();
  return { parameters, headers: match(etag) };
};
const ofConversation: Build = async (world) => ({
  parameters: (await world.conversation('hello')).parameters,
});
const ofChannel: Build = async (world) => ({ parameters: (await world.channel()).parameters });
const ofVisitor: Build = async (world) => ({
  parameters: { channel: 'webchat', userId: (await world.conversation('hello')).userId },
});
const ofAccountSecret: Build = async (world) => {
  const { parameters, etag } = await world.channel();
  return { parameters: { ...parameters, role: 'app_secret' }, headers: match(etag) };
};
const ofWidgetSecret: Build = async (world) => {
  const { parameters, etag } = await world.guardedWidget();
  return { parameters, headers: match(etag) };
};
const nothing: Build = () => ({});
const ofContact: Build = async (world) => ({ parameters: (await world.contact()).parameters });

const admin: Readonly<Record<AdminOperation, Build>> = {
  'list-flows': nothing,
  'create-flow': () => ({ body: { id: `f_${randomUUID().replaceAll('-', '')}`, definition } }),
  'read-flow': ofFlow,
  'delete-flow': async (world) => {
    const { parameters, etag } = await world.flow();
    return { parameters, headers: match(etag) };
  },
  'read-draft': ofFlow,
  'save-draft': async (world) => {
    const { parameters, etag } = await world.flow();
    return { parameters, headers: match(etag), body: { definition, layout: {}, conversations: [] } };
  },
  'validate-draft': ofFlow,
  'test-draft': async (world) => ({ ...(await ofFlow(world, 'admin')), body: { message: { text: 'hi' } } }),
  'replay-draft': async (world) => ({
    ...(await ofFlow(world, 'admin')),
    body: { conversations: [{ title: 'One', steps: [{ user: 'hi' }] }] },
  }),
  'note-editor': async (world) => ({ ...(await ofFlow(world, 'admin')), body: { stepId: 'bye' } }),
  'list-test-links': ofFlow,
  'create-test-link': async (world) => ({
    ...(await ofFlow(world, 'admin')),
    headers: once(),
    body: { realCalls: false },
  }),
  'revoke-test-link': async (world) => {
    const { parameters } = await world.flow();
    const { body } = await world.done('POST', `/flows/${parameters.flowId}/test-links`, {});
    return { parameters: { ...parameters, linkId: String(body.id) } };
  },
  'list-versions': () => ({ parameters: { flowId: 'support' } }),
  'read-version': () => ({ parameters: { flowId: 'support', version: '1' } }),
  'publish-flow': async (world) => {
    const { parameters, etag } = await world.flow();
    return { parameters, headers: match(etag), body: { note } };
  },
  'roll-back-flow': async (world) => {
    const { parameters, etag } = await world.publishedFlow();
    return { parameters, headers: match(etag), body: { version: 1 } };
  },
  'end-canary': async (world) => {
    const { parameters, etag } = await world.publishedFlow({ canaryPercent: 50 });
    return { parameters, headers: match(etag), body: { action: 'cancel' } };
  },
  'list-widgets': nothing,
  'read-widget': async (world) => ({ parameters: (await world.widget()).parameters }),
  'save-widget': async (world) => {
    const { parameters, etag, body } = await world.widget();
    return { parameters, headers: match(etag), body: { ...body, idle_minutes: 5 } };
  },
  'delete-widget': async (world) => {
    const { parameters, etag } = await world.widget();
    return { parameters, headers: match(etag) };
  },
  'set-widget-secret': async (world) => ({
    ...(await ofWidgetSecret(world, 'admin')),
    body: { value: randomUUID() },
  }),
  'delete-widget-secret': ofWidgetSecret,
  'end-widget-overlap': ofWidgetSecret,
  'list-channels': nothing,
  'read-channel': ofChannel,
  'save-channel': async (world) => {
    const { parameters, etag, body } = await world.channel();
    return { parameters, headers: match(etag), body: { ...body, idle_minutes: 5 } };
  },
  'delete-channel': async (world) => {
    const { parameters, etag } = await world.channel();
    return { parameters, headers: match(etag) };
  },
  'set-channel-secret': async (world) => ({
    ...(await ofAccountSecret(world, 'admin')),
    body: { value: randomUUID() },
  }),
  'delete-channel-secret': ofAccountSecret,
  'end-secret-overlap': ofAccountSecret,
  'send-test-message': async (world) => ({
    ...(await ofChannel(world, 'admin')),
    body: { to: '4915112345678' },
  }),
  'resume-channel': ofChannel,
  'list-conversations': () => ({ query: { status: 'active' } }),
  'search-conversations': () => ({ query: { q: 'order' } }),
  'read-figures': () => ({ query: { ...range, group: 'day' } }),
  'read-steps': () => ({ query: { ...range, flow: 'support' } }),
  'compare-versions': () => ({ query: { ...range, flow: 'support', version: '1', against: '2' } }),
  'read-labels-report': () => ({ query: range }),
  'read-refusals': () => ({ query: range }),
  'read-conversation': ofConversation,
  'list-messages': ofConversation,
  'trace-message': async (world) => {
    const { parameters, messageId } = await world.conversation('hello');
    return { parameters: { ...parameters, messageId } };
  },
  'list-contacts': nothing,
  'create-contact': () => ({ body: { name: 'Ada', attributes: { plan: 'pro' }, labels: ['vip'] } }),
  'read-contact': ofContact,
  'change-contact': async (world) => {
    const { parameters, etag } = await world.contact();
    return { parameters, headers: match(etag), body: { email: 'ada@example.com' } };
  },
  'list-contact-conversations': ofContact,
  'export-contact': ofContact,
  'erase-contact': ofContact,
  'list-tenants': nothing,
  'create-tenant': () => ({ body: { id: fresh('t'), name: 'New' } }),
  'read-tenant': () => ({ parameters: { tenantId: 'globex' } }),
  'change-tenant': async (world) => ({ ...(await ofTenant(world, 'super-admin')), body: { name: 'Newer' } }),
  'suspend-tenant': ofTenant,
  'resume-tenant': ofTenant,
  'read-flow-resources': nothing,
  'read-handoff-settings': nothing,
  'change-handoff-settings': async (world) => {
    const { body, etag } = await world.done('GET', '/handoff-settings');
    return { headers: match(etag), body: { queues: body.queues, handoff: body.handoff } };
  },
  'read-labels': nothing,
  'change-labels': async (world) => {
    const { etag } = await world.done('GET', '/labels');
    return { headers: match(etag), body: { labels: [{ id: 'vip', name: 'VIP', color: 'red' }] } };
  },
  'list-service-keys': nothing,
  'create-service-key': () => ({ body: { name: 'New', capabilities: ['conversations:read'] } }),
  'revoke-service-key': async (world) => {
    const { body } = await world.done('POST', '/service-keys', {
      name: 'Old',
      capabilities: ['conversations:read'],
    });
    return { parameters: { keyId: String(body.id) } };
  },
  'list-admins': nothing,
  'list-audit': () => ({ query: { action: 'flow.', resource: 'flow:support', who: 'nobody' } }),
  'list-saved-replies': nothing,
  'create-saved-reply': () => ({ body: { name: 'Hello', text: 'Hello.' } }),
  'change-saved-reply': async (world) => {
    const { parameters, etag } = await world.text();
    return { parameters, headers: match(etag), body: { name: 'Bye', text: 'Bye.' } };
  },
  'delete-saved-reply': async (world) => {
    const { parameters, etag } = await world.text();
    return { parameters, headers: match(etag) };
  },
  'list-users': nothing,
  'invite-user': () => ({ body: { email: `${randomUUID()}@acme.example`, role: 'viewer' } }),
  'read-user': ofUser,
  'change-user': async (world) => {
    const { parameters, etag } = await world.user();
    return { parameters, headers: match(etag), body: { role: 'editor' } };
  },
  'delete-user': async (world) => {
    const { parameters, etag } = await world.user();
    return { parameters, headers: match(etag) };
  },
  'reset-password': ofUser,
  'reset-mfa': ofUser,
  'sign-out-user': ofUser,
  'export-person': ofVisitor,
  'erase-person': ofVisitor,
  'list-handoffs': () => ({ query: { state: 'waiting', queue: 'default' } }),
  'list-templates': () => ({
    parameters: { channel: 'chatapp', accountId: 'whatsapp' },
    query: { search: 'a' },
  }),
  'list-colleagues': nothing,
  'read-handoff': async (world) => ({ parameters: (await world.waiting()).parameters }),
  'take-handoff': async (world) => {
    const { parameters, etag } = await world.waiting();
    return { parameters, body: {}, headers: { ...once(), ...match(etag) } };
  },
  'reply-to-visitor': ofTaken({ text: 'Hello.' }),
  'request-desk-upload': async (world, asker) => ({
    parameters: (await world.taken(asker)).parameters,
    body: picture,
  }),
  'read-desk-upload': async (world, asker) => world.deskUpload(asker),
  'note-for-colleagues': async (world, asker) => ({
    parameters: (await world.taken(asker)).parameters,
    headers: once(),
    body: { text: 'A note.', mention: ['nobody'] },
  }),
  'tell-typing': async (world, asker) => ({
    parameters: (await world.taken(asker)).parameters,
    body: { on: true },
  }),
  'assign-handoff': ofTaken({ to: { queue: 'default' }, note: 'Yours.' }),
  'return-handoff': ofTaken({ stepId: 'welcome' }),
  'triage-conversation': async (world, asker) => ({
    parameters: (await world.taken(asker)).parameters,
    headers: once(),
    body: { priority: 'high' },
  }),
  'close-handoff': ofTaken({ disposition: 'solved' }),
  'poll-inbox': async (world) => ({
    query: { wait: '0', watch: (await world.waiting()).parameters.conversationId },
  }),
};

const service: Readonly<
  Record<Extract<ServiceOperation, 'service-list-messages' | 'service-send-message'>, Build>
> = {
  'service-list-messages': ofConversation,
  'service-send-message': async (world) => ({
    headers: once(),
    body: { to: (await world.conversation('hello')).parameters, text: 'Hello.' },
  }),
};

const webChat: Readonly<Record<WebChatOperation, Build>> = {
  'post-webchat-message': () => ({
    headers: { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID(), ...once() },
    body: {
      text: 'hello',
      attachments: [{ type: 'image', url: 'https://shop.example/a.jpg', mediaId: 'm', sha256: 'a' }],
      user: { id: 'visitor', firstName: 'Ada', email: 'ada@shop.example', language: 'en' },
      metadata: { page: '/' },
    },
  }),
  'poll-conversation': async (world) => {
    const { parameters, headers } = await world.conversation('hello');
    return { parameters, headers, query: { wait: '0', handoffTag: 'none' } };
  },
  'read-widget-settings': () => ({ query: { tenant: 'acme', widget: 'acme-web' } }),
  'tell-visitor-types': async (world) => {
    const { parameters, headers } = await world.conversation('agent');
    return { parameters, headers, body: { on: true } };
  },
  'request-email': async (world) => {
    const { parameters, headers } = await world.conversation('hello');
    return {
      parameters,
      headers,
      body: {
        email: 'ada@example.com',
        page: `${world.api.url}/chat/acme/acme-web`,
        language: 'de',
        transcript: true,
      },
    };
  },
  'request-transcript': async (world) => world.confirmed(),
  'end-conversation': async (world) => {
    const { parameters, headers } = await world.conversation('hello');
    return { parameters, headers };
  },
  'claim-conversation': async (world) => ({
    headers: { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() },
    body: { token: (await world.emailed('open')).token },
  }),
  'show-mail-page': async (world) => ({ query: { token: (await world.emailed()).token } }),
  'press-mail-page': async (world) => ({ query: { token: (await world.emailed()).token } }),
  'request-upload': async (world) => ({
    headers: (await world.conversation('hello')).headers,
    body: picture,
  }),
  'read-upload': async (world) => {
    const { headers } = await world.conversation('hello');
    const answer = await world.api.post('/v1/webchat/uploads', picture, headers);
    return { headers, parameters: { fileId: String(((await answer.json()) as { fileId: string }).fileId) } };
  },
  'read-session': nothing,
  'read-test-chat': async (world) => ({ parameters: { token: await world.testToken() } }),
  'read-test-settings': async (world) => ({
    parameters: { token: await world.testToken() },
    query: { tenant: 'test', widget: 'link' },
  }),
  'post-test-message': async (world) => ({
    parameters: { token: await world.testToken() },
    headers: { 'x-session-id': randomUUID(), ...once() },
    body: testMessage(null),
  }),
  'poll-test-conversation': async (world) => {
    const token = await world.testToken();
    const headers = { 'x-session-id': randomUUID() };
    const answer = await world.api.post(
      `/v1/test-chat/${token}/v1/webchat/messages`,
      testMessage(null),
      headers,
    );
    const { conversationId } = (await answer.json()) as { readonly conversationId: string };
    return { parameters: { token, conversationId }, headers };
  },
};

const testMessage = (conversationId: string | null) => ({
  ...{ tenantId: 'test', conversationId, channel: 'webchat' },
  from: { id: randomUUID() },
  content: { text: 'hello' },
});

/** Requests of every route, each about resources that are there. */
export class RealRequests {
  readonly #world: World;
  readonly #url: string;

  constructor(api: AdminApi) {
    this.#world = new World(api);
    this.#url = api.url;
  }

  async build(route: RealRequest['route'], asker: Asker): Promise<RealRequest> {
    return { route, ...(await builderOf(route.operation)(this.#world, asker)) };
  }

  /** Sends a request; what `as` leaves out is as it was built. */
  async send(request: RealRequest, asker: Asker | null, raw: { path?: string; body?: string } = {}) {
    const { route, parameters = {}, query = {}, headers = {}, body } = request;
    const path = raw.path ?? pathOf(route.path, parameters);
    const asked = new URLSearchParams(query).toString();
    const sent = raw.body ?? (body && JSON.stringify(body));
    const response = await fetch(this.#url + path + (asked && `?${asked}`), {
      method: route.method,
      headers: {
        ...(sent !== undefined && { 'content-type': 'application/json' }),
        ...(asker !== null && isKnown(route.path) && (await this.#world.headersOf(asker))),
        ...headers,
      },
      ...(sent !== undefined && { body: sent }),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') ?? false;
    return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : text };
  }
}

/** A path with its parameters, each as it is escaped. */
export const pathOf = (path: string, parameters: Readonly<Record<string, string>>) =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));

const isKnown = (path: string) => !/^\/v1\/(webchat|test-chat)\//.test(path);

function builderOf(operation: Route['operation']): Build {
  const desk = serviceRoutes.find((route) => route.operation === operation)?.inboxOperation;
  const all: Readonly<Record<string, Build>> = { ...admin, ...service, ...webChat };
  const build = all[desk ?? operation];
  if (!build) throw new Error(`there is no request of ${operation}`);
  return build;
}

/** The routes that a request can be built of: all but those of providers and of browsers' own questions. */
export const realRoutes: readonly (Route & { readonly asker: Asker })[] = routes
  .filter(({ method, path }) => method !== 'OPTIONS' && !path.startsWith('/v1/webhooks/'))
  .map((route) => ({ ...route, asker: route.function === 'service' ? 'service' : 'super-admin' }));
