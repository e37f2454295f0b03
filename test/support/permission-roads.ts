import { randomUUID } from 'node:crypto';
import { CreateSecretCommand } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { vi } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { ConversationsTable } from '../../src/aws/conversations-table.ts';
import { DeadLettersTable } from '../../src/aws/dead-letters.ts';
import { DirectoryRecordsTable } from '../../src/aws/directory-records-table.ts';
import { DirectoryTableWriter } from '../../src/aws/directory-writer.ts';
import { MailsTable } from '../../src/aws/mails-table.ts';
import { RunsTable } from '../../src/aws/runs-table.ts';
import { createS3Client, S3Objects } from '../../src/aws/s3-objects.ts';
import { shardOf } from '../../src/aws/search-items.ts';
import { SearchTable } from '../../src/aws/search-table.ts';
import type { FlowDefinition, StepOf } from '../../src/contract/flow.ts';
import { searchLimits } from '../../src/contract/limits.ts';
import { erasedConversation } from '../../src/domain/conversation-after.ts';
import { directoryKeys } from '../../src/domain/directory-keys.ts';
import { slotOf } from '../../src/domain/runs/cells.ts';
import { hourOf } from '../../src/domain/runs/local-time.ts';
import type { HttpResult } from '../../src/http/write-result.ts';
import { createAdmin } from '../../src/lambda/create-admin.ts';
import { createAdminPeople } from '../../src/lambda/create-admin-people.ts';
import { createAdminUsers } from '../../src/lambda/create-admin-users.ts';
import { createAuthBff } from '../../src/lambda/create-auth-bff.ts';
import { createFiles } from '../../src/lambda/create-files.ts';
import type { GatewayHandler } from '../../src/lambda/create-handler.ts';
import { createInbox } from '../../src/lambda/create-inbox.ts';
import { createRuns } from '../../src/lambda/create-runs.ts';
import { createService } from '../../src/lambda/create-service.ts';
import { createTestChat } from '../../src/lambda/create-test-chat.ts';
import { createUserSync } from '../../src/lambda/create-user-sync.ts';
import {
  listAsAdmin,
  readAsAdmin,
  reportAsAdmin,
  takeAdminRoads,
  takeContactRoads,
  takePeopleRoads,
  takeUserRoads,
} from './admin-roads.ts';
import { cloudApiBody, postCloudApi, textMessage } from './cloud-api.ts';
import { breachesOf } from './conformance/breaches-of.ts';
import { eventBreaches } from './conformance/event-breaches.ts';
import { poll, say } from './conversation.ts';
import { createHandler } from './create-handler.ts';
import { startFakeBedrock } from './fake-bedrock.ts';
import { type ProviderMood, startFakeProvider } from './fake-provider.ts';
import { png, sendForm } from './files.ts';
import { adminEvent, httpEvent, knownUserId, lambdaContext } from './http-event.ts';
import { queueEvent } from './queue-event.ts';
import { type RecordedAccess, recordAccess } from './recorded-access.ts';
import { changesDesk, takeFromCenter, takeServiceRoads } from './service-roads.ts';
import { signedHeaders } from './signed-headers.ts';
import { startTestStack, type TestStack } from './start-stack.ts';
import { takeTestLinkRoads } from './test-link-roads.ts';
import { storyOf } from './told-runs.ts';

const minuteMs = 60_000;
const elsewhere = 'https://elsewhere.example';
const idSecretName = 'gateway/id-secret';
const verifyTokensName = 'gateway/webhook-verify-tokens';

interface Roads {
  readonly stack: TestStack;
  readonly access: RecordedAccess;
  readonly handler: GatewayHandler;
  advance(ms: number): void;
  readonly mood: { current: ProviderMood };
}

