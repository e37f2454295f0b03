import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { SimulatedAccount } from '../accounts.ts';
import type {
  Provider,
  ReadSend,
  Refusal,
  RefusedSend,
  SendCall,
  WebhookCall,
  WebhookItem,
} from '../provider.ts';
import { openMessagePayload } from './message-payload.ts';
import { showOpenMessage } from './show-message.ts';

/** `{"id":"…","channel":{"to":{"id":"u1"}},"type":"Text","text":"hi"}` */
const sendBody = z.object({
  id: z.string(),
  channel: z.object({ to: z.object({ id: z.string().check(z.minLength(1)) }) }),
  type: z.string(),
  text: z.optional(z.string()),
  content: z.optional(z.array(z.looseObject({ contentType: z.string() }))),
});

const limits = { textChars: 4096, quickReplies: 10, titleChars: 20 } as const;

const refusal = (status: number, code: string, message: string): Refusal => ({
  status,
  body: { code, message, status, contextId: randomUUID() },
});

/** A contact center's open messaging: `POST /messages` with a bearer token. @see design 2.7 */
export const contactCenter: Provider = {
  prefix: '/contact-center/',
  readSend,
  answer: (id, to) => ({ id, channel: { to: { id: to } }, status: 'Published' }),
  newId: randomUUID,
  refusals: {
    windowClosed: refusal(400, 'window.closed', 'The user has not written for more than 24 hours.'),
    unknownUser: refusal(404, 'user.unknown', 'There is no such user.'),
    tooManyRequests: refusal(429, 'too.many.requests', 'Rate limit exceeded.'),
    pairLimit: refusal(429, 'too.many.to.user', 'Too many messages to this user.'),
    serverError: refusal(500, 'internal.server.error', 'The request could not be completed.'),
  },
  // This webhook tells one thing a call.
  webhookCalls: (items, { unknown }) => items.map((item) => webhookCall(item, unknown)),
};

function readSend(call: SendCall, accounts: readonly SimulatedAccount[]): ReadSend | RefusedSend {
  const token = /^Bearer (.+)$/.exec(String(call.headers.authorization ?? ''))?.[1];
  const account = accounts.find(
    ({ channel, secret }) => channel === 'contactcenter' && secret('sending_token') === token,
  );
  if (token === undefined || !account) {
    return { refusal: refusal(401, 'bad.credentials', 'Invalid login credentials.') };
  }
  if (call.path !== '/contact-center/messages')
    return { refusal: refusal(404, 'not.found', 'There is nothing.') };
  const parsed = sendBody.safeParse(call.body);
  if (!parsed.success)
    return { account, refusal: refusal(400, 'bad.request', 'The request could not be understood.') };
  const { id, channel, type, text = '', content = [] } = parsed.data;
  const to = channel.to.id;
  const problem = problemOf(type, text, content);
  if (problem) return { account, to, refusal: problem };
  const key = call.headers['idempotency-key'];
  const shown = showOpenMessage(text, content);
  return {
    account,
    to,
    replyId: id,
    content: shown,
    ...(typeof key === 'string' && { idempotencyKey: key }),
  };
}

function problemOf(type: string, text: string, content: readonly { contentType: string }[]): Refusal | null {
  const quickReplies = content.flatMap((part) => quickReply.safeParse(part).data ?? []);
  if (type !== 'Text' && type !== 'Structured')
    return refusal(400, 'invalid.type', `The type ${type} is not known.`);
  if (text === '' && content.length === 0)
    return refusal(400, 'empty.message', 'A message must hold something.');
  if (text.length > limits.textChars) return refusal(400, 'text.too.long', 'The text is too long.');
  if (quickReplies.length > limits.quickReplies) {
    return refusal(400, 'too.many.quick.replies', 'A message has at most 10 quick replies.');
  }
  if (quickReplies.some((reply) => reply.quickReply.text.length > limits.titleChars)) {
    return refusal(400, 'quick.reply.too.long', 'A quick reply has at most 20 characters.');
  }
  return null;
}

const quickReply = z.object({ quickReply: z.object({ text: z.string() }) });

function webhookCall(item: WebhookItem, unknown: boolean): WebhookCall {
  const { account } = item;
  const credentials = `${account.settings.username ?? ''}:${account.secret('password')}`;
  return {
    path: '/v1/webhooks/contactcenter',
    headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
    body: JSON.stringify({ ...openMessagePayload(item), ...(unknown && { weather: { sky: 'clear' } }) }),
    items: [item],
  };
}
