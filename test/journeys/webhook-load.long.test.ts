import { GetQueueAttributesCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { afterEach, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { seededRandom, shuffled } from '../../src/local/simulator/dice.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { type ProviderMood, type ProviderSend, startFakeProvider } from '../support/fake-provider.ts';
import { type Counts, mortalProcess } from '../support/mortal-process.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const users = Array.from({ length: 50 }, (_, n) => `49151100${1000 + n}`);
const messagesPerUser = 20;

const cleanUps: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function start(mood: ProviderMood) {
  const provider = await startFakeProvider(
    { current: mood },
    (send) => void confirm(send).catch(() => undefined),
  );
  cleanUps.push(() => provider.stop());
  const process = mortalProcess(diesAtCalls);
  const stack = await startTestStack({
    providerUrl: provider.url,
    changeTenant: echoTenant,
    createHandler: process.createHandler,
    // A process that dies is what the test is about.
    report: () => undefined,
  });
  cleanUps.push(() => stack.stop());
  await shortenVisibility(stack);
  /** A provider says what it sent, so that a call whose answer nobody lived to hear isn't made again. */
  const confirm = ({ id, to, replyId }: ProviderSend) => {
    const status = { id, status: 'sent', timestamp: '1760000000', recipient_id: to };
    return postUntilTaken(
      stack,
      cloudApiBody({ statuses: [{ ...status, biz_opaque_callback_data: replyId }] }),
    );
  };
  return { provider, process, stack };
}

/** What a dead process had received comes back soon; its receives, which nobody tried, are no poison. */
async function shortenVisibility({ env, queues }: TestStack): Promise<void> {
  const { sqs } = createAwsClients(env);
  for (const QueueUrl of [queues.turnsQueueUrl, queues.outboundQueueUrl]) {
    const { Attributes = {} } = await sqs.send(
      new GetQueueAttributesCommand({ QueueUrl, AttributeNames: ['RedrivePolicy'] }),
    );
    const policy = { ...JSON.parse(Attributes.RedrivePolicy ?? ''), maxReceiveCount: 1_000 };
    await sqs.send(
      new SetQueueAttributesCommand({
        QueueUrl,
        Attributes: { VisibilityTimeout: '8', RedrivePolicy: JSON.stringify(policy) },
      }),
    );
  }
}

/** A provider's deliveries for one user: shuffled messages, some together, some again, each until it is accepted. */
async function deliverAll(stack: TestStack, user: string, random: () => number): Promise<string[]> {
  const first: string[] = [];
  const texts = shuffled(
    Array.from({ length: messagesPerUser }, (_, n) => `message ${n}`),
    random,
  );
  while (first.length < texts.length) {
    const again = shuffled(first, random).slice(0, Math.floor(random() * 2));
    const next = texts.slice(first.length, first.length + 1 + Math.floor(random() * 3));
    const messages = shuffled([...again, ...next], random).map((text) =>
      textMessage(user, text, `wamid.${user}.${text}`),
    );
    first.push(...messages.map(({ text }) => text.body).filter((text) => !first.includes(text)));
    await postUntilTaken(stack, cloudApiBody({ messages }));
  }
  return first;
}

async function postUntilTaken(stack: TestStack, body: string): Promise<void> {
  while ((await postCloudApi(stack, body)).status !== 200) {
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

const countOf = (counts: Counts, name: string) => counts.get(name) ?? 0;

function expectBalance(counts: Counts): void {
  const ends = ['MessagesProcessed', 'MessagesDuplicate', 'MessagesIgnored'];
  const ended = ends.reduce((sum, name) => sum + countOf(counts, name), 0);
  expect(ended).toBe(countOf(counts, 'MessagesReceived'));
}

const random = seededRandom(7);
/** Calls to AWS, counted over all processes, at which the one that makes it dies. */
const diesAtCalls = [500, 2_000, 4_001, 6_002, 8_003, 10_004];
/** Each refusal blocks the account for a second or more, as a provider asks for: one in ten would take minutes. */
const often = () => (random() < 0.03 ? ([500, 503, 429][Math.floor(random() * 3)] ?? 500) : 200);

describe('a thousand messages of fifty users, redelivered at random and out of order', () => {
  it('are each processed once and answered once, in order, whatever fails and dies meanwhile', async () => {
    const { provider, process, stack } = await start(often);
    const orders = await Promise.all(users.map((user, n) => deliverAll(stack, user, seededRandom(n))));
    const total = users.length * messagesPerUser;
    await expect.poll(() => provider.sends.length, { timeout: 600_000, interval: 500 }).toBe(total);
    expect(process.deaths()).toBe(diesAtCalls.length);
    for (const [n, user] of users.entries()) {
      const sends = provider.sends.filter(({ to }) => to === user);
      // The flow greets the first message and echoes the others.
      expect(sends.map(({ body }) => body)).toMatchObject(
        ['welcome', ...(orders[n] ?? []).slice(1)].map((body) => ({ text: { body } })),
      );
    }
    expect(new Set(provider.sends.map(({ replyId }) => replyId)).size).toBe(total);
    await expect
      .poll(() => stack.queues.waiting(stack.queues.turnsQueueUrl), { timeout: 120_000 })
      .toEqual([]);
    expect(countOf(process.counts, 'MessagesProcessed')).toBe(total);
    expect(countOf(process.counts, 'MessagesDuplicate')).toBeGreaterThan(50);
    expectBalance(process.counts);
  }, 900_000);
});
