import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { logLineBytes, logLines } from '../../bin/cost/counts.ts';
import { type CapturedLines, captureLines, type Line } from '../support/captured-lines.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { say } from '../support/conversation.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { signIn } from '../support/start-admin-api.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const user = '4915112345678';
const spoken = 'hello from the seaside';

let lines: CapturedLines;
let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
let webhook: string;
let plain: string;
let visitor: string;

/** One webhook message with its delivery status, and one web chat message whose answer is slow. */
beforeAll(async () => {
  lines = captureLines();
  provider = await startFakeProvider();
  stack = await startTestStack({ providerUrl: provider.url, background: false });
  webhook = correlationIdOf(
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, spoken)] })),
  );
  await stack.drain();
  const [first] = provider.sends;
  const status = { id: 'provider-1', status: 'delivered', timestamp: '1760000001', recipient_id: user };
  const data = { biz_opaque_callback_data: first?.replyId };
  await postCloudApi(stack, cloudApiBody({ statuses: [{ ...status, ...data }] }));

  const session = randomUUID();
  plain = correlationIdOf(await say(stack, session, 'hello'));
  visitor = randomUUID();
  const slow = await say(stack, session, 'warehouse', { 'x-correlation-id': visitor });
  expect([slow.status, correlationIdOf(slow)]).toEqual([202, visitor]);
  await stack.drain();
});
afterAll(async () => {
  lines.stop();
  await Promise.all([stack.stop(), provider.stop()]);
});

const correlationIdOf = (response: Response) => response.headers.get('x-correlation-id') ?? '';
/** As it is written, whatever a busy machine takes: times of three digits, as a turn's are. */
const bytesOf = (line: Line | undefined) =>
  JSON.stringify(line, (name, value) => (/ms$/i.test(name) ? 100 : value)).length;
/** What one line says of one request or record. */
const said = ({ after = [], message }: Line) => [...(after as readonly string[]), message];
const traceOf = (correlationId: string) => lines.log().filter((line) => line.correlationId === correlationId);

it('a reply’s trace has the ID that its provider gave it', async () => {
  const admin = await signIn(stack, 'admin');
  const { body: list } = await admin('GET', '/conversations?channel=chatapp');
  const path = `/conversations/${list.items[0].conversationId}/messages`;
  const { body: transcript } = await admin('GET', path);
  const [, reply] = transcript.items;
  const { body: trace } = await admin('GET', `${path}/${reply.id}/trace`);
  expect(trace.replies[0]).toMatchObject({ id: reply.id, providerMessageId: 'provider-1' });
});

describe('one correlation id', () => {
  it('finds every step of a webhook message, from its receipt to its delivery', () => {
    expect(traceOf(webhook).map(said)).toEqual([
      ['a message is received'],
      ['a turn is settled'],
      ['a reply is sent'],
      ['a reply is sent'],
      ['a delivery status is recorded'],
    ]);
    for (const line of traceOf(webhook))
      expect(line).toMatchObject({ level: 'INFO', timestamp: expect.any(String) });
  });

  it('finds a slow web chat turn from the request through the queue', () => {
    expect(traceOf(visitor).map(said)).toEqual([['a turn is suspended'], ['a turn is settled']]);
  });

  it('finds one line for a web chat turn, short enough for the bill', () => {
    const lines = traceOf(plain);
    expect(lines.map(said)).toEqual([['a turn is settled']]);
    const bytes = bytesOf(lines[0]);
    console.error(`the line of a web chat turn: ${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(logLineBytes.webchat);
  });

  it('finds the metrics of a web chat turn in one directive, whose members the line has', () => {
    const [line = {}] = traceOf(plain);
    const names = ['MessagesProcessed', 'TurnMs', 'MessagesReceived'];
    // As the specification of the embedded metric format asks, and nothing beside.
    expect(line._aws).toEqual({
      Timestamp: expect.toSatisfy(Number.isInteger),
      CloudWatchMetrics: [
        {
          Namespace: expect.stringMatching(/^MessagingGateway\/\w+$/),
          Dimensions: [['channel']],
          Metrics: names.map((Name) => ({ Name })),
        },
      ],
    });
    expect(line.channel).toBe('webchat');
    for (const name of names) expect(line[name]).toEqual(expect.any(Number));
  });

  it('finds lines of a WhatsApp message, its reply and its statuses that are short enough for the bill', () => {
    const [received, settled, sent, , recorded] = traceOf(webhook);
    const called = lines.log().find(({ message }) => message === 'a request is answered');
    expect(called).toMatchObject({ operation: 'accept-webhook', status: 200 });
    const statuses = Array.from({ length: 3 }, () => [called, recorded]).flat();
    const all = [received, settled, sent, ...statuses];
    expect(all).toHaveLength(logLines.whatsapp);
    const bytes = all.reduce((sum, line) => sum + bytesOf(line), 0);
    console.error(`the lines of a WhatsApp message: ${bytes} bytes`);
    expect(bytes).toBeLessThanOrEqual(logLineBytes.whatsapp);
  });

  it('is in every event of the message', () => {
    const events = stack.bus.events.filter(({ detail }) => detail.correlationId === webhook);
    expect(events.map((event) => event['detail-type'])).toEqual([
      'Conversation.MessageReceived',
      'Channel.OutboundRequested',
      'Channel.OutboundRequested',
    ]);
  });
});

describe('no line', () => {
  beforeAll(() => expect(lines.log().length).toBeGreaterThan(8));

  it('holds messages, answers or phone numbers', () => {
    const texts = provider.sends.map(({ body }) => JSON.stringify(body));
    expect(texts.join()).toContain('Hello! This is Acme.');
    for (const text of [spoken, 'seaside', 'warehouse', 'Hello! This is Acme.', 'The warehouse says', user])
      expect(lines.text()).not.toContain(text);
  });

  it('holds a secret or a token', () => {
    const secrets = stack.tenants.flatMap((tenant) => Object.values(tenant.secrets));
    expect(secrets.length).toBeGreaterThan(3);
    for (const secret of [...secrets, 'development-only', 'a key for a laptop only', 'Bearer', 'sha256='])
      expect(lines.text()).not.toContain(secret);
  });
});