/** Drives every road through the functions that calls AWS in a way of its own, and tells what each function called. */
export async function takeEveryRoad(): Promise<RecordedAccess> {
  const access = recordAccess(() => 'gateway-');
  const mood: { current: ProviderMood } = { current: () => 200 };
  const provider = await startFakeProvider(mood);
  const bedrock = await startFakeBedrock((caller) => access.note(caller, 'bedrock:InvokeModel models'));
  let aheadMs = 0;
  let handler: GatewayHandler = async () => undefined;
  // The roads call functions themselves: nobody else holds them to the reference.
  const breaches = new Set<string>();
  const nowMs = () => Date.now() + aheadMs;
  const stack = await startTestStack({
    background: false,
    queues: { nowMs },
    providerUrl: provider.url,
    changeTenant: (folder) => ({
      ...folder,
      tenant: {
        ...folder.tenant,
        llm_tokens_per_day: 1_000_000,
        search: 'all' as const,
        flow_secrets: { whatsapp_token: { hosts: ['127.0.0.1'] } },
        handoff: { queues: { default: { assignment: 'automatic' }, support: { assignment: 'automatic' } } },
      },
      flows: folder.flows.map(withLanguageModel),
    }),
    env: {
      ID_SECRET: undefined,
      ID_SECRET_ARN: idSecretName,
      WEBHOOK_VERIFY_TOKENS: undefined,
      WEBHOOK_VERIFY_TOKENS_ARN: verifyTokensName,
    },
    createHandler: (env) => {
      const perFunction = access.perFunction((name) => {
        const clients = createAwsClients(env, access.requestHandler);
        if (name === 'auth-bff') {
          return createAuthBff(env, { clients, nowMs }) as GatewayHandler;
        }
        if (name === 'admin-users')
          return createAdminUsers(env, { requestHandler: access.requestHandler }) as GatewayHandler;
        const objects = new S3Objects(createS3Client(env, access.requestHandler), env.FILES_BUCKET ?? '');
        if (name === 'runs') {
          const mailer = {
            async send() {
              access.note('runs', 'ses:SendEmail mail-domain');
              access.note('runs', 'ses:SendEmail mail-settings');
            },
          };
          return createRuns(env, { clients, mailer, nowMs, random: () => 0.01 }) as GatewayHandler;
        }
        if (name === 'files') return createFiles(env, { clients, objects, nowMs }) as GatewayHandler;
        if (name === 'admin-people')
          return createAdminPeople(env, {
            ...{ clients, objects, nowMs },
            pause: async () => undefined,
          }) as GatewayHandler;
        if (name === 'user-sync')
          return createUserSync(env, { requestHandler: access.requestHandler }) as GatewayHandler;
        if (name === 'admin-desk' || name === 'admin-inbox')
          return createInbox(env, { clients, nowMs }) as GatewayHandler;
        if (name === 'service') return createService(env, { clients, nowMs }) as GatewayHandler;
        if (name === 'test-chat') {
          const ofModels = { ...env, AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `${bedrock.url}/${name}` };
          return createTestChat(ofModels, { clients, nowMs }) as GatewayHandler;
        }
        if (name === 'admin') return createAdmin(env, { clients, nowMs }) as GatewayHandler;
        const ownEnv = { ...env, AWS_ENDPOINT_URL_BEDROCK_RUNTIME: `${bedrock.url}/${name}` };
        return createHandler(ownEnv, { clients, nowMs });
      });
      handler = async (event, context) => {
        const result = await perFunction(event, context);
        for (const breach of breachesOf(event, result)) breaches.add(breach);
        return result;
      };
      return handler;
    },
  });
  const advance = (ms: number) => {
    aheadMs += ms;
  };
  try {
    await createSecrets(stack);
    await drive({ stack, access, handler, advance, mood });
  } finally {
    await Promise.all([stack.stop(), provider.stop(), bedrock.stop()]);
  }
  for (const breach of stack.bus.events.flatMap(eventBreaches)) breaches.add(breach);
  if (breaches.size > 0)
    throw new Error(`what the reference of the API does not describe: ${[...breaches].join('; ')}`);
  return access;
}

/** Before a model is asked, a service is that wants a secret, and isn't there. */
function withLanguageModel(flow: FlowDefinition): FlowDefinition {
  if (flow.id !== 'support') return flow;
  // What may last longer than the request is left to the queue, whatever its author says.
  const inRequest = { background: false, timeoutMs: 1_000 } as const;
  const hours = {
    ...inRequest,
    kind: 'http',
    method: 'GET',
    url: 'https://127.0.0.1/',
    headers: { authorization: 'Bearer {{ secrets.whatsapp_token }}' },
    next: 'ask_model',
    onError: 'ask_model',
  } as const;
  const askModel = {
    ...inRequest,
    kind: 'llm',
    system: 'Tell the hours.',
    send: true,
    next: 'more',
    onError: 'more',
  } as const;
  // One model is asked in the request, the other on the queue.
  const warehouse = { ...hours, background: true, next: 'ask_later', onError: 'ask_later' };
  const askLater = { ...askModel, background: true };
  // The schedule puts a reminder on the queue of the conversation.
  const menu = { ...flow.steps.menu, remindAfterMinutes: 1 } as StepOf<'question'>;
  return {
    ...flow,
    steps: { ...flow.steps, menu, hours, ask_model: askModel, warehouse, ask_later: askLater },
  };
}

async function createSecrets(stack: TestStack): Promise<void> {
  const { secrets } = createAwsClients(stack.env);
  await secrets.send(new CreateSecretCommand({ Name: idSecretName, SecretString: 'a key of a test' }));
  await secrets.send(new CreateSecretCommand({ Name: verifyTokensName, SecretString: 'old,new' }));
}

async function drive(roads: Roads): Promise<void> {
  const { stack, advance } = roads;
  // Signed by the machine's clock: before the roads move theirs.
  await talkSigned(stack);
  await talk(roads);
  await preflight(stack);
  await subscribe(stack);
  await readSession(roads);
  await takeAdminRoads(asAdmin(roads.handler));
  await takeTestLinkRoads(asAdmin(roads.handler), (event) =>
    roads.handler(event, { ...lambdaContext, functionName: 'test-chat' }),
  );
  await takeUserRoads((event) => roads.handler(event, { ...lambdaContext, functionName: 'admin-users' }));
  await takeSyncRoad(roads);
  await shareFiles(roads);
  await talkByChatApp(roads);
  await writeAs(stack, { from: '4915119000071', from_user_id: mover });
  await tellOfNothing(roads);
  await talkByContactCenter(stack);
  await holdReplies(roads);
  await poison(stack);
  await giveUp(roads);
  await loseTheQueue(stack);
  await answerFromCenter(roads);
  const repeatReply = await answerVisitors(roads);
  await leaveEffectsPending(roads);
  await stack.drain();
  advance(6 * minuteMs);
  await stack.tick();
  await stack.drain();
  advance(24 * 60 * minuteMs);
  await stack.tick();
  await repeatReply();
  await countRuns(roads);
  await erasePeople(roads);
}

