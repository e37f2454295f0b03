import { randomUUID } from 'node:crypto';
import * as z from 'zod/mini';
import type { FileType, ShownContent, UserMessage } from '../page/protocol.ts';
import type {
  Provider,
  ReadSend,
  Refusal,
  RefusedSend,
  SendCall,
  SimulatedAccount,
  WebhookCall,
  WebhookItem,
} from '../provider.ts';

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

const card = z.object({
  title: z.string(),
  description: z.optional(z.string()),
  image: z.optional(z.string()),
  actions: z.array(
    z.union([
      z.object({ type: z.literal('Postback'), text: z.string(), payload: z.string() }),
      z.object({ type: z.literal('Link'), text: z.string(), url: z.string() }),
    ]),
  ),
});

const part = z.union([
  z.object({
    contentType: z.literal('QuickReply'),
    quickReply: z.object({ text: z.string(), payload: z.string() }),
  }),
  z.object({
    contentType: z.literal('Attachment'),
    attachment: z.object({
      mediaType: z.string(),
      url: z.optional(z.string()),
      text: z.optional(z.string()),
      filename: z.optional(z.string()),
    }),
  }),
  z.object({
    contentType: z.literal('Location'),
    location: z.object({ latitude: z.number(), longitude: z.number(), text: z.optional(z.string()) }),
  }),
  z.object({ contentType: z.literal('Text'), text: z.object({ body: z.string() }) }),
  z.object({ contentType: z.literal('Card'), card }),
  z.object({ contentType: z.literal('Carousel'), carousel: z.object({ cards: z.array(card) }) }),
]);

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
  // This webhook has one event per call.
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

/** An open message as the phone shows it. */
function showOpenMessage(text: string, content: readonly unknown[]): ShownContent {
  const parts = content.flatMap((raw) => part.safeParse(raw).data ?? []);
  const cards = parts.flatMap((one) => {
    if (one.contentType === 'Card') return [one.card];
    return one.contentType === 'Carousel' ? one.carousel.cards : [];
  });
  const actions = cards.flatMap((one) => one.actions);
  const texts = [
    ...parts.flatMap((one) => (one.contentType === 'Text' ? [one.text.body] : [])),
    ...cards.map(({ title, description }) => [title, description].filter(Boolean).join('\n')),
  ];
  const buttons = [
    ...parts.flatMap((one) =>
      one.contentType === 'QuickReply' ? [{ id: one.quickReply.payload, title: one.quickReply.text }] : [],
    ),
    ...actions.flatMap((one) => (one.type === 'Postback' ? [{ id: one.payload, title: one.text }] : [])),
  ];
  const links = actions.flatMap((one) => (one.type === 'Link' ? [{ title: one.text, url: one.url }] : []));
  const files: { type: string; url?: string; caption?: string }[] = parts.flatMap((one) => {
    if (one.contentType !== 'Attachment') return [];
    const { mediaType, url, text: caption = one.attachment.filename } = one.attachment;
    return [{ type: mediaType.toLowerCase(), ...(url && { url }), ...(caption && { caption }) }];
  });
  const places = parts.flatMap((one) => {
    if (one.contentType !== 'Location') return [];
    const { latitude, longitude, text: name } = one.location;
    return [{ latitude, longitude, ...(name !== undefined && { name }) }];
  });
  for (const { image, title } of cards) if (image) files.push({ type: 'image', url: image, caption: title });
  const words = [text, ...texts].filter((word) => word !== '').join('\n');
  return {
    ...(words !== '' && { text: words }),
    ...(buttons.length > 0 && { buttons }),
    ...(links.length > 0 && { links }),
    ...(files.length > 0 && { files }),
    ...(places.length > 0 && { places }),
    ...(parts.length < content.length && { note: 'part of this message can’t be shown' }),
  };
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

const mediaTypes: Readonly<Record<FileType, string>> = {
  image: 'Image',
  sticker: 'Sticker',
  video: 'Video',
  audio: 'Audio',
  document: 'File',
};

const states = { sent: 'Published', delivered: 'Delivered', read: 'Read', failed: 'Failed' } as const;

/** A webhook body of open messaging: a message of a user, or a receipt. @see design 2.7 */
function openMessagePayload(item: WebhookItem): object {
  const time = new Date(item.atMs).toISOString();
  if (item.kind === 'status') {
    return {
      id: randomUUID(),
      channel: { messageId: item.id, time },
      type: 'Receipt',
      status: states[item.state],
      ...(item.state === 'failed' && {
        reasons: [{ code: item.reason === 'window-closed' ? 'window_closed' : 'recipient_unreachable' }],
      }),
    };
  }
  const [firstName, ...rest] = item.user.name.split(' ');
  const from = {
    id: item.user.id,
    firstName,
    ...(rest.length > 0 && { lastName: rest.join(' ') }),
    ...(!item.scoped && /^\d+$/.test(item.user.id) && { phone: `+${item.user.id}` }),
  };
  return { id: item.id, channel: { from, time, messageId: item.id }, ...contentOf(item.message) };
}

function contentOf(message: UserMessage): object {
  switch (message.type) {
    case 'text':
      return { type: 'Text', text: message.text };
    case 'button':
    case 'list': {
      const quickReply = { text: message.title, payload: message.id };
      return structured({ contentType: 'QuickReply', quickReply }, message.title);
    }
    case 'location': {
      const { latitude, longitude, name } = message;
      const location = { latitude, longitude, ...(name !== undefined && { text: name }) };
      return structured({ contentType: 'Location', location });
    }
    case 'contacts':
      return structured({ contentType: 'Contact', contact: { names: message.names } });
    case 'reaction':
      return structured({
        contentType: 'Reaction',
        reaction: { messageId: message.messageId, emoji: message.emoji },
      });
    case 'edit':
    case 'delete':
      // Open messaging has no such thing: the page offers neither.
      return { type: 'Event', events: [{ eventType: 'Presence' }] };
    case 'unsupported':
      return structured({ contentType: 'Poll', poll: { question: '?' } });
    case 'unknown':
      return { type: 'Telepathy', thought: 'hm' };
    default: {
      const { type, mimeType, url, caption, filename } = message;
      const attachment = { mediaType: mediaTypes[type], mime: mimeType, url, text: caption, filename };
      return structured({ contentType: 'Attachment', attachment });
    }
  }
}

function structured(content: object, text?: string): object {
  return { type: 'Structured', ...(text !== undefined && { text }), content: [content] };
}
