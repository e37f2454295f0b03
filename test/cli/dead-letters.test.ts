import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAwsClients } from '../../src/aws/clients.ts';
import { DeadLettersTable } from '../../src/aws/dead-letters.ts';
import { DirectoryTableWriter } from '../../src/aws/directory-writer.ts';
import { flowDefinition } from '../../src/contract/flow.ts';
import { limits } from '../../src/contract/limits.ts';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { createHandler } from '../support/create-handler.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { lambdaContext } from '../support/http-event.ts';
import { queueEvent } from '../support/queue-event.ts';
import { raisingTenant } from '../support/raising-tenant.ts';
import { runCli } from '../support/run-cli.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';
import { watchCalls } from '../support/watched-calls.ts';

const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;
let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    changeTenant: raisingTenant,
    createHandler: (env) => createHandler(env, { nowMs }),
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});

const gateway = (...args: readonly string[]) =>
  runCli([...args.slice(0, 2), '--endpoint', stack.url, ...args.slice(2)], { nowMs });
const lettersOf = async (...args: readonly string[]) =>
  JSON.parse((await gateway('dlq', 'list', '--json', ...args)).out).letters;
/** A user whose message raised, and what came of it. */
async function raise(user: string) {
  const id = `wamid.${user}`;
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'hello')] }));
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'raise', id)] }));
  await stack.drain();
  const { conversationId } = JSON.parse((await gateway('message', 'why', '--json', id)).out);
  return { id, conversationId: String(conversationId) };
}
const sentTo = (user: string) =>
  provider.sends.filter(({ to }) => to === user).map(({ body }) => (body.text as { body: string }).body);

describe('dlq', () => {
  it('lists dead letters by tenant and conversation, and shows one of them whole', async () => {
    const { conversationId } = await raise('4915150000001');
    const other = await raise('4915150000002');
    expect(await lettersOf('--tenant', 'acme')).toHaveLength(2);
    expect(await lettersOf('--tenant', 'globex')).toEqual([]);
    expect(await lettersOf('--conversation', other.conversationId)).toHaveLength(1);
    const [letter] = await lettersOf('--tenant', 'acme', '--conversation', conversationId);
    expect(letter).toMatchObject({
      tenantId: 'acme',
      conversationId,
      reason: 'the flow raised: expression_failed at step raise',
      attempts: 1,
    });
    const { out } = await gateway('dlq', 'list', '--tenant', 'acme', '--limit', '1');
    expect(out).toContain('1 or more dead letters');
    const shown = await gateway('dlq', 'show', letter.id, '--tenant', 'acme');
    expect(shown.out).toContain('after 1 attempt: the flow raised');
    expect(JSON.parse(shown.out.split('\n').at(-1) ?? '')).toMatchObject({ message: { text: 'raise' } });
    expect(shown.err).toContain(`conversation restart --tenant acme -- ${conversationId}\n`);
    expect(shown.err).toContain(`dlq redrive ${letter.id} --tenant acme`);
    const why = await gateway('message', 'why', 'wamid.4915150000001');
    expect(why.out).toContain(`after one attempt: ${letter.reason}; see dlq show ${letter.id}`);
    for (const command of [
      ['dlq', 'list'],
      ['dlq', 'redrive'],
      ['dlq', 'show', 'x'],
      ['dlq', 'drop', 'x'],
    ])
      expect(await gateway(...command, '--tenant', 'glob')).toMatchObject({
        ...{ code: 1, out: '', err: expect.stringContaining('There is no tenant glob in ') },
      });
    expect(await gateway('dlq', 'show', 'nothing')).toMatchObject({
      code: 1,
      err: expect.stringContaining('no dead letter nothing'),
    });
  });

  it("sends one conversation's again, at once and behind later messages, to the flow that is live by then", async () => {
    const user = '4915150000003';
    const { conversationId } = await raise(user);
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'since')] }));
    await stack.drain();
    const names = { tablePrefix: String(stack.env.TABLE_PREFIX), secretPrefix: '' };
    const writer = new DirectoryTableWriter(createAwsClients(stack.env), names);
    const mended = flowDefinition.parse({
      id: 'support',
      version: 2,
      start: 'ask',
      variables: { said: 'mended' },
      steps: { ask: { kind: 'question', text: '{{ said }}', saveAs: 'said', next: 'ask' } },
    });
    await writer.addFlow('acme', mended, []);
    const live = (await writer.list('acme')).find(({ sk }) => sk === 'published#support');
    expect(await writer.publish('acme', 'support', 2, live)).toBe(true);
    clock.aheadMs += 2 * limits.directoryCacheMs;
    const dry = await gateway('conversation', 'restart', '--dry-run', '--', conversationId);
    expect(dry.out).toContain('would be ended');
    const restarted = await gateway('conversation', 'restart', '--tenant', 'acme', '--', conversationId);
    expect(restarted.out).toContain('its run of flow support version 1 at step ask is ended');
    const whose = ['--tenant', 'acme', '--conversation', conversationId];
    expect((await gateway('dlq', 'redrive', '--dry-run', ...whose)).out).toContain(
      'turns: 1 would be sent again',
    );
    expect((await gateway('dlq', 'redrive', ...whose)).out).toContain('turns: 1 sent again, 0 left');
    expect(await lettersOf(...whose)).toEqual([]);
    await stack.drain();
    expect(sentTo(user).slice(-2)).toEqual(['since', 'mended']);
    const again = await gateway('conversation', 'restart', '--tenant', 'acme', '--', conversationId);
    expect(again.code).toBe(0);
    expect((await gateway('conversation', 'restart', '--', conversationId)).out).toContain('has no run');
  });

  it('deletes one, and leaves unreadable ones until then', async () => {
    await createHandler(stack.env)(queueEvent('{"kind":"poison"}'), lambdaContext);
    const table = new DeadLettersTable(createAwsClients(stack.env).dynamodb, String(stack.env.TABLE_PREFIX));
    const run = await gateway('dlq', 'redrive', '--tenant', 'group');
    expect(run).toMatchObject({ code: 0, err: expect.stringContaining('are unreadable') });
    expect(run.out).toContain('turns: 0 sent again, 1 left');
    expect((await gateway('dlq', 'drop', 'record', '--dry-run')).out).toContain('would be dropped');
    expect((await gateway('dlq', 'drop', 'record')).out).toContain('is dropped');
    expect((await table.list({ tenantId: 'group' }, null, 10)).deadLetters).toEqual([]);
  });
});

describe('message why', () => {
  it('says how often a message was tried, why it failed and when it is tried next', async () => {
    const user = '4915150000007';
    await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, 'hello', 'wamid.tried')] }));
    const watched = watchCalls();
    watched.breakCall = ({ operation }) =>
      operation === 'PutItem' || operation === 'GetItem' ? 'refused' : undefined;
    const clients = createAwsClients(stack.env, watched.requestHandler);
    const record = stack.queues
      .waiting(stack.queues.turnsQueueUrl)
      .find((body) => body.includes('wamid.tried'));
    await createHandler(stack.env, { clients, nowMs })(queueEvent(record ?? '', 3), lambdaContext);
    expect((await gateway('message', 'why', 'wamid.tried')).out).toMatch(
      /its turn has not run \(tried 3 times, last: \w+; next try \d{4}-\d\d-\d\dT/,
    );
    await stack.drain();
  });
});