/** Runs as they are told, listed and counted, by night, too. */
async function countRuns({ stack, handler, advance }: Roads): Promise<void> {
  const runs = (event: unknown) => handler(event, { ...lambdaContext, functionName: 'runs' });
  const tell = (bodies: readonly unknown[]) =>
    runs({
      Records: bodies.map((body, n) => ({
        ...{ body: JSON.stringify(body), messageId: String(n), eventSource: 'aws:sqs' },
        attributes: { ApproximateReceiveCount: '2' },
      })),
    });
  const conversationId = await askForEmails(stack);
  await tell([
    { kind: 'mail', what: 'transcript', tenantId: 'acme', conversationId, id: 'road', sinceMs: 0 },
  ]);
  // Who waits for a human when they are erased.
  const waiting = await say(stack, randomUUID(), 'agent');
  await expectStatus(200, Promise.resolve(waiting.clone()));
  await fillSearch(stack, (await waiting.json()).conversationId);
  // A contact who gives up a number.
  const wa_id = '4915119000072';
  const system = { type: 'user_changed_number', wa_id, user_id: mover, previous_user_id: mover };
  await writeAs(stack, { from: '4915119000071' }, { type: 'system', text: undefined, system });
  await writeAs(stack, { from: wa_id, from_user_id: mover });
  const turns = stack.queues.waiting(stack.env.TURNS_QUEUE_URL ?? '');
  await handler(queueEvent(turns), { ...lambdaContext, functionName: 'worker' });
  const told = stack.bus.events.filter(({ detail }) => detail.run !== undefined);
  await tell(told.slice(-40));
  await listAsAdmin(asAdmin(handler));
  const schedule = { source: 'aws.scheduler' };
  advance(5 * minuteMs);
  await runs(schedule);
  const [last] = told.slice(-1).map(({ detail }) => (detail.run as { startedAtMs: number }).startedAtMs);
  await tell([{ kind: 'roll-up', tenantId: 'acme', slotMs: last }]);
  if (last !== undefined) await failAsCanary(stack, last);
  await tell([{ kind: 'roll-up', tenantId: 'acme', slotMs: last }]);
  const tomorrow = new Date(Date.now() + 48 * 60 * minuteMs);
  tomorrow.setUTCHours(2, 30, 0, 0);
  advance(tomorrow.getTime() - Date.now() - 25 * 60 * minuteMs);
  for (let hours = 0; hours < 24; hours += 1) {
    advance(60 * minuteMs);
    await runs(schedule);
  }
  await tell([{ kind: 'recount', tenantId: 'acme' }]);
  await reportAsAdmin(asAdmin(handler), hourOf('Europe/Berlin', last ?? 0).date);
}

const mover = 'DE.1900071';

/** A message of a chat app's user, by number, ID or both. */
async function writeAs(stack: TestStack, names: object, message: object = {}): Promise<void> {
  const text = {
    ...textMessage('', 'hello', `wamid.${randomUUID()}`),
    from: undefined,
    ...names,
    ...message,
  };
  await expectStatus(200, postCloudApi(stack, cloudApiBody({ messages: [text] })));
}

/** Parts that are packed with a conversation's, one of them of an erased conversation. */
async function fillSearch(stack: TestStack, beside: string): Promise<void> {
  const { dynamodb } = createAwsClients(stack.env);
  const prefix = String(stack.env.TABLE_PREFIX);
  const search = new SearchTable(dynamodb, prefix, Date.now);
  const ids = Array.from({ length: 8 * searchLimits.packLeast }, (_, n) => `packed-${n}`);
  const names = ids.filter((id) => shardOf(id) === shardOf(beside)).slice(0, searchLimits.packLeast);
  const { tenantId, expiresAtS } = {
    tenantId: 'acme',
    expiresAtS: Math.ceil(Date.now() / 1000) + searchLimits.keptDays * 24 * 60 * 60,
  };
  for (const conversationId of names)
    await search.savePart({
      ...{ tenantId, conversationId, n: 1, version: 1, words: ['packed'], lastId: '' },
      ...{ firstMs: 1, lastMs: Date.now(), expiresAtS },
    });
  const nothing = { widgetId: null, version: 0, lastMessageId: null, lastSeq: 0, idleMinutes: 60 };
  const gone = { tenantId, conversationId: names[0] ?? '', channel: 'webchat' as const, ...nothing };
  await new ConversationsTable(dynamodb, prefix).save(erasedConversation(gone, Date.now(), ''));
}

/** A canary whose flow has raised in every run, beside a version in whose runs it has not. */
async function failAsCanary(stack: TestStack, atMs: number): Promise<void> {
  const { dynamodb } = createAwsClients(stack.env);
  const records = new DirectoryRecordsTable(dynamodb, String(stack.env.TABLE_PREFIX));
  const sk = directoryKeys.published('support');
  const pointer = await records.find('acme', sk);
  const canary = { version: 99, percent: 10 };
  const attributes = { ...pointer?.attributes, canary, at: new Date(atMs).toISOString() };
  await records.write('acme', { sk, attributes }, pointer ?? 'nothing');
  const runs = new RunsTable(dynamodb, String(stack.env.TABLE_PREFIX), () => atMs);
  for (const [version, failedTurns] of [
    [1, 0],
    [99, 1],
  ] as const)
    for (let n = 0; n < 25; n += 1) {
      const [told] = storyOf(version * 100 + n, atMs);
      if (!told) throw new Error('a run has a state');
      const flow = { ...told.run.flow, version };
      // Who has taken one is computed for widgets.
      const taken = { id: `${told.run.id}h`, queue: 'default', requestedAtMs: atMs, takenAtMs: atMs + 1_000 };
      const run = {
        ...told.run,
        ...{ flow, flows: [{ id: 'support', version, steps: '' }], failedTurns },
        ...(failedTurns === 0 && n === 0 && { handoffs: [taken] }),
      };
      await runs.merge({ ...told, tenantId: 'acme', run });
    }
  await runs.mark('acme', [slotOf(atMs)]);
}

