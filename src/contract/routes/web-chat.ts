import * as z from 'zod/mini';
import { typingBody } from '../admin/handoffs.ts';
import { webhookChannels } from '../channels.ts';
import { formAAnswer, formALate, formBAnswer, formBLate } from '../examples/web-chat.ts';
import { uploadAnswer, uploadRequest, uploadState } from '../files.ts';
import { formARequest, formAResponse, formBPending, formBRequest, formBResponse } from '../forms.ts';
import { limits } from '../limits.ts';
import { claimAnswer, claimRequest, emailAnswer, emailRequest, mailPageQuery } from '../mail.ts';
import { pollResponse } from '../poll.ts';
import { sessionInformation } from '../session.ts';
import { identifier } from '../vocabulary.ts';
import { publishedWidget } from '../widget-settings.ts';
import type { Operations } from './operation.ts';

const formA = {
  tenantId: 'acme',
  conversationId: null,
  channel: 'webchat',
  from: { id: '0b0e7d5e-5e0e-4c6c-9a53-6b1f4f6f1c11' },
  content: { text: 'hello' },
};
const formB = {
  text: 'hello',
  attachments: [],
  user: { id: '42', firstName: 'Ada' },
  metadata: { page: '/pricing' },
};

/** Refusals of every request that identifies a visitor. */
const ofVisitors = [
  'missing_tenant',
  'invalid_signature',
  'invalid_visitor_token',
  'visitor_token_expired',
  'origin_not_allowed',
  'tenant_not_found',
] as const;
/** Refusals of those that name their widget in a header, too. */
const ofWidgets = [...ofVisitors, 'invalid_header', 'missing_header', 'widget_not_found'] as const;
const visitor = ['tenant', 'widget', 'session', 'signature', 'signatureTime', 'visitorToken'] as const;

/** The query of a widget's settings. */
export const settingsQuery = z.object({ tenant: identifier, widget: z.optional(identifier) });

/** The query of a widget's poll. */
export const pollQuery = z.object({
  after: z.optional(z.string().check(z.maxLength(26))),
  wait: z.optional(z.enum(['0', '1'])),
  handoffTag: z.optional(z.string().check(z.maxLength(limits.identifierChars))),
  /** The visitor looks at the last of these messages: it is not announced by email. */
  seen: z.optional(z.enum(['0', '1'])),
  /** For clients that can't send headers. Prefer the header: URLs are logged. */
  session: z.optional(z.string().check(z.maxLength(limits.identifierChars))),
});

/** Routes for widgets and REST clients. */
export const webChat = {
  'post-webchat-message': {
    route: 'POST /messages',
    summary: 'Send a message',
    description:
      'The body is Form A (widget) or Form B (REST client), and the answer has the same form. 200 contains the replies; 202 means that they take longer: long-poll with `after`. A repeat with the same idempotency key and body runs nothing twice and gets the same answer with `Idempotent-Replayed: true`.',
    headers: [...visitor, 'idempotencyKey', 'keyAlias'],
    body: z.union([formARequest, formBRequest]),
    examples: { 'Form A': formA, 'Form B': formB },
    answers: {
      200: {
        means: 'The replies, in order.',
        body: z.union([formAResponse, formBResponse]),
        examples: { 'Form A': formAAnswer, 'Form B': formBAnswer },
        headers: ['rateLimit', 'rateLimitPolicy'],
      },
      202: {
        means:
          'The message is stored and its replies follow: long-poll with `after`, which precedes everything since this message.',
        body: z.union([formAResponse, formBPending]),
        examples: { 'Form A': formALate, 'Form B': formBLate },
        headers: ['rateLimit', 'rateLimitPolicy', 'location'],
      },
    },
    problems: [
      ...ofWidgets,
      'conversation_not_found',
      'idempotency_conflict',
      'request_in_progress',
      'rate_limited',
      'too_many_waiting',
      'too_many_new_sessions',
      'file_not_found',
      'file_pending',
      'file_rejected',
      'engine_failure',
    ],
  },
  'tell-visitor-types': {
    route: 'POST /conversations/{conversationId}/typing',
    summary: 'Show agents that the visitor is typing',
    description: 'Agents see it for six seconds. Repeat it while the visitor keeps typing.',
    headers: visitor,
    body: typingBody,
    answers: { 204: { means: 'Shown for a few seconds, if an agent has the conversation.' } },
    problems: [...ofVisitors, 'rate_limited'],
  },
  'request-email': {
    route: 'POST /conversations/{conversationId}/email',
    summary: 'Get replies by email',
    description:
      'Where the widget offers it (`email_replies`), unread replies of agents are announced by email. The visitor confirms the address by a click in an email to it, unless it is the one in their visitor token. The answer is the same whatever is known of the address.',
    headers: visitor,
    body: emailRequest,
    examples: {
      'An address': { email: 'ada@example.com', page: 'https://shop.example/help', language: 'de' },
    },
    answers: {
      202: { means: 'Remembered. An address that has not been confirmed gets one email.', body: emailAnswer },
    },
    problems: [
      ...ofVisitors,
      'email_not_offered',
      'email_missing',
      'rate_limited',
      'temporarily_unavailable',
    ],
  },
  'request-transcript': {
    route: 'POST /conversations/{conversationId}/transcript',
    summary: 'Get the transcript by email',
    description: 'Goes to the confirmed address of the visitor.',
    headers: visitor,
    answers: { 202: { means: 'It will be sent, within the limit of three emails a conversation and day.' } },
    problems: [...ofVisitors, 'email_not_offered', 'email_not_confirmed', 'rate_limited'],
  },
  'end-conversation': {
    route: 'POST /conversations/{conversationId}/end',
    summary: 'End a conversation',
    description: 'The visitor ends it: the flow is over, and no agent has it. Repeating it changes nothing.',
    headers: visitor,
    answers: { 204: { means: 'It has ended.' } },
    problems: [...ofVisitors, 'temporarily_unavailable'],
  },
  'claim-conversation': {
    route: 'POST /claims',
    summary: 'Open a conversation by the link of an email',
    description:
      'The token of the link works once, for seven days, and makes the conversation the session’s. The session that used it may repeat the request.',
    headers: visitor,
    body: claimRequest,
    examples: { 'A link': { token: 'kQ2m…' } },
    answers: { 200: { means: 'The conversation of the link.', body: claimAnswer } },
    problems: [...ofWidgets, 'conversation_not_found', 'mail_link_not_found', 'rate_limited'],
  },
  'request-upload': {
    route: 'POST /uploads',
    summary: 'Request an upload',
    description:
      'Post the file to `upload.url` as a form with `upload.fields` and, last, `file`. Then poll its state, and send its id in a message.',
    headers: visitor,
    body: uploadRequest,
    examples: { 'A receipt': { filename: 'receipt.pdf', mimeType: 'application/pdf', sizeBytes: 48_213 } },
    answers: { 201: { means: 'The upload form, valid for a few minutes.', body: uploadAnswer } },
    problems: [
      ...ofWidgets,
      'uploads_not_allowed',
      'file_type_not_allowed',
      'file_too_large',
      'rate_limited',
      'too_many_uploads',
    ],
  },
  'read-upload': {
    route: 'GET /uploads/{fileId}',
    summary: 'Get an upload',
    description:
      '`pending` until its first bytes are checked, then `available`, or `rejected` with a reason.',
    headers: visitor,
    answers: { 200: { means: 'The state of the file, and its URL once available.', body: uploadState } },
    problems: ofWidgets,
  },
  'read-widget-settings': {
    route: 'GET /settings',
    summary: 'Get the appearance of a widget',
    description: 'Any page may read it. Only this answer reveals that a page may not show the widget.',
    query: settingsQuery,
    answers: { 200: { means: 'The published settings.', body: publishedWidget } },
    problems: ['missing_tenant', 'origin_not_allowed', 'tenant_not_found', 'widget_not_found'],
  },
} as const satisfies Operations;

