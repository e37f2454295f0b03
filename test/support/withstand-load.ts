import { GetQueueAttributesCommand, SetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { expect } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { shuffled } from '../../src/local/shuffled.ts';
import { seededRandom } from '../../src/local/simulator/hostility.ts';
import { cloudApiBody, postCloudApi, textMessage } from './cloud-api.ts';
import { echoTenant } from './echo-tenant.ts';
import { type ProviderMood, type ProviderSend, startFakeProvider } from './fake-provider.ts';
import { type Counts, mortalProcess } from './mortal-process.ts';
import { startTestStack, type TestStack } from './start-stack.ts';

/** New messages in one body. */
const mostPerBody = 3;

/** How much comes, and what happens meanwhile. */
interface Load {
  readonly users: number;
  readonly messagesPerUser: number;
  /** Calls to AWS, counted over all processes, at which the one that makes it dies. */
  readonly diesAtCalls: readonly number[];
}

async function start(mood: ProviderMood, diesAtCalls: readonly number[]) {
  const provider = await startFakeProvider(
    { current: mood },
    (send) => void confirm(send).catch(() => undefined),
  );
  const process = mortalProcess(diesAtCalls);
  const stack = await startTestStack({
    providerUrl: provider.url,
    changeTenant: echoTenant,
    createHandler: process.createHandler,
    // A process that dies is what the test is about.
    report: () => undefined,
  });
  await shortenVisibility(stack);
  /** A provider says what it sent, so that a call whose answer nobody lived to hear isn't made again. */
  const confirm = ({ id, to, replyId }: ProviderSend) => {
    const status = { id, status: 'sent', timestamp: '1760000000', recipient_id: to };
    return postUntilTaken(
      stack,
      cloudApiBody({ statuses: [{ ...status, biz_opaque_callback_data: replyId }] }),
    );
  };
  const stop = async () => {
    await stack.stop();
    await provider.stop();
  };
  return { provider, process, stack, stop };
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
async function deliverAll(
  stack: TestStack,
  user: string,
  count: number,
  random: () => number,
): Promise<string[]> {
  const first: string[] = [];
  const texts = shuffled(
    Array.from({ length: count }, (_, n) => `message ${n}`),
    random,
  );
  while (first.length < texts.length) {
    const again = shuffled(first, random).slice(0, Math.floor(random() * 2));
    const next = texts.slice(first.length, first.length + 1 + Math.floor(random() * mostPerBody));
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

/** A process that dies with messages on the queue has not said yet that it received them: one body of each user's. */
function expectBalance(counts: Counts, mostUncounted: number): void {
  const ends = ['MessagesProcessed', 'MessagesDuplicate', 'MessagesIgnored'];
  const ended = ends.reduce((sum, name) => sum + countOf(counts, name), 0);
  const uncounted = ended - countOf(counts, 'MessagesReceived');
  expect(uncounted).toBeGreaterThanOrEqual(0);
  expect(uncounted).toBeLessThanOrEqual(mostUncounted);
}

/** One call in ten; now and then it is the account that has sent too much, which then pauses for a second or two. */
function refusesNowAndThen(): ProviderMood {
  const random = seededRandom(7);
  return () => {
    if (random() >= 0.1) return 200;
    const share = random();
    return share < 0.05 ? 429 : share < 0.5 ? 500 : 503;
  };
}

/**
 * Users' messages, redelivered at random and out of order, while the provider fails now and then and processes die.
 * Asserts that each is processed once and answered once, in order, and that the counters balance.
 */
export async function withstandLoad({ users, messagesPerUser, diesAtCalls }: Load) {
  const { provider, process, stack, stop } = await start(refusesNowAndThen(), diesAtCalls);
  try {
    const names = Array.from({ length: users }, (_, n) => `49151100${1000 + n}`);
    const orders = await Promise.all(
      names.map((user, n) => deliverAll(stack, user, messagesPerUser, seededRandom(n))),
    );
    const total = users * messagesPerUser;
    await expect.poll(() => provider.sends.length, { timeout: 240_000, interval: 500 }).toBe(total);
    expect(process.deaths()).toBe(diesAtCalls.length);
    for (const [n, user] of names.entries()) {
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
    expectBalance(process.counts, diesAtCalls.length * users * mostPerBody);
    return { duplicates: countOf(process.counts, 'MessagesDuplicate') };
  } finally {
    await stop();
  }
}
