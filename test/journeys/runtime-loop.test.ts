import { randomUUID } from 'node:crypto';
import { CreateSecretCommand } from '@aws-sdk/client-secrets-manager';
import type { APIGatewayProxyEventV2 } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentFiles } from '../../bin/environment-files.ts';
import { createAwsClients } from '../../src/aws/clients.ts';
import {
  type FunctionName,
  functionSettings,
  functionTimeoutMs,
} from '../../src/contract/function-settings.ts';
import { environmentVariables } from '../../src/local/lambda/environments.ts';
import { Environment } from '../../src/local/lambda/function-environments.ts';
import { stackOf } from '../lib/permissions-of.ts';
import { resourcesOf, synthesize } from '../lib/synthesize.ts';
import { cloudApiBody, postCloudApi, signatureOf, textMessage } from '../support/cloud-api.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { adminEvent, httpEvent, knownUserId } from '../support/http-event.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

/*
 * Each built bundle, started with the variables of the synthesized template and nothing else, and given what AWS would
 * give it. Only addresses differ: what the template refers to stands on this machine.
 */

const names = Object.keys(functionTimeoutMs) as FunctionName[];
const prefix = 'gateway-dev-';
const headers = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': randomUUID() };
const secrets = { ID_SECRET_ARN: 'gateway/id-secret', WEBHOOK_VERIFY_TOKENS_ARN: 'gateway/verify-tokens' };

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let running: Readonly<Record<FunctionName, Environment>>;
const templates = synthesize('dev').templates;

beforeAll(async () => {
  provider = await startFakeProvider();
  const env = { TABLE_PREFIX: prefix, TENANT_SECRET_PREFIX: `${prefix}tenant/` };
  stack = await startTestStack({ background: false, providerUrl: provider.url, env });
  const clients = createAwsClients(stack.env);
  for (const Name of Object.values(secrets))
    await clients.secrets.send(new CreateSecretCommand({ Name, SecretString: 'ab:first,second' }));
  const files = await environmentFiles();
  const started = names.map(
    (name) => [name, new Environment({ name, file: files[name], env: variablesOf(name) })] as const,
  );
  await Promise.all(started.map(([, environment]) => environment.started));
  running = Object.fromEntries(started) as Record<FunctionName, Environment>;
});
afterAll(async () => {
  await Promise.all(Object.values(running).map((environment) => environment.terminate()));
  await stack.stop();
  await provider.stop();
});

function templateVariables(name: FunctionName): Readonly<Record<string, unknown>> {
  const functions = resourcesOf(templates[stackOf[name]], 'AWS::Lambda::Function');
  return functions.find(({ properties }) => properties.FunctionName === prefix + name)?.properties.Environment
    .Variables;
}

/** Literals as they are; what the template only refers to, as it is called here. */
function variablesOf(name: FunctionName): Record<string, string> {
  const here: Readonly<Record<string, string | undefined>> = { ...stack.env, ...secrets };
  const own = Object.entries(templateVariables(name)).map(([variable, value]) => [
    variable,
    typeof value === 'string' ? value : (here[variable] ?? ''),
  ]);
  const addresses = Object.entries(stack.env).filter(([variable]) => variable.startsWith('AWS_'));
  const ofTheDemo = { ALLOWED_HTTP_ORIGINS: stack.env.ALLOWED_HTTP_ORIGINS, POWERTOOLS_LOG_LEVEL: 'SILENT' };
  return {
    ...Object.fromEntries([...own, ...addresses]),
    ...('ALLOWED_HTTP_ORIGINS' in templateVariables(name) ? ofTheDemo : {}),
    POWERTOOLS_LOG_LEVEL: 'SILENT',
    POWERTOOLS_METRICS_DISABLED: 'true',
  };
}

/** What a function answers; nothing may be left running behind it. */
async function invoke(name: FunctionName, event: unknown): Promise<unknown> {
  const { result, left } = await running[name].invoke(event, functionTimeoutMs[name]);
  expect(left).toEqual([]);
  return result;
}

const ask = async (name: FunctionName, event: APIGatewayProxyEventV2) =>
  (await invoke(name, event)) as Answer;