/** An entry of nobody, and a user whom the index does not know. */
async function takeSyncRoad({ stack, handler }: Roads): Promise<void> {
  const { dynamodb } = createAwsClients(stack.env);
  const records = new DirectoryRecordsTable(dynamodb, String(stack.env.TABLE_PREFIX));
  await records.write('acme', { sk: directoryKeys.user(randomUUID()), attributes: {} }, 'nothing');
  const known = await records.find('acme', directoryKeys.user(knownUserId));
  if (known) await records.remove('acme', known.sk, known);
  await handler({ source: 'aws.scheduler' }, { ...lambdaContext, functionName: 'user-sync' });
}

/** A human takes, answers, gives away and gives back, on web chat and on a chat app; each request is made once more. */
async function answerVisitors(roads: Roads): Promise<() => Promise<void>> {
  const { stack, handler } = roads;
  const session = randomUUID();
  const { conversationId } = await (await say(stack, session, 'agent')).json();
  let repeatReply = async () => undefined as unknown;
  const inbox = (query: Record<string, string>) =>
    handler(adminEvent('GET /inbox', { query: { wait: '0', ...query } }), {
      ...lambdaContext,
      functionName: 'admin-inbox',
    }) as Promise<HttpResult>;
  const { cursor } = JSON.parse((await inbox({})).body);
  await poll(stack, session, conversationId, { wait: '0' });
  // Who has just written: a day later the chat app takes no text.
  const atS = Math.floor(Date.now() / 1000) + 24 * 60 * 60;
  const writer = '4915110000077';
  const message = textMessage(writer, 'agent', `wamid.${randomUUID()}`, atS);
  await postCloudApi(stack, cloudApiBody({ messages: [message] }));
  await stack.drain();
  const byChatApp = stack.bus.events.findLast(({ detail }) => detail.channel === 'chatapp')?.detail;
  const ask = (route: `${string} /${string}`, options: Parameters<typeof adminEvent>[1]) =>
    handler(adminEvent(route, options), {
      ...lambdaContext,
      functionName: 'admin-desk',
    }) as Promise<HttpResult>;
  for (const id of [conversationId, byChatApp?.conversationId]) {
    const parameters = { conversationId: String(id) };
    let etag = '';
    const call = async (expected: number, what: string, body: object = {}) => {
      const headers = {
        'idempotency-key': `a road: ${what} ${id}`,
        ...(etag && changesDesk(what) && { 'if-match': etag }),
      };
      const route = `POST /conversations/{conversationId}/handoff/${what}` as const;
      const first = await ask(route, { parameters, headers, body });
      const { statusCode, body: said } = await ask(route, { parameters, headers, body });
      if (statusCode !== expected)
        throw new Error(`${route} answers ${statusCode}, not ${expected}: ${said}`);
      etag = first.headers.etag ?? etag;
    };
    await call(200, 'take', { takeOver: true });
    await call(204, 'typing', { on: true });
    if (id === conversationId) {
      const headers = { 'x-tenant-id': 'acme', 'x-session-id': session };
      await expectStatus(204, stack.post(`/v1/webchat/conversations/${id}/typing`, { on: true }, headers));
    }
    const read = etag;
    await call(201, 'reply', { text: 'Hello.' });
    const headers = { 'idempotency-key': `a road: reply ${id}`, 'if-match': read };
    const reply = 'POST /conversations/{conversationId}/handoff/reply' as const;
    // When its claim is forgotten, the conversation still knows it.
    repeatReply = () => ask(reply, { parameters, headers, body: { text: 'Hello.' } });
    await call(201, 'note', { text: 'A note.' });
    const uploads = 'POST /conversations/{conversationId}/handoff/files' as const;
    const asked = { filename: 'a.png', mimeType: 'image/png', sizeBytes: png.length };
    const file = { parameters, headers: { 'idempotency-key': `a road: file ${id}` }, body: asked };
    const { fileId, upload } = JSON.parse((await ask(uploads, file)).body);
    await sendForm(upload, png);
    await vi.waitUntil(() => stack.queues.waiting(stack.env.FILES_QUEUE_URL ?? '').length > 0);
    await moveFiles(roads);
    const known = { parameters: { ...parameters, fileId } };
    await ask('GET /conversations/{conversationId}/handoff/files/{fileId}', known);
    const withFile = { parameters, headers: { 'idempotency-key': `a road: sent ${id}`, 'if-match': etag } };
    await ask(reply, { ...withFile, body: { files: [fileId] } });
    await inbox({ cursor, watch: String(id) });
    // Another agent mentions the one who opens the conversation.
    const mention = { text: 'Look.', mention: [knownUserId] };
    const claims = { sub: '5f0c6a52-1d0e-4d0b-9a40-000000000003' };
    const noted = {
      parameters,
      headers: { 'idempotency-key': `a road: mention ${id}` },
      body: mention,
      claims,
    };
    const { statusCode, body: said } = await ask('POST /conversations/{conversationId}/handoff/note', noted);
    if (statusCode !== 201) throw new Error(`a mention is answered ${statusCode}: ${said}`);
    await inbox({ cursor, watch: String(id) });
    if (id === conversationId) await poll(stack, session, conversationId, { wait: '0' });
    // A claim that is given back.
    await call(422, 'assign', { to: { queue: 'none' } });
    await call(200, 'assign', { to: { user: knownUserId }, note: 'Yours.' });
    await ask('GET /channels/{channel}/{accountId}/templates', {
      parameters: { channel: 'chatapp', accountId: 'whatsapp' },
    });
    for (const state of ['waiting', 'mine', 'taken']) await ask('GET /handoffs', { query: { state } });
    // Whether it has given a cursor its signature says.
    await ask('GET /handoffs', { query: { cursor: Buffer.from('["x","y"]').toString('base64url') } });
    await ask('GET /handoffs/colleagues', {});
    await ask('GET /conversations/{conversationId}/handoff', { parameters });
    await call(200, 'return', { run: 'published', variables: { order: 'A-17' } });
  }
  await takeServiceRoads(
    asAdmin(handler),
    (event) => handler(event, { ...lambdaContext, functionName: 'service' }),
    [conversationId, byChatApp?.conversationId].map((id) => ({ id: String(id), colleague: knownUserId })),
    writer,
    async (upload) => {
      await sendForm(upload, png);
      await vi.waitUntil(() => stack.queues.waiting(stack.env.FILES_QUEUE_URL ?? '').length > 0);
      await moveFiles(roads);
    },
  );
  return async () => void (await repeatReply());
}

