import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { say } from '../support/conversation.ts';
import { type ProviderMood, startFakeProvider } from '../support/fake-provider.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
const mood: { current: ProviderMood } = { current: () => 200 };
beforeAll(async () => {
  provider = await startFakeProvider(mood);
  stack = await startTestStack({ providerUrl: provider.url, background: false });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

const gateway = (...args: readonly string[]) => runCli([...args, '--endpoint', stack.url]);
const why = async (id: string, ...more: readonly string[]) => {
  const run = await gateway('message', 'why', id, '--json', ...more);
  return run.code === 0 ? JSON.parse(run.out) : run;
};
/** A message of a user, and what the provider calls it. */
async function receive(user: string, body = 'hello'): Promise<string> {
  const id = `wamid.${user}.${body}`;
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, body, id)] }));
  return id;
}
const kinds = (trace: { steps: { what: string }[] }) => trace.steps.map(({ what }) => what);

describe('message why', () => {
  it('shows the whole way of a message, with a time for each step', async () => {
    const id = await receive('4915130000001');
    await receive('4915130000001');
    await stack.drain();
    const trace = await why(id);
    expect(trace).toMatchObject({
      providerMessageId: id,
      tenantId: 'acme',
      direction: 'inbound',
      account: { id: 'whatsapp', channel: 'chatapp' },
    });
    expect(kinds(trace)).toEqual([
      'verified',
      'queued',
      'duplicate',
      'turn',
      'reply',
      'delivery',
      'reply',
      'delivery',
    ]);
    for (const { at } of trace.steps) expect(at).toMatch(/^\d{4}-\d\d-\d\dT/);
    expect(trace.steps[2].detail).toBe('delivered once more, and ignored');
    expect(trace.steps[3].detail).toBe('flow support version 1 ran to step menu; the conversation is active');
    expect(trace.steps[5].detail).toMatch(/^sent \(provider-\d+\)$/);
  });

  it('prints the same in lines for people', async () => {
    const { code, out } = await gateway('message', 'why', await receive('4915130000001'), '--tenant', 'acme');
    expect(code).toBe(0);
    expect(out).toMatch(/^inbound message wamid\.\S+ of acme\n {2}conversation \S+, correlation id \S+\n/);
    expect(out).toMatch(/\n {2}\S+Z +turn +flow support/);
  });

  it("finds a reply by its provider's ID", async () => {
    await receive('4915130000002');
    await stack.drain();
    const trace = await why(provider.sends.findLast(({ to }) => to === '4915130000002')?.id ?? '');
    expect(trace).toMatchObject({ direction: 'outbound', tenantId: 'acme' });
    expect(kinds(trace)).toEqual(['turn', 'reply', 'delivery']);
    expect(trace.steps[1].detail).toBe('What can we do for you?');
  });

  it('says why a reply was rejected', async () => {
    mood.current = () => 400;
    const id = await receive('4915130000003');
    await stack.drain();
    mood.current = () => 200;
    expect((await why(id)).steps.at(-1)).toMatchObject({
      what: 'delivery',
      detail: 'failed: recipient_unreachable',
    });
  });

  it('says that a turn has not run, and then that it was given up', async () => {
    const id = await receive('4915130000004');
    const waiting = await why(id);
    expect(waiting.steps.at(-1)).toEqual({ at: null, what: 'missing', detail: 'its turn has not run' });
    const { sqs } = createAwsClients(stack.env);
    const [MessageBody] = stack.queues
      .waiting(stack.queues.turnsQueueUrl)
      .filter((body) => body.includes(id));
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: stack.queues.turnsDeadLetterUrl,
        MessageBody,
        MessageGroupId: 'acme:given-up',
        MessageDeduplicationId: 'given-up',
      }),
    );
    expect((await why(id)).steps.at(-1)).toMatchObject({
      at: expect.stringMatching(/Z$/),
      detail: 'its turn has not run: given up, among the dead letters of turns; see dlq redrive',
    });
    await stack.drain();
  });

  it('says that a notice of the chat app needs no answer', async () => {
    const message = {
      from: '4915130000005',
      id: 'wamid.notice',
      timestamp: '1760000000',
      type: 'system',
      system: { type: 'user_changed_number', body: 'Ada changed', wa_id: '4915130000006' },
    };
    await postCloudApi(stack, cloudApiBody({ messages: [message] }));
    expect(kinds(await why('wamid.notice'))).toEqual(['verified', 'kept']);
  });

  it('says that a reaction waits, and then that it was logged and not answered', async () => {
    const reaction = { message_id: await receive('4915130000007'), emoji: '👍' };
    await stack.drain();
    const message = {
      from: '4915130000007',
      id: 'wamid.reaction',
      timestamp: '1760000000',
      type: 'reaction',
      reaction,
    };
    await postCloudApi(stack, cloudApiBody({ messages: [message] }));
    expect(kinds(await why('wamid.reaction'))).toEqual(['verified', 'queued', 'missing']);
    await stack.drain();
    const trace = await why('wamid.reaction');
    expect(kinds(trace)).toEqual(['verified', 'queued', 'kept']);
    expect(trace.steps.at(-1).detail).toBe('noted beside the conversation; it asks for no answer');
  });

  it.each([
    ['an unknown message', ['wamid.unknown']],
    ['a message of another tenant', ['wamid.4915130000001.hello', '--tenant', 'globex']],
  ])('exits with 1 for %s', async (_title, [id = '', ...more]) => {
    expect(await why(id, ...more)).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringContaining('No message'),
    });
  });
});