const message = (text: string) => ({ text, attachments: [], user: { id: 'visitor' } });
const inBase64 = (event: APIGatewayProxyEventV2): APIGatewayProxyEventV2 => ({
  ...event,
  body: Buffer.from(event.body ?? '').toString('base64'),
  isBase64Encoded: true,
});

/** Records of a FIFO queue, in the groups that their bodies name. */
const batch = (bodies: readonly string[]) => ({
  Records: bodies.map((body, n) => ({
    messageId: `record-${n}`,
    receiptHandle: `receipt-${n}`,
    body,
    attributes: {
      ApproximateReceiveCount: '1',
      SentTimestamp: String(Date.now()),
      SenderId: 'test',
      ApproximateFirstReceiveTimestamp: String(Date.now()),
      MessageGroupId: /"conversationId":"([^"]+)"/.exec(body)?.[1] ?? `group-${n}`,
    },
    messageAttributes: {},
    md5OfBody: '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:local:000000000000:turns.fifo',
    awsRegion: 'local',
  })),
});

describe('a deployed function', () => {
  it.each(names)('%s has the same variables as locally, apart from secrets', (name) => {
    const everything = Object.fromEntries(
      Object.values(functionSettings)
        .flat()
        .map((one) => [one, 'x']),
    );
    const local = Object.keys(environmentVariables(name, everything));
    const ofALaptop =
      /^(AWS_|LLM_(BASE_URL|API_KEY)|ID_SECRET$|WEBHOOK_VERIFY_TOKENS$|TZ$|POWERTOOLS_METRICS)/;
    expect(local.filter((variable) => !ofALaptop.test(variable)).sort()).toEqual(
      Object.keys(templateVariables(name)).sort(),
    );
  });

  it('webchat answers a message as text and in base64, a preflight, the settings, and an unknown path', async () => {
    const post = httpEvent('POST', '/v1/webchat/messages', { headers, body: message('hello') });
    expect(await ask('webchat', post)).toMatchObject({
      statusCode: 200,
      body: expect.stringContaining('replies'),
    });
    expect((await ask('webchat', inBase64(post))).statusCode).toBe(200);
    const origin = { origin: new URL(stack.url).origin };
    const preflight = httpEvent('OPTIONS', '/v1/webchat/messages', {
      headers: { ...origin, 'access-control-request-method': 'POST' },
    });
    expect(await ask('webchat', preflight)).toMatchObject({
      statusCode: 204,
      headers: { 'access-control-allow-origin': origin.origin },
    });
    const query = { tenant: 'acme', widget: 'acme-web' };
    const settings = await ask(
      'webchat',
      httpEvent('GET', '/v1/webchat/settings', { headers: origin, query }),
    );
    expect(settings.statusCode).toBe(200);
    const unknown = await ask('webchat', httpEvent('DELETE', '/v1/nonesuch'));
    expect([unknown.statusCode, JSON.parse(unknown.body).code]).toEqual([404, 'route_not_found']);
  });

  it('poll answers what a conversation holds', async () => {
    const post = httpEvent('POST', '/v1/webchat/messages', { headers, body: message('hello again') });
    const { conversationId } = JSON.parse((await ask('webchat', post)).body);
    const path = `/v1/webchat/conversations/${conversationId}/messages`;
    const polled = await ask('poll', httpEvent('GET', path, { headers, query: { wait: '0' } }));
    expect([polled.statusCode, JSON.parse(polled.body).conversationId]).toEqual([200, conversationId]);
  });

  it('webhook answers the handshake, accepts what is signed, and refuses what is not', async () => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': 'second', 'hub.challenge': '1158201444' };
    const handshake = await ask('webhook', httpEvent('GET', '/v1/webhooks/chatapp-a', { query }));
    expect([handshake.statusCode, handshake.body]).toEqual([200, '1158201444']);
    const body = cloudApiBody({ messages: [textMessage('4915110000001', 'hello')] });
    const post = (signature: string) =>
      httpEvent('POST', '/v1/webhooks/chatapp-a', { headers: { 'x-hub-signature-256': signature }, body });
    expect((await ask('webhook', inBase64(post(signatureOf(body))))).statusCode).toBe(200);
    expect((await ask('webhook', post(signatureOf(`${body} `)))).statusCode).toBe(401);
  });

  it('worker runs a batch of two conversations, and outbound sends their replies', async () => {
    await stack.drain();
    const sentBefore = provider.sends.length;
    for (const from of ['4915110000002', '4915110000003'])
      await postCloudApi(stack, cloudApiBody({ messages: [textMessage(from, 'hello')] }));
    const turns = stack.queues.waiting(stack.queues.turnsQueueUrl);
    expect(turns).toHaveLength(2);
    expect(await invoke('worker', batch(turns))).toEqual({ batchItemFailures: [] });
    const replies = stack.queues.waiting(stack.queues.outboundQueueUrl);
    expect(replies.length).toBeGreaterThan(1);
    expect(await invoke('outbound', batch(replies))).toEqual({ batchItemFailures: [] });
    expect(provider.sends.length - sentBefore).toBeGreaterThanOrEqual(replies.length);
  });

  it('schedule runs its tasks', async () => {
    const event = { source: 'aws.scheduler', 'detail-type': 'Scheduled Event', detail: {} };
    await expect(invoke('schedule', event)).resolves.toBeDefined();
  });

  it('auth-bff answers a session from the claims of the authorizer', async () => {
    const event = httpEvent('GET', '/v1/auth/session');
    const claims = {
      ...{ token_use: 'access', sub: knownUserId },
      ...{ 'custom:tenant_id': 'acme', 'custom:role': 'viewer' },
    };
    Object.assign(event.requestContext, { authorizer: { jwt: { claims, scopes: null } } });
    const session = await ask('auth-bff', event);
    expect([session.statusCode, JSON.parse(session.body).tenantId]).toEqual([200, 'acme']);
  });

  it('admin lists the flows of the tenant that the claims name', async () => {
    const listed = await ask('admin', adminEvent('GET /flows', { role: 'viewer' }));
    expect([listed.statusCode, JSON.parse(listed.body).items[0].id]).toEqual([200, 'support']);
  });

  it('admin-users lists the users of the tenant that the claims name', async () => {
    const listed = await ask('admin-users', adminEvent('GET /users'));
    expect([listed.statusCode, JSON.parse(listed.body).items.length]).toEqual([200, expect.any(Number)]);
  });

  it('admin-people exports what is kept of a person of the tenant that the claims name', async () => {
    const parameters = { channel: 'webchat', userId: 'nobody' };
    const exported = await ask(
      'admin-people',
      adminEvent('GET /people/{channel}/{userId}/export', { parameters }),
    );
    expect([exported.statusCode, JSON.parse(exported.body).conversations]).toEqual([200, []]);
  });

  it('user-sync checks whether users are to be compared with the pool', async () => {
    expect(await invoke('user-sync', { kind: 'probe' })).toEqual({ outcome: 'probed' });
    expect(await invoke('user-sync', { source: 'aws.scheduler' })).toEqual({ outcome: 'end' });
    expect(await invoke('user-sync', { source: 'aws.scheduler' })).toEqual({ outcome: 'waiting' });
  });

  it('admin-desk lists the handoffs of the tenant that the claims name', async () => {
    const listed = await ask('admin-desk', adminEvent('GET /handoffs', { role: 'editor' }));
    expect([listed.statusCode, JSON.parse(listed.body)]).toEqual([200, { items: [], cursor: null }]);
  });

  it('admin-inbox lists who waits', async () => {
    const polled = await ask(
      'admin-inbox',
      adminEvent('GET /inbox', { role: 'editor', query: { wait: '0' } }),
    );
    expect([polled.statusCode, JSON.parse(polled.body).queues[0].name]).toEqual([200, 'default']);
  });

  it('pre-token copies tenant and role into the access token', async () => {
    const userAttributes = { 'custom:tenant_id': 'acme', 'custom:role': 'admin' };
    const event = { version: '2', triggerSource: 'TokenGeneration_HostedAuth', request: { userAttributes } };
    expect(await invoke('pre-token', event)).toMatchObject({
      response: {
        claimsAndScopeOverrideDetails: { accessTokenGeneration: { claimsToAddOrOverride: userAttributes } },
      },
    });
  });
});