/** An event for a reply that no turn has committed. */
async function tellOfNothing({ stack }: Roads): Promise<void> {
  const ours = stack.bus.events.findLast(
    (event) => event['detail-type'] === 'Channel.OutboundRequested' && event.detail.channel === 'chatapp',
  );
  const body = JSON.stringify({
    'detail-type': 'Channel.OutboundRequested',
    detail: { ...ours?.detail, eventId: randomUUID(), conversationId: randomUUID() },
  });
  await createAwsClients(stack.env).sqs.send(
    new SendMessageCommand({
      QueueUrl: String(stack.env.OUTBOUND_QUEUE_URL),
      MessageBody: body,
      MessageGroupId: randomUUID(),
      MessageDeduplicationId: randomUUID(),
    }),
  );
  await stack.drain();
}

/** A contact center answers, on web chat and on a chat app: out of order, is away for a while, and is taken from. */
async function answerFromCenter({ stack, handler, advance, mood }: Roads): Promise<void> {
  const folder = stack.tenants.find(({ tenant }) => tenant.id === 'acme');
  if (!folder) throw new Error('there is no acme');
  const { clients, env } = stack;
  const places = { tablePrefix: String(env.TABLE_PREFIX), secretPrefix: String(env.TENANT_SECRET_PREFIX) };
  const writer = new DirectoryTableWriter(clients, places, { rewriteFlows: true });
  const escalation = { kind: 'contactcenter', account: 'contact-center', fallback: 'inbox' } as const;
  await writer.apply({ ...folder, tenant: { ...folder.tenant, escalation } }, { overwrite: true });
  advance(2 * minuteMs);
  const session = randomUUID();
  mood.current = () => 503;
  await (await say(stack, session, 'agent')).json();
  // Who has just written, whatever the clock says: their center may answer, and is told what becomes of that.
  const atS = Math.floor(Date.now() / 1000) + 60 * 24 * 60 * 60;
  const message = textMessage('4915110000079', 'agent', `wamid.${randomUUID()}`, atS);
  await postCloudApi(stack, cloudApiBody({ messages: [message] }));
  await stack.drain();
  for (let n = 0; n < 8; n += 1) {
    advance(minuteMs / 4);
    await stack.drain();
  }
  mood.current = () => 200;
  advance(15 * minuteMs);
  await stack.drain();
  const asked = stack.bus.events.filter((event) => event['detail-type'] === 'Conversation.HandoffRequested');
  const credentials = 'acme-contact-center:development-only-contact-center-password';
  for (const { detail } of asked.slice(-2)) {
    const { handoffId } = detail.data as { handoffId: string };
    const send = (position: number, body: object) =>
      expectStatus(
        200,
        stack.post(
          '/v1/webhooks/contactcenter',
          { id: `road-${position}-${handoffId}`, handoffId, position, type: 'Text', text: 'hi', ...body },
          { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
        ),
      );
    await send(2, {});
    await send(2, {});
    await stack.drain();
    advance(minuteMs / 4);
    await stack.drain();
    const typing = [{ eventType: 'Typing' }];
    await send(3, { type: 'Event', events: typing });
    // biome-ignore lint/suspicious/noThenProperty: its name on the wire.
    const ended = [{ eventType: 'Ended', then: 'return', stepId: 'menu' }];
    await send(4, { type: 'Event', events: ended });
    await send(5, {});
    await stack.drain();
  }
  const other = await (await say(stack, randomUUID(), 'agent')).json();
  const route = 'POST /conversations/{conversationId}/handoff/take' as const;
  const headers = { 'idempotency-key': 'a road: from the center' };
  const parameters = { conversationId: String(other.conversationId) };
  const taken = (await handler(adminEvent(route, { parameters, headers, body: { takeOver: true } }), {
    ...lambdaContext,
    functionName: 'admin-desk',
  })) as HttpResult;
  if (taken.statusCode !== 200) throw new Error(`nobody could take over: ${taken.body}`);
  const third = await (await say(stack, randomUUID(), 'agent')).json();
  const asService = (event: APIGatewayProxyEventV2) =>
    handler(event, { ...lambdaContext, functionName: 'service' });
  await takeFromCenter(asAdmin(handler), asService, String(third.conversationId));
  await writer.apply(folder, { overwrite: true });
  advance(2 * minuteMs);
}

/** Those whom the other roads have known, and one whose reply was never sent, and a message of whom was given up. */
async function erasePeople(roads: Roads): Promise<void> {
  const { stack, handler, mood } = roads;
  const unsent = '4915110000055';
  mood.current = () => 503;
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(unsent, 'hello')] }));
  const [turn = '{}'] = stack.queues.waiting(stack.env.TURNS_QUEUE_URL ?? '');
  await stack.drain();
  const { conversationId } = JSON.parse(turn).message;
  const { dynamodb } = createAwsClients(stack.env);
  await new DeadLettersTable(dynamodb, stack.env.TABLE_PREFIX ?? '').keep({
    ...{ tenantId: 'acme', conversationId, id: randomUUID(), queue: 'turns', kind: 'turn' },
    ...{ reason: 'a road', attempts: 1, deadAtMs: Date.now(), correlationId: null, body: '{}' },
  });
  const asPeople = (event: APIGatewayProxyEventV2) =>
    handler(event, { ...lambdaContext, functionName: 'admin-people' });
  const { items } = await takeContactRoads(asAdmin(handler));
  for (const { id: contactId } of items)
    for (const route of ['GET /contacts/{contactId}/export', 'DELETE /contacts/{contactId}'] as const)
      await asPeople(adminEvent(route, { parameters: { contactId } }));
  await takePeopleRoads(asPeople, [
    { channel: 'chatapp', userId: `+${unsent}` },
    { channel: 'chatapp', userId: `+${sharer}` },
    { channel: 'webchat', userId: 'visitor' },
  ]);
  await fetchTooLate(roads);
}

