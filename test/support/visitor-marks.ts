import { createHmac, randomBytes, randomInt, randomUUID } from 'node:crypto';
import { limits } from '../../src/contract/limits.ts';
import { cloudApiBody, postCloudApi } from './cloud-api.ts';
import type { TestStack } from './start-stack.ts';

/** A visitor of one channel, and every random string that they have left there. */
export interface MarkedVisitor {
  readonly channel: string;
  readonly userId: string;
  readonly marks: readonly string[];
}

/** Writes as one visitor of each channel, every field that a visitor may fill with a string of its own. */
export async function writeMarks(stack: TestStack): Promise<MarkedVisitor[]> {
  return [
    await writeFormA(stack),
    await writeFormB(stack),
    await writeVerified(stack),
    await writeCloudApi(stack),
    await write360(stack),
    await writeContactCenter(stack),
  ];
}

/** A name that nothing else has; with characters that each encoding writes in its own way. */
const mark = () => `mark-${randomBytes(9).toString('hex')}/ü+?&`;
const plainMark = () => `mark-${randomBytes(12).toString('hex')}`;
/** As long as no real number is. */
const numberMark = () => `49${Array.from({ length: 13 }, () => randomInt(10)).join('')}`;

async function expectTaken(response: Response): Promise<unknown> {
  if (response.status !== 200) throw new Error(`${response.status}: ${await response.text()}`);
  const body = await response.text();
  return body === '' ? null : JSON.parse(body);
}

async function writeFormA(stack: TestStack): Promise<MarkedVisitor> {
  const [text, more, key, firstName, email, note] = Array.from({ length: 6 }, plainMark);
  const userId = randomUUID();
  const session = randomUUID();
  const headers = { 'x-session-id': session, 'idempotency-key': String(key) };
  const body = (conversationId: unknown, said: string) => ({
    ...{ tenantId: 'acme', conversationId, channel: 'webchat', from: { id: userId } },
    ...{ content: { text: said }, user: { firstName, email: `${email}@example.com` } },
    metadata: { note },
  });
  const said = mark();
  const first = await stack.post('/v1/webchat/messages', body(null, `${said} ${text}`), headers);
  const { conversationId } = (await expectTaken(first)) as { conversationId: string };
  const next = body(conversationId, `${more} raise`);
  await stack.post('/v1/webchat/messages', next, { ...headers, 'idempotency-key': randomUUID() });
  await expectTaken(
    await stack.post('/v1/webchat/messages', body(conversationId, `${more}`), { 'x-session-id': session }),
  );
  const marks = [userId, text, more, email, firstName, note].map(String);
  return { channel: 'webchat', userId: String(userId), marks: [...marks, said, session] };
}

async function writeFormB(stack: TestStack): Promise<MarkedVisitor> {
  const [userId, text, firstName, email, key, caption, file, note] = Array.from({ length: 8 }, plainMark);
  const session = randomUUID();
  const body = {
    text,
    attachments: [{ type: 'image', url: `https://files.example/${file}`, caption }],
    user: { id: userId, firstName, email: `${email}@example.com` },
    metadata: { [String(note)]: { deep: [mark()] } },
  };
  const headers = { 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session };
  const sent = await stack.post('/v1/webchat/messages', body, { ...headers, 'idempotency-key': String(key) });
  await expectTaken(sent);
  const marks = [userId, text, firstName, email, caption, file, note].map(String);
  return { channel: 'webchat', userId: String(userId), marks: [...marks, session] };
}

async function writeVerified(stack: TestStack): Promise<MarkedVisitor> {
  const [sub, name, email, text, attribute] = Array.from({ length: 5 }, plainMark);
  const encoded = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  const claims = { sub, name, email: `${email}@example.com`, attributes: { city: attribute } };
  const exp = Math.floor(Date.now() / 1000) + 600;
  const signed = `${encoded({ alg: 'HS256', typ: 'JWT' })}.${encoded({ exp, ...claims })}`;
  const signature = createHmac('sha256', 'development-only-visitor-identity-secret')
    .update(signed)
    .digest('base64url');
  const session = randomUUID();
  const headers = {
    ...{ 'x-tenant-id': 'acme', 'x-widget-id': 'acme-web', 'x-session-id': session },
    'x-visitor-token': `${signed}.${signature}`,
  };
  const body = { text, attachments: [], user: { id: 'nobody' } };
  await expectTaken(await stack.post('/v1/webchat/messages', body, headers));
  const marks = [sub, name, email, text, attribute].map(String);
  return { channel: 'webchat', userId: String(sub), marks: [...marks, session, signature] };
}

