import { randomUUID } from 'node:crypto';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { RunCountsTable } from '../../src/aws/run-counts-table.ts';
import { CognitoUserPool, createCognitoClient } from '../../src/aws/user-pool.ts';
import type { FlowDefinition } from '../../src/contract/flow.ts';
import { limits } from '../../src/contract/limits.ts';
import { counterNames, gaugeNames, timerNames } from '../../src/contract/metrics.ts';
import { slotMs, slotOf } from '../../src/domain/runs/cells.ts';
import { createRuns } from '../../src/lambda/create-runs.ts';
import { gatewayMetricsIn, type WatchedMetric, watched } from '../lib/gateway-metrics-in.ts';
import { addresses, type Resource, resourcesOf, synthesize } from '../lib/synthesize.ts';
import { type CapturedLines, captureLines, type Line, metricsIn } from '../support/captured-lines.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { type ProviderMood, startFakeProvider } from '../support/fake-provider.ts';
import { lambdaContext } from '../support/http-event.ts';
import { queueEvent } from '../support/queue-event.ts';
import { recordAccess } from '../support/recorded-access.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const every = [...counterNames, ...gaugeNames, ...timerNames].sort();
const tenantLimit = 4;
const access = recordAccess(() => 'gateway-');
const mood: { current: ProviderMood } = { current: () => 200 };

let used: readonly WatchedMetric[];
let alarms: readonly Resource[];
let captured: CapturedLines;
let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;

beforeAll(async () => {
  captured = captureLines();
  provider = await startFakeProvider(mood);
  stack = await startTestStack({
    providerUrl: provider.url,
    background: false,
    tenantLimit,
    changeTenant: (folder) => ({
      ...folder,
      tenant: { ...folder.tenant, limit_per_minute: tenantLimit },
      flows: folder.flows.map(withoutWarehouse),
    }),
    createHandler: (env) => createHandler(env, { clients: createAwsClients(env, access.requestHandler) }),
  });
  await talkByChatApp();
  await shareFiles();
  await refuseReplies();
  await talkByWebChat();
  await receiveTooOften();
  await tellOfNothing();
  await stack.tick();
  await changeBehindTheApi();
  await loseAMark();
  const { observability } = synthesize('prod', addresses).templates;
  used = gatewayMetricsIn(observability);
  alarms = resourcesOf(observability, 'AWS::CloudWatch::Alarm');
});
afterAll(async () => {
  captured.stop();
  await Promise.all([stack.stop(), provider.stop()]);
});

/** Its step goes where flows may not go. */
function withoutWarehouse(flow: FlowDefinition): FlowDefinition {
  const { warehouse } = flow.steps;
  if (warehouse?.kind !== 'http') return flow;
  const step = { ...warehouse, url: 'https://127.0.0.1/orders' };
  return { ...flow, steps: { ...flow.steps, warehouse: step } };
}

async function talkByChatApp(): Promise<void> {
  const user = '4915112345678';
  const hello = textMessage(user, 'hello');
  const reaction = {
    ...textMessage(user, ''),
    type: 'reaction',
    reaction: { message_id: hello.id, emoji: '👍' },
  };
  const status = { id: 'provider-1', status: 'delivered', timestamp: '1760000001', recipient_id: user };
  const toGroup = { ...textMessage(user, 'hello all'), group_id: 'group' };
  await postCloudApi(stack, cloudApiBody({ messages: [hello, reaction, toGroup] }));
  await postCloudApi(stack, cloudApiBody({ messages: [hello] }));
  await postCloudApi(stack, cloudApiBody({ statuses: [status] }));
  await postCloudApi(stack, withStrangersPart(cloudApiBody({ messages: [textMessage(user, 'hello')] })));
  await stack.drain();
}

/** A picture, what only says that it is one, and one that the provider has no more. */
async function shareFiles(): Promise<void> {
  for (const id of ['picture', 'page', 'gone']) {
    const image = {
      ...textMessage('4915112345679', ''),
      type: 'image',
      image: { id, mime_type: 'image/png' },
    };
    await postCloudApi(stack, cloudApiBody({ messages: [image] }));
  }
  await stack.drain();
}

/** A second entry, of a number that nobody has registered. */
function withStrangersPart(body: string): string {
  const { entry, ...rest } = JSON.parse(body);
  const strange = JSON.parse(body.replaceAll('106540352242922', '999999999999999')).entry;
  return JSON.stringify({ ...rest, entry: [...entry, ...strange] });
}

/** For good, for want of a good token, and for now: the last by another account, since the first is held. */
async function refuseReplies(): Promise<void> {
  const answers = [400, 401, 429];
  mood.current = () => answers.shift() ?? 200;
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage('4915187654321', 'hello')] }));
  await stack.drain();
  const password = stack.tenants.find(({ tenant }) => tenant.id === 'acme')?.secrets.contact_center_password;
  const authorization = `Basic ${Buffer.from(`acme-contact-center:${password}`).toString('base64')}`;
  const channel = { from: { id: 'ada' }, time: new Date().toISOString() };
  const message = { id: randomUUID(), channel, type: 'Text', text: 'hello' };
  await stack.post('/v1/webhooks/contactcenter', message, { authorization });
  await stack.drain();
}