describe('conversation show', () => {
  it('shows the status of a conversation, its messages, and the delivery of each reply', async () => {
    await receive('4915130000006');
    await receive('4915130000006', 'agent');
    await stack.drain();
    const { conversationId } = await why('wamid.4915130000006.agent');
    const { out, code } = await runCli([
      'conversation',
      'show',
      '--endpoint',
      stack.url,
      '--',
      conversationId,
    ]);
    expect(code).toBe(0);
    const [head, standing, handoff, , ...messages] = out.split('\n');
    expect(head).toBe(`conversation ${conversationId} of acme: chatapp, user 4915130000006`);
    expect(standing).toMatch(/^ {2}handoff, flow support version 1 at step agent, last active/);
    expect(handoff).toContain('handed off at');
    expect(messages.map((line) => line.replace(/\S+Z/g, 'TIME'))).toEqual([
      'TIME  user   hello',
      'TIME  bot    Hello! This is Acme. <sent TIME>',
      'TIME  bot    What can we do for you? (Track an order | Opening hours | Ask the warehouse | Talk to a human | Nothing, thanks) <sent TIME>',
      'TIME  user   agent',
      'TIME  bot    One moment, a colleague takes over. <sent TIME>',
    ]);
  });

  it('shows edits, deletions and reactions of a user, with the earlier text', async () => {
    const user = '4915130000016';
    await receive(user, 'Main Street 12');
    await receive(user, 'forget it');
    const [first, second] = [`wamid.${user}.Main Street 12`, `wamid.${user}.forget it`];
    const later = [
      {
        type: 'edit',
        edit: { original_message_id: first, message: { type: 'text', text: { body: 'Main Street 21' } } },
      },
      { type: 'revoke', revoke: { original_message_id: second } },
      { type: 'reaction', reaction: { message_id: first, emoji: '\u{1f44d}' } },
      { type: 'reaction', reaction: { message_id: first } },
    ];
    for (const [n, message] of later.entries()) {
      await stack.drain();
      const of = { from: user, timestamp: String(1_790_000_000 + n), id: `wamid.${user}.later.${n}` };
      await postCloudApi(stack, cloudApiBody({ messages: [{ ...of, ...message }] }));
    }
    await stack.drain();
    const { conversationId } = await why(first);
    const show = (...more: readonly string[]) =>
      runCli(['conversation', 'show', ...more, '--endpoint', stack.url, '--', conversationId]);
    const lines = (await show()).out.split('\n').map((line) => line.replace(/\d\S+Z/g, 'TIME'));
    expect(lines.filter((line) => line.includes('  user '))).toEqual([
      'TIME  user   Main Street 12 <edited TIME: Main Street 21> <reaction \u{1f44d} TIME> <reaction removed TIME>',
      'TIME  user   forget it <deleted TIME>',
    ]);
    const { messages } = JSON.parse((await show('--json')).out);
    expect(messages[0].updates[0]).toMatchObject({ kind: 'edited', text: 'Main Street 21' });
  });

  it('shows no delivery of web chat replies, which their own response carries', async () => {
    const { conversationId } = await (await say(stack, crypto.randomUUID(), 'hello')).json();
    const { out } = await runCli([
      'conversation',
      'show',
      '--json',
      '--endpoint',
      stack.url,
      '--',
      conversationId,
    ]);
    const shown = JSON.parse(out);
    expect(shown).toMatchObject({ tenantId: 'acme', channel: 'webchat', status: 'active' });
    expect(shown.messages.map(({ author }: { author: string }) => author)).toEqual(['user', 'bot', 'bot']);
    expect(out).not.toContain('delivery');
  });

  it('exits with 1 for a missing one', async () => {
    const run = await gateway('conversation', 'show', 'nothing');
    expect(run).toMatchObject({ code: 1, out: '', err: expect.stringContaining('no conversation nothing') });
  });
});

describe('a contact', () => {
  it('is listed, shown, exported and erased with its conversation', async () => {
    await receive('4915130000009');
    await stack.drain();
    const of = ['--tenant', 'acme', '--json'] as const;
    const listed = JSON.parse((await gateway('contact', 'list', ...of)).out);
    const [found] = listed.filter(({ phone }: { phone: string }) => phone === '+4915130000009');
    expect(found).toMatchObject({ channels: ['chatapp'], verified: true });
    const shown = JSON.parse((await gateway('contact', 'show', found.id, ...of)).out);
    expect(shown.identities).toContainEqual({ kind: 'phone', id: '4915130000009', place: null });
    const exported = JSON.parse((await gateway('contact', 'export', found.id, ...of)).out);
    expect(exported).toMatchObject({ contact: { id: found.id }, names: ['4915130000009'] });
    expect(exported.conversations).toHaveLength(1);
    const erased = JSON.parse((await gateway('contact', 'erase', found.id, ...of)).out);
    expect(erased).toMatchObject({ contactId: found.id, conversations: 1, names: 1 });
    expect((await gateway('contact', 'show', found.id, ...of)).code).not.toBe(0);
  });
});