/** Also a message that is too large for the queue, one that raises, a second name, and a status. */
async function writeCloudApi(stack: TestStack): Promise<MarkedVisitor> {
  const [text, name, bsuid, raised, large, silent] = Array.from({ length: 6 }, plainMark);
  const said = mark();
  const wa_id = numberMark();
  // As real ids do: they hold the number.
  const wamid = () => `wamid.${Buffer.from(`HBgL${wa_id}${plainMark()}`).toString('base64')}`;
  const message = (id: string, more: object) => ({
    ...{ from: wa_id, from_user_id: `DE.${bsuid}`, id, timestamp: '1760000000' },
    ...more,
  });
  const contacts = [{ wa_id, user_id: `DE.${bsuid}`, profile: { name } }];
  const messages = [
    message(wamid(), { type: 'text', text: { body: `${said} ${text}` } }),
    message(wamid(), { type: 'text', text: { body: `${raised} raise` } }),
    message(wamid(), {
      type: 'hologram',
      hologram: { [String(large)]: 'x'.repeat(limits.queuedMessageBytes) },
    }),
    message(wamid(), { type: 'reaction', reaction: { message_id: 'wamid.1', emoji: silent } }),
  ];
  await expectTaken(await postCloudApi(stack, cloudApiBody({ contacts, messages })));
  await stack.drain();
  await stack.drain();
  const marks = [text, name, bsuid, raised, large, silent].map(String);
  return {
    channel: 'chatapp',
    userId: `+${wa_id}`,
    marks: [...marks, said, wa_id, ...messages.map(({ id }) => id)],
  };
}

async function write360(stack: TestStack): Promise<MarkedVisitor> {
  const [text, name] = [plainMark(), plainMark()];
  const wa_id = numberMark();
  const body = {
    contacts: [{ wa_id, profile: { name } }],
    messages: [{ from: wa_id, id: plainMark(), timestamp: '1760000000', type: 'text', text: { body: text } }],
  };
  const headers = { 'd360-api-key': 'development-only-d360-webhook-key' };
  await expectTaken(await stack.post('/v1/webhooks/chatapp-b', body, headers));
  await stack.drain();
  return { channel: 'chatapp-360', userId: wa_id, marks: [text, name, wa_id] };
}

async function writeContactCenter(stack: TestStack): Promise<MarkedVisitor> {
  const [userId, firstName, lastName, email, text, id, note] = Array.from({ length: 7 }, plainMark);
  const body = {
    id,
    channel: {
      from: { id: userId, firstName, lastName, email: `${email}@example.com` },
      time: '2026-01-01T00:00:00Z',
    },
    type: 'Text',
    text,
    metadata: { note },
  };
  const password = 'acme-contact-center:development-only-contact-center-password';
  const headers = { authorization: `Basic ${Buffer.from(password).toString('base64')}` };
  await expectTaken(await stack.post('/v1/webhooks/contactcenter', body, headers));
  await stack.drain();
  return {
    channel: 'contactcenter',
    userId: String(userId),
    marks: [userId, firstName, lastName, email, text, id, note].map(String),
  };
}

/** A string as it is, URL-encoded, as hexadecimal, and as base64 and base64url at each of the three offsets. */
export function formsOf(text: string): string[] {
  const bytes = Buffer.from(text);
  const base64 = [0, 1, 2].flatMap((offset) => {
    const encoded = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/, '');
    // The characters at the ends hold bits of what stands beside.
    const inner = encoded.slice(offset === 0 ? 0 : offset + 1, -1);
    return [inner, inner.replaceAll('+', '-').replaceAll('/', '_')];
  });
  const json = JSON.stringify(text).slice(1, -1);
  return [...new Set([text, json, encodeURIComponent(text), bytes.toString('hex'), ...base64])];
}

/** How many of the strings a text holds in any form. */
export function foundIn(text: string, marks: readonly string[]): string[] {
  return marks.filter((each) => formsOf(each).some((form) => text.includes(form)));
}