/** What lies on the queue of files, by the function's own way. */
async function moveFiles({ stack, handler }: Roads, bodies?: readonly string[]): Promise<void> {
  const waiting = bodies ?? stack.queues.waiting(stack.env.FILES_QUEUE_URL ?? '');
  const Records = waiting.map((body, n) => ({ body, messageId: String(n), eventSource: 'aws:sqs' }));
  await handler({ Records }, { ...lambdaContext, functionName: 'files' });
  // What is left on the queue finds that everything is done.
  if (!bodies) await stack.drain();
}

const sharer = '4915110000066';

/** A file of a visitor and one of a chat app, kept, shown and, where nobody wants it, swept. */
async function shareFiles(roads: Roads): Promise<void> {
  const { stack, handler } = roads;
  const headers = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() };
  const asked = { filename: 'a.png', mimeType: 'image/png', sizeBytes: png.length };
  const { fileId, upload } = await (await stack.post('/v1/webchat/uploads', asked, headers)).json();
  await sendForm(upload, png);
  await vi.waitUntil(() => stack.queues.waiting(stack.env.FILES_QUEUE_URL ?? '').length > 0);
  await moveFiles(roads);
  await expectStatus(200, fetch(`${stack.url}/v1/webchat/uploads/${fileId}`, { headers }));
  const message = { text: '', attachments: [{ fileId }], user: { id: 'visitor' } };
  const sent = await stack.post('/v1/webchat/messages', message, headers);
  await expectStatus(200, Promise.resolve(sent));
  await moveFiles(roads);
  const { conversationId } = await sent.json();
  const path = `${stack.url}/v1/webchat/conversations/${conversationId}/messages?wait=0`;
  await expectStatus(200, fetch(path, { headers }));
  await readAsAdmin(asAdmin(handler), conversationId);
  const image = { from: sharer, id: `wamid.${randomUUID()}`, timestamp: '1760000000', type: 'image' };
  const of = cloudApiBody({ messages: [{ ...image, image: { id: '1', mime_type: 'image/png' } }] });
  await expectStatus(200, postCloudApi(stack, of));
  sharedMedia = stack.queues.waiting(stack.env.FILES_QUEUE_URL ?? '');
  await moveFiles(roads);
  const bucket = new S3Objects(createS3Client(stack.env), stack.env.FILES_BUCKET ?? '');
  await bucket.write('clean/2020-01-01/acme/over/due', png, 'image/png');
  await handler({ source: 'aws.scheduler' }, { ...lambdaContext, functionName: 'files' });
}

let sharedMedia: readonly string[] = [];

/** A file that is fetched when its sender has been erased. */
async function fetchTooLate(roads: Roads): Promise<void> {
  const [body = '{}'] = sharedMedia;
  await moveFiles(roads, [JSON.stringify({ ...JSON.parse(body), fileId: randomUUID() })]);
}

async function isWaiting(stack: TestStack, conversationId: string): Promise<boolean> {
  const table = new ConversationsTable(createAwsClients(stack.env).dynamodb, String(stack.env.TABLE_PREFIX));
  return (await table.find('acme', conversationId))?.pollers.length === 1;
}

/** A visitor leaves an address, confirms it and asks for the transcript. */
async function askForEmails(stack: TestStack): Promise<string> {
  const session = randomUUID();
  const headers = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session };
  const { conversationId } = await (await say(stack, session, 'hello')).json();
  const path = `/v1/webchat/conversations/${conversationId}`;
  const email = 'ada@example.com';
  const page = `${stack.url}/chat/acme/acme-web`;
  await expectStatus(202, stack.post(`${path}/email`, { email, page }, headers));
  await stack.drain();
  const mails = new MailsTable(
    createAwsClients(stack.env).dynamodb,
    String(stack.env.TABLE_PREFIX),
    () => Date.now() + 365 * 24 * 60 * minuteMs,
  );
  const address = mails.addressOf('acme', 'visitor', email);
  const link = { ...address, kind: 'confirm', conversationId, language: 'en' } as const;
  const token = await mails.createLink({ ...link, expiresAtMs: Date.now() + 400 * 24 * 60 * minuteMs });
  await expectStatus(200, fetch(`${stack.url}/v1/mail?token=${token}`, { method: 'POST' }));
  await expectStatus(202, fetch(`${stack.url}${path}/transcript`, { method: 'POST', headers }));
  await stack.drain();
  return conversationId;
}

