import { createHmac, timingSafeEqual } from 'node:crypto';
import type { chatappACloud } from '../../src/channels/chatapp-a-cloud/channel.ts';
import type { ChannelAccounts, KnownAccount } from '../../src/ports/directory.ts';
import type { PasswordGuesses } from '../../src/ports/users.ts';
import { cloudApiBody, signatureOf, textMessage } from '../../test/support/cloud-api.ts';
import type { Checkout } from '../checkout.ts';
import { interleave, type Work } from '../interleave.ts';
import { webhookPeers } from '../peers.ts';
import type { Row } from '../row.ts';

const secret = 'development-only-whatsapp-app-secret';

/** A body of so many messages of one user, as Meta sends it. */
function bodyOf(messages: number): Buffer {
  const texts = Array.from({ length: messages }, (_, n) =>
    textMessage('4915112345678', `message ${n}`, `wamid.${n}`),
  );
  return Buffer.from(cloudApiBody({ messages: texts }));
}

/** What nobody can leave out: the signature over the bytes, and reading them as JSON. */
function bare(body: Buffer, signature: string): Work {
  const expected = Buffer.from(signature);
  return (times) => {
    for (let n = 0; n < times; n += 1) {
      const given = Buffer.from(`sha256=${createHmac('sha256', secret).update(body).digest('hex')}`);
      if (!timingSafeEqual(given, expected)) throw new Error('a wrong signature');
      JSON.parse(body.toString());
    }
  };
}

/** acme's number, whatever is asked for. */
const known = {
  tenant: { id: 'acme', status: 'active' },
  account: { channel: 'chatapp', id: 'acme-whatsapp', phone_number_id: '106540352242922' },
  secrets: { app_secret: [secret] },
} as unknown as KnownAccount;
const accounts: ChannelAccounts = { find: async () => known, findByBusiness: async () => [known] };
/** Nobody guesses; as db5b08f took them, one by one, and together. */
const ports = { ...accounts, accounts, guesses: {} as PasswordGuesses, nowMs: () => 0 };
const context = {
  correlationId: 'correlation',
  receivedAt: '2026-01-01T00:00:00.000Z',
  conversationIdOf: (id: string) => id,
};

async function channelOf({ load }: Checkout, body: Buffer, signature: string): Promise<Work> {
  const folder = 'src/channels/chatapp-a';
  const [channel] = Object.values(
    await load<Record<string, typeof chatappACloud>>(`${folder}-cloud/channel.ts`).catch(() =>
      load<Record<string, typeof chatappACloud>>(`${folder}/channel.ts`),
    ),
  );
  if (!channel) throw new Error('no channel is exported');
  const request = { rawBody: body, headers: { 'x-hub-signature-256': signature }, sourceIp: '203.0.113.1' };
  return async (times) => {
    for (let n = 0; n < times; n += 1) {
      const { parts } = await channel.verify(request, ports);
      for (const part of parts) channel.normalize(part, context);
    }
  };
}

/** A webhook call, verified, read and made our own messages of, without what is stored of it. */
async function webhookRow(
  { name, messages, mostUs }: { readonly name: string; readonly messages: number; readonly mostUs: number },
  now: Checkout,
  before: Checkout | null,
): Promise<Row> {
  const body = bodyOf(messages);
  const signature = signatureOf(body.toString());
  const found = await interleave({
    floor: bare(body, signature),
    ours: await channelOf(now, body, signature),
    ...(before && { before: await channelOf(before, body, signature) }),
    ...webhookPeers(body.toString(), signature, secret),
  });
  const { floor = Number.NaN, ours = Number.NaN, before: was, ...peers } = found;
  return {
    name: `${name} (${(body.length / 1_000).toFixed(1)} KB)`,
    unit: 'µs',
    kind: 'measured',
    floor,
    floorIs: 'the signature by node:crypto, and JSON.parse',
    ours,
    ...(was !== undefined && { before: was }),
    budget: { most: mostUs, of: 'unit' },
    peers,
  };
}

/** A call with one message, and one with five hundred. @see design 5.3 */
export const webhookRows = async (now: Checkout, before: Checkout | null): Promise<readonly Row[]> => [
  await webhookRow({ name: 'webhook, one message', messages: 1, mostUs: 16 }, now, before),
  await webhookRow({ name: 'webhook, 500 messages', messages: 500, mostUs: 1_600 }, now, before),
];
