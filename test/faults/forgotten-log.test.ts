import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { cloudApiBody, postCloudApi, textMessage } from '../support/cloud-api.ts';
import { poll, say } from '../support/conversation.ts';
import { createHandler } from '../support/create-handler.ts';
import { echoTenant } from '../support/echo-tenant.ts';
import { startFakeProvider } from '../support/fake-provider.ts';
import { forgetExpired } from '../support/forget-expired.ts';
import { startTestStack, type TestStack } from '../support/start-stack.ts';

const dayMs = 24 * 60 * 60 * 1000;
const retentionDays = 100;
const clock = { aheadMs: 0 };
const nowMs = () => Date.now() + clock.aheadMs;

let stack: TestStack;
let provider: Awaited<ReturnType<typeof startFakeProvider>>;
beforeAll(async () => {
  provider = await startFakeProvider();
  stack = await startTestStack({
    background: false,
    providerUrl: provider.url,
    createHandler: (env) => createHandler(env, { nowMs }),
    changeTenant: (folder) => {
      const { tenant, ...rest } = echoTenant(folder);
      return { ...rest, tenant: { ...tenant, retention_days: retentionDays } };
    },
  });
});
afterAll(async () => {
  await stack.stop();
  await provider.stop();
});
async function later(days: number) {
  clock.aheadMs += days * dayMs;
  await forgetExpired(stack, nowMs());
}

async function write(user: string, text: string): Promise<void> {
  await postCloudApi(stack, cloudApiBody({ messages: [textMessage(user, text)] }));
  await stack.drain();
}

const sentTo = (user: string) =>
  provider.sends.filter(({ to }) => to === user).map(({ body }) => Reflect.get(Object(body.text), 'body'));

// Days later the run of before has ended, and the flow begins anew.
it.each([
  ['while the log still has the old replies', retentionDays - 2],
  ['when the log has forgotten everything', retentionDays + 1],
])('a user who returns %s gets the new reply and no old one', async (_, days) => {
  const user = `4915120${days}`;
  await write(user, 'hello');
  await write(user, 'old');
  await later(days);
  await write(user, 'new');
  expect(sentTo(user)).toEqual(['welcome', 'old', 'welcome']);
});

it('a widget that reloads shows the rest of the log, when its beginning has expired', async () => {
  const session = randomUUID();
  const { conversationId } = await (await say(stack, session, 'hello')).json();
  await later(retentionDays - 1);
  await say(stack, session, 'again');
  await later(2);
  const { messages } = await poll(stack, session, conversationId, { wait: '0' });
  expect(messages.map(({ text }) => text)).toEqual(['again', 'welcome']);
});