async function talk({ stack, advance }: Roads): Promise<void> {
  const session = randomUUID();
  const key = { 'idempotency-key': randomUUID() };
  const { conversationId } = await (await say(stack, session, 'hello', key)).json();
  await say(stack, session, 'hello', key);
  await say(stack, session, 'hours');
  // Outside of the conversation that its session wrote to first, an answer is written apart.
  const body = {
    conversationId: null,
    channel: 'webchat',
    from: { id: session },
    content: { text: 'hello' },
  };
  const another = { 'x-session-id': session, 'idempotency-key': randomUUID() };
  await expectStatus(200, stack.post('/v1/webchat/messages', { tenantId: 'acme', ...body }, another));
  // Another conversation: marks of settled turns ride along with other people's messages.
  await say(stack, randomUUID(), 'hello');
  const { after } = await poll(stack, session, conversationId, { wait: '0' });
  const waiting = poll(stack, session, conversationId, { after: after ?? '' });
  await vi.waitUntil(() => isWaiting(stack, conversationId), { timeout: 40_000 });
  await say(stack, session, 'hours');
  await waiting;
  // A key that is used again when its answer is no longer remembered, while its conversation still knows the turn.
  advance(24 * 60 * minuteMs + minuteMs);
  await say(stack, session, 'hours');
  await expectStatus(200, say(stack, session, 'hello', key));
  // What any of a tenant's processes has drawn is seen by a second one only when the window is contested.
  advance(minuteMs + 1_000);
  await Promise.all(Array.from({ length: 3 }, () => say(stack, randomUUID(), 'hello')));
}

async function expectStatus(status: number, response: Promise<Response>): Promise<void> {
  const answer = await response;
  if (answer.status !== status) throw new Error(`${answer.url} answers ${answer.status}, not ${status}`);
}

async function preflight({ url }: TestStack): Promise<void> {
  const headers = { origin: elsewhere, 'access-control-request-method': 'POST' };
  await fetch(`${url}/v1/webchat/messages`, { method: 'OPTIONS', headers });
  await fetch(`${url}/v1/webchat/conversations/unknown/messages?wait=0`, {
    headers: { origin: headers.origin, 'x-tenant-id': 'nobody', 'x-session-id': 'nobody' },
  });
}

async function talkSigned(stack: TestStack): Promise<void> {
  const body = JSON.stringify({ text: 'hello', attachments: [], user: { id: 'visitor' } });
  const headers = signedHeaders({ body, session: randomUUID() });
  const answer = await stack.post('/v1/webchat/messages', body, headers);
  await expectStatus(200, Promise.resolve(answer));
  const path = `/v1/webchat/conversations/${(await answer.json()).conversationId}/messages`;
  const session = headers['x-session-id'] ?? '';
  const signed = signedHeaders({ session, method: 'GET', path });
  await expectStatus(200, fetch(`${stack.url}${path}?wait=0`, { headers: signed }));
  await expectStatus(403, fetch(`${stack.url}${path}?wait=0`, { headers: { ...signed, origin: elsewhere } }));
}

async function subscribe({ url }: TestStack): Promise<void> {
  const query = 'hub.mode=subscribe&hub.verify_token=new&hub.challenge=1';
  await expectStatus(200, fetch(`${url}/v1/webhooks/chatapp-a?${query}`));
}

async function readSession({ handler }: Roads): Promise<void> {
  const event = httpEvent('GET', '/v1/auth/session');
  const claims = {
    ...{ token_use: 'access', sub: knownUserId },
    ...{ 'custom:tenant_id': 'acme', 'custom:role': 'viewer' },
  };
  Object.assign(event.requestContext, { authorizer: { jwt: { claims, scopes: null } } });
  await handler(event, { ...lambdaContext, functionName: 'auth-bff' });
}

const asAdmin = (handler: GatewayHandler) => (event: APIGatewayProxyEventV2) =>
  handler(event, { ...lambdaContext, functionName: 'admin' });

/** Message, redelivery, delivery status, a queue that refuses, and a turn that comes from the queue twice. */
async function talkByChatApp({ stack, access, advance }: Roads): Promise<void> {
  const from = '4915110000099';
  const send = (text: string) => postCloudApi(stack, cloudApiBody({ messages: [textMessage(from, text)] }));
  const hello = cloudApiBody({ messages: [textMessage(from, 'hello', 'wamid.first')] });
  await expectStatus(200, postCloudApi(stack, hello));
  await expectStatus(200, postCloudApi(stack, hello));
  const [turn = ''] = stack.queues.waiting(stack.env.TURNS_QUEUE_URL ?? '');
  await stack.drain();
  await expectStatus(200, send('hours'));
  await stack.drain();
  const edited = { from, id: 'wamid.edit', timestamp: '1760000001', type: 'edit' };
  const edit = { original_message_id: 'wamid.first', message: { type: 'text', text: { body: 'hi' } } };
  await expectStatus(200, postCloudApi(stack, cloudApiBody({ messages: [{ ...edited, edit }] })));
  await stack.drain();
  const status = { id: 'provider-1', status: 'delivered', timestamp: '1760000001', recipient_id: from };
  const failed = { ...status, status: 'failed', errors: [{ code: 131026, title: 'Message undeliverable' }] };
  await expectStatus(200, postCloudApi(stack, cloudApiBody({ statuses: [failed] })));
  await expectStatus(200, postCloudApi(stack, cloudApiBody({ statuses: [status, status] })));
  const all = (of: typeof status) => Array.from({ length: 60 }, (_, n) => ({ ...of, id: `provider-${n}` }));
  await expectStatus(200, postCloudApi(stack, cloudApiBody({ statuses: all(failed) })));
  await stack.drain();
  // The provider knows them by another number.
  const many = all({ ...status, recipient_id: `${from}9` });
  await expectStatus(200, postCloudApi(stack, cloudApiBody({ statuses: many })));
  await stack.drain();
  // A second time nothing moves.
  await expectStatus(200, postCloudApi(stack, cloudApiBody({ statuses: many })));
  await stack.drain();
  access.refuse = 'sqs:SendMessage turns.fifo';
  await expectStatus(500, send('hello'));
  access.refuse = null;
  // The turn is in the log by now, and its conversation has gone on.
  await enqueue(stack, stack.env.TURNS_QUEUE_URL, turn);
  advance(minuteMs);
  await stack.drain();
}