/** The slow message once more, for a flow that is not there. */
async function loseTheFlow(): Promise<void> {
  const QueueUrl = stack.queues.continuationsQueueUrl;
  const [body = '{}'] = stack.queues.waiting(QueueUrl);
  const record = { ...JSON.parse(body), turnId: randomUUID(), flowId: 'nothing', claim: undefined };
  const ids = { MessageGroupId: 'acme:lost', MessageDeduplicationId: randomUUID() };
  record.message.conversationId = 'lost';
  const MessageBody = JSON.stringify(record);
  await createAwsClients(stack.env).sqs.send(new SendMessageCommand({ QueueUrl, MessageBody, ...ids }));
}

/** A conversation, a step that fails, a flow that raises, a repeat, and one message too many. */
async function talkByWebChat(): Promise<void> {
  const session = randomUUID();
  const key = { 'idempotency-key': randomUUID() };
  await say(stack, session, 'hello', key);
  await say(stack, session, 'hello', key);
  await say(stack, session, 'warehouse');
  await loseTheFlow();
  await stack.drain();
  // One too many also when the tenant's next minute begins meanwhile.
  for (let n = 0; n <= 2 * tenantLimit; n += 1) await say(stack, randomUUID(), 'hello');
}

/** A record that nothing gives up, on its 201st receive. */
async function receiveTooOften(): Promise<void> {
  const handler = createHandler(stack.env, { clients: createAwsClients(stack.env, access.requestHandler) });
  await handler(queueEvent('{}', limits.stuckReceives + 1), lambdaContext);
}

/** An event for a reply that nobody has committed. */
async function tellOfNothing(): Promise<void> {
  const handler = createHandler(stack.env, { clients: createAwsClients(stack.env, access.requestHandler) });
  await handler(queueEvent('{"detail-type":"Channel.OutboundRequested"}', 1), lambdaContext);
}

/** A role, in Cognito's own console. */
async function changeBehindTheApi(): Promise<void> {
  const pool = new CognitoUserPool(createCognitoClient(stack.env), String(stack.env.USER_POOL_ID));
  const [user] = (await pool.list(1, null))?.users ?? [];
  await pool.setRole(String(user?.id), user?.role === 'viewer' ? 'editor' : 'viewer');
  await stack.syncUsers();
}

/** Runs that nobody is going to count, until the night. */
async function loseAMark(): Promise<void> {
  const { dynamodb } = createAwsClients(stack.env);
  const counts = new RunCountsTable(dynamodb, String(stack.env.TABLE_PREFIX), Date.now);
  const slots = [slotOf(Date.now() - slotMs), slotOf(Date.now())];
  for (const mark of await counts.marksOf('acme', slots)) await counts.clear(mark);
  await createRuns(stack.env)(
    queueEvent(JSON.stringify({ kind: 'recount', tenantId: 'acme' }), 1),
    lambdaContext,
  );
}

function emittedBy(lines: readonly Line[]): ReadonlySet<WatchedMetric> {
  return new Set(
    lines
      .flatMap(metricsIn)
      .flatMap(({ name, dimensionSets }) => dimensionSets.map((set) => watched(name, set))),
  );
}

describe('metrics', () => {
  it('are all written', () => {
    const names = new Set(captured.metrics().flatMap((line) => metricsIn(line).map(({ name }) => name)));
    expect([...names].sort()).toEqual(every);
  });

  it('on the dashboard and in alarms are written by the code, with the same dimensions', () => {
    expect(used.length).toBeGreaterThan(15);
    const emitted = emittedBy(captured.metrics());
    expect(used.filter((metric) => !emitted.has(metric))).toEqual([]);
  });

  it('of an hour that was counted wrongly raise their alarm at the first one', () => {
    const alarm = alarms.find(({ properties }) => properties.MetricName === 'HoursMiscounted')?.properties;
    expect(alarm).toMatchObject({
      ...{ Statistic: 'Sum', ComparisonOperator: 'GreaterThanThreshold', Threshold: 0 },
      ...{ EvaluationPeriods: 1 },
    });
    const counts = captured.metrics().flatMap(({ HoursMiscounted }) => HoursMiscounted ?? []);
    expect(counts.reduce<number>((sum, count) => sum + Number(count), 0)).toBeGreaterThan(0);
    const [line] = captured.log().filter(({ message }) => /^an hour of the reports/.test(String(message)));
    expect(line).toMatchObject({ level: 'ERROR', tenantId: 'acme' });
  });

  it('are all monitored', () => {
    expect([...new Set(used.map((metric) => metric.split(' ')[0]))].sort()).toEqual(every);
  });
});