const mailPage = {
  contentType: 'text/html',
  textExample: '<!doctype html>',
  headers: ['contentSecurityPolicy', 'referrerPolicy', 'robotsTag'],
} as const;
const noMailPage = {
  means: 'The same page for every link that is unknown, has expired or was used.',
  ...mailPage,
} as const;

/** The pages behind links in emails. */
export const mailPages = {
  'show-mail-page': {
    route: 'GET /mail',
    summary: 'Open a link of an email',
    description:
      'The page on which the reader confirms their address or unsubscribes. Opening it changes nothing: programs that scan emails follow links.',
    query: mailPageQuery,
    answers: {
      200: { means: 'The page.', ...mailPage },
      404: noMailPage,
    },
  },
  'press-mail-page': {
    route: 'POST /mail',
    summary: 'Confirm an address, or unsubscribe',
    description:
      'Does what the page of the link is for. Mail programs send it without showing the page, as RFC 8058 describes.',
    query: mailPageQuery,
    answers: {
      200: { means: 'The page with the result.', ...mailPage },
      404: noMailPage,
    },
  },
} as const satisfies Operations;

/** The long-poll of a visitor. */
export const poll = {
  'poll-conversation': {
    route: 'GET /conversations/{conversationId}/messages',
    summary: 'Poll for new messages',
    description:
      'Returns at most 50 messages after `after`, and waits up to 25 s for the first unless `wait=0`. `next` tells when to poll again: `now`, a time, or null if nothing will come until the visitor writes. With `handoffTag`, the tag of the last `handoff` (empty for none), a change of the handoff is returned, too.',
    headers: [...visitor, 'after'],
    query: pollQuery,
    answers: {
      200: { means: 'The new messages, oldest first.', body: pollResponse, headers: ['retryAfter'] },
    },
    problems: ofVisitors,
  },
} as const satisfies Operations;

/** The session of the console. */
export const session = {
  'read-session': {
    route: 'GET /session',
    summary: 'Get the current user',
    description: 'Tenant, role and features as currently stored; those in the token may be outdated.',
    answers: { 200: { means: 'The session.', body: sessionInformation } },
    problems: ['invalid_token', 'missing_tenant_claim', 'invalid_role', 'tenant_not_found', 'access_ended'],
  },
} as const satisfies Operations;

/** Routes for providers, whose own documentation describes the bodies. */
export const webhooks = {
  'accept-webhook': {
    route: Object.values(webhookChannels).map(({ path }) => `POST ${path}` as const),
    summary: 'Receive a webhook',
    description:
      'Verified with the credentials of the channel, queued and acknowledged. Messages of one conversation are processed in order, and each one once, by the id of its provider.',
    body: z.record(z.string(), z.unknown()),
    answers: { 200: { means: 'Queued.' } },
    problems: ['invalid_signature', 'invalid_credentials', 'tenant_not_found'],
  },
  'subscribe-webhook': {
    route: `GET ${webhookChannels.chatapp.path}`,
    summary: 'Confirm a WhatsApp webhook',
    description: 'Returns the challenge as text if the verify token is known, otherwise 403.',
    query: z.object({
      'hub.mode': z.literal('subscribe'),
      'hub.verify_token': z.string(),
      'hub.challenge': z.string(),
    }),
    answers: { 200: { means: 'The challenge.', contentType: 'text/plain', textExample: '1158201444' } },
    problems: ['invalid_credentials'],
  },
} as const satisfies Operations;
