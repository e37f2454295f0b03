import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import type { ChannelAccount } from '../../src/contract/directory.ts';
import { createHandler } from './create-handler.ts';
import { echoTenant } from './echo-tenant.ts';
import { signIn } from './start-admin-api.ts';
import { startTestStack } from './start-stack.ts';

/**
 * Talks to the gateway through the channel of docs/guides/add-a-channel.md, and prints what was answered and sent. Runs in a
 * copy of the repository that has the page's code.
 * @see test/journeys/add-a-channel.test.ts
 */
const sent: object[] = [];
const provider = createServer(async (request, response) => {
  const { to, text } = (await json(request)) as Readonly<Record<string, string>>;
  sent.push({ key: request.headers.authorization, to, text });
  response.end('{}');
});
await new Promise<void>((listening) => provider.listen(0, '127.0.0.1', listening));
const account = {
  ...{ id: 'echo', channel: 'echo', flow: 'support' },
  base_url: `http://127.0.0.1:${(provider.address() as AddressInfo).port}`,
  secrets: { api_key: 'echo_api_key', sending_token: 'echo_sending_token' },
} as unknown as ChannelAccount;
const stack = await startTestStack({
  background: false,
  createHandler: (env) =>
    createHandler({ ...env, ALLOWED_HTTP_ORIGINS: `${env.ALLOWED_HTTP_ORIGINS},${account.base_url}` }),
  changeTenant: (folder) =>
    folder.tenant.id === 'acme'
      ? echoTenant({
          ...folder,
          channels: [...folder.channels, account],
          secrets: { ...folder.secrets, echo_api_key: 'echo-key', echo_sending_token: 'echo-token' },
        })
      : folder,
});
const say = async (id: string, text: string, key = 'echo-key') => {
  const { status } = await stack.post(
    '/v1/webhooks/echo',
    { id, from: 'ada', text },
    { authorization: `Bearer ${key}` },
  );
  await stack.drain();
  return status;
};
const first = await say('m-1', 'hello');
// Its own repeat is acknowledged and not answered again.
await say('m-1', 'hello');
const second = await say('m-2', 'again');
const wrong = await say('m-3', 'let me in', 'guessed');
const noJson = await stack.post('/v1/webhooks/echo', 'no JSON', { authorization: 'Bearer echo-key' });
await stack.drain();
// The console lists the account and the person, and a system reaches the person where they wrote.
const admin = await signIn(stack, 'super-admin');
const listed = (await admin('GET', '/channels')).body.items.find(
  (item: { account: ChannelAccount }) => item.account.id === 'echo',
);
const { key } = (
  await admin('POST', '/service-keys', { body: { name: 'Shop', capabilities: ['messages:send'] } })
).body;
const written = await stack.post(
  '/v1/service/messages',
  { to: { channel: 'echo', accountId: 'echo', userId: 'ada' }, text: 'from the shop' },
  { authorization: `Bearer ${key}`, 'idempotency-key': 'written-once' },
);
await stack.drain();
const { conversationId } = (await written.json()) as { conversationId: string };
const { items: contacts } = (await admin('GET', `/contacts?conversation=${conversationId}`)).body;
const { identities } = (await admin('GET', `/contacts/${contacts[0].id}`)).body;
console.log(
  JSON.stringify({
    accepted: [first, second, wrong, noJson.status],
    sent,
    secrets: listed.secrets.map(({ role }: { role: string }) => role),
    written: written.status,
    identities,
  }),
);
await stack.stop();
provider.close();