/** A number that there is not. */
async function refuseReply(stack: TestStack, mood: Roads['mood']): Promise<void> {
  mood.current = () => 400;
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage('4915110000076', 'hello')] }));
  await stack.drain();
  mood.current = () => 200;
}

/** A provider that is down for a moment; then a token that is refused and mended: replies leave the queue and return. */
async function holdReplies({ stack, handler, advance, mood }: Roads): Promise<void> {
  const hello = (from: string) =>
    postCloudApi(stack, cloudApiBody({ messages: [textMessage(from, 'hello')] }));
  // Before the account is held: then nothing is sent that could be refused.
  await refuseReply(stack, mood);
  mood.current = () => 503;
  await expectStatus(200, hello('4915110000078'));
  const [turn = '{}'] = stack.queues.waiting(stack.env.TURNS_QUEUE_URL ?? '');
  await stack.drain();
  await readAsAdmin(asAdmin(handler), JSON.parse(turn).message.conversationId);
  advance(2 * minuteMs);
  mood.current = () => 401;
  await expectStatus(200, hello('4915110000077'));
  await stack.drain();
  mood.current = () => 200;
  for (let minute = 0; minute < 3; minute += 1) {
    advance(2 * minuteMs);
    await stack.tick();
    await stack.drain();
  }
}

/** A right password and a wrong one at the contact center. */
async function talkByContactCenter(stack: TestStack): Promise<void> {
  const call = (password: string, id: string) =>
    stack.post(
      '/v1/webhooks/contactcenter',
      { id, channel: { from: { id: 'ada' } }, type: 'Text', text: 'hello' },
      { authorization: `Basic ${Buffer.from(`acme-contact-center:${password}`).toString('base64')}` },
    );
  await expectStatus(200, call('development-only-contact-center-password', randomUUID()));
  await expectStatus(401, call('guess', randomUUID()));
  await stack.drain();
}

async function enqueue(stack: TestStack, QueueUrl: string | undefined, MessageBody: string): Promise<void> {
  const ids = { MessageGroupId: randomUUID(), MessageDeduplicationId: randomUUID() };
  await createAwsClients(stack.env).sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...ids }));
}

/** Records that nobody can read, on each queue. */
async function poison(stack: TestStack): Promise<void> {
  const { TURNS_QUEUE_URL, CONTINUATIONS_QUEUE_URL, OUTBOUND_QUEUE_URL } = stack.env;
  for (const url of [TURNS_QUEUE_URL, CONTINUATIONS_QUEUE_URL, OUTBOUND_QUEUE_URL])
    await enqueue(stack, url, '{"kind":"poison"}');
  await stack.drain();
}

/** Queued messages that raise, whose dead letters are refused: the visitor's next message and the schedule keep them. */
async function giveUp({ stack, access, advance }: Roads): Promise<void> {
  const [session, other] = [randomUUID(), randomUUID()];
  for (const one of [session, other]) {
    await say(stack, one, 'hello');
    await expectStatus(202, say(stack, one, 'warehouse'));
  }
  access.refuse = 'dynamodb:PutItem dead-letters';
  for (const body of stack.queues.waiting(stack.env.CONTINUATIONS_QUEUE_URL ?? '')) {
    const record = JSON.parse(body);
    const lost = { ...record, turnId: randomUUID(), flowId: 'nothing' };
    await enqueue(stack, stack.env.CONTINUATIONS_QUEUE_URL, JSON.stringify(lost));
  }
  await stack.drain();
  access.refuse = null;
  advance(6 * minuteMs);
  await say(stack, session, 'hello');
  await failForAWhile({ stack, access });
  // The record is hidden for a second or more: the schedule takes it for lost.
  advance(6 * minuteMs);
  await stack.tick();
  await stack.drain();
}

/** A slow turn that nobody takes from the queue. */
async function loseTheQueue(stack: TestStack): Promise<void> {
  const session = randomUUID();
  await say(stack, session, 'hello');
  await expectStatus(202, say(stack, session, 'warehouse', { 'idempotency-key': randomUUID() }));
}

/** Records that must wait. */
async function failForAWhile({ stack, access }: Pick<Roads, 'stack' | 'access'>): Promise<void> {
  const message = textMessage('4915110000077', 'hello');
  await postCloudApi(stack, cloudApiBody({ messages: [message] }));
  const session = randomUUID();
  await say(stack, session, 'hello');
  await expectStatus(202, say(stack, session, 'warehouse'));
  access.refuse = 'dynamodb:PutItem conversations';
  await stack.drain();
  access.refuse = null;
}

async function leaveEffectsPending({ stack, access }: Roads): Promise<void> {
  access.refuse = 'events:PutEvents bus';
  await say(stack, randomUUID(), 'hello', { 'idempotency-key': randomUUID() });
  access.refuse = null;
}
