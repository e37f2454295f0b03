import * as z from 'zod/mini';
import { typingBody } from '../../contract/admin/handoffs.ts';
import { uploadRequest } from '../../contract/files.ts';
import { formAResponse, formBPending, formBResponse } from '../../contract/form-answers.ts';
import { formARequest, formBRequest } from '../../contract/forms.ts';
import { limits } from '../../contract/limits.ts';
import { pollResponse } from '../../contract/poll.ts';
import { sessionInformation } from '../../contract/session.ts';
import { uploadAnswer, uploadState } from '../../contract/uploads.ts';
import { identifier } from '../../contract/vocabulary.ts';
import { publishedWidget } from '../../contract/widget-settings.ts';
import { formAAnswer, formALate, formBAnswer, formBLate } from '../examples/web-chat.ts';
import type { OperationReference } from '../operation-reference.ts';

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

/** What every call in a visitor's name may be refused for. */
const ofVisitors = [
  'missing_tenant',
  'invalid_signature',
  'invalid_visitor_token',
  'visitor_token_expired',
  'origin_not_allowed',
  'tenant_not_found',
] as const;

/** What visitors and REST clients call, and the page's own session. */
export const webChat = {
  'post-webchat-message': {
    summary: 'Send a visitor’s message and get the flow’s replies',
    description:
      'The body is Form A, the widget’s, or Form B, a REST client’s; the answer has the same form. 200 has the replies; 202 says that they are late: long-poll after `after`. A repeat with the same idempotency key and body runs nothing twice and is answered alike, with `Idempotent-Replayed: true`.',
    headers: [
      ...(['tenant', 'widget', 'session', 'idempotencyKey', 'keyAlias'] as const),
      ...(['signature', 'signatureTime', 'visitorToken'] as const),
    ],
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
          'The message is kept and its replies come later: long-poll after `after`, which lies behind what was said before the message. Nothing said since is left out.',
        body: z.union([formAResponse, formBPending]),
        examples: { 'Form A': formALate, 'Form B': formBLate },
        headers: ['rateLimit', 'rateLimitPolicy', 'location'],
      },
    },
    problems: [
      ...ofVisitors,
      'invalid_body',
      'invalid_header',
      'missing_header',
      'widget_not_found',
      'conversation_not_found',
      'idempotency_conflict',
      'request_in_progress',
      'body_too_large',
      'unsupported_media_type',
      'rate_limited',
      'too_many_waiting',
      'too_many_new_sessions',
      'file_not_found',
      'file_pending',
      'file_rejected',
      'engine_failure',
    ],
  },
  'poll-conversation': {
    summary: 'Read the messages after one that you have, and wait for the first',
    description:
      'At most 50 messages; waits up to 25 s while there is none, unless `wait=0`. `next` says when to ask again: `now`, a time, or null when nothing comes without the visitor’s doing. With `handoffTag`, the tag of the last answer’s `handoff` (empty for none), a change of that answers, too.',
    headers: ['tenant', 'widget', 'session', 'after', 'signature', 'signatureTime', 'visitorToken'],
    query: z.object({
      after: z.optional(z.string().check(z.maxLength(26))),
      wait: z.optional(z.enum(['0', '1'])),
      handoffTag: z.optional(z.string().check(z.maxLength(limits.identifierChars))),
      /** The session, for those who can send no headers; addresses are logged. */
      session: z.optional(z.string().check(z.maxLength(limits.identifierChars))),
    }),
    answers: { 200: { means: 'What is new, oldest first.', body: pollResponse, headers: ['retryAfter'] } },
    problems: [...ofVisitors, 'invalid_parameter', 'conversation_not_found'],
  },
  'tell-visitor-types': {
    summary: 'Show humans that the visitor is typing',
    description: 'Agents see it for six seconds; send it again while the visitor goes on typing.',
    headers: ['tenant', 'widget', 'session', 'signature', 'signatureTime', 'visitorToken'],
    body: typingBody,
    answers: { 204: { means: 'It is shown for a few seconds, while a human has the conversation.' } },
    problems: [...ofVisitors, 'invalid_body', 'conversation_not_found', 'rate_limited'],
  },
  'read-widget-settings': {
    summary: 'Read how a widget looks',
    description: 'Any page may ask. Only this answer tells a page that it may not show the widget.',
    query: z.object({ tenant: identifier, widget: z.optional(identifier) }),
    answers: { 200: { means: 'Its published settings.', body: publishedWidget } },
    problems: [
      'invalid_parameter',
      'missing_tenant',
      'origin_not_allowed',
      'tenant_not_found',
      'widget_not_found',
    ],
  },
  'request-upload': {
    summary: 'Ask where to send a visitor’s file',
    description:
      'Send the file to `upload.url` as a form with `upload.fields` and, last, `file`. Then ask what became of it, and name its id in a message.',
    headers: ['tenant', 'widget', 'session', 'signature', 'signatureTime', 'visitorToken'],
    body: uploadRequest,
    examples: { 'A receipt': { filename: 'receipt.pdf', mimeType: 'application/pdf', sizeBytes: 48_213 } },
    answers: { 201: { means: 'Where to send it, for a few minutes.', body: uploadAnswer } },
    problems: [
      ...ofVisitors,
      'invalid_header',
      'invalid_body',
      'missing_header',
      'widget_not_found',
      'uploads_not_allowed',
      'file_type_not_allowed',
      'file_too_large',
      'rate_limited',
      'too_many_uploads',
    ],
  },
  'read-upload': {
    summary: 'See what became of an upload',
    description:
      '`pending` until its first bytes have been looked at, then `available`, or `rejected` with a reason.',
    headers: ['tenant', 'widget', 'session', 'signature', 'signatureTime', 'visitorToken'],
    answers: { 200: { means: 'Whether it is available, and where to read it.', body: uploadState } },
    problems: [...ofVisitors, 'invalid_header', 'missing_header', 'widget_not_found', 'file_not_found'],
  },
  'read-session': {
    summary: 'Read who is signed in, and what they may do',
    description:
      'Tenant, role and features as they hold now: the token may be older. Only access tokens are taken.',
    answers: { 200: { means: 'The session.', body: sessionInformation } },
    problems: ['invalid_token', 'missing_tenant_claim', 'invalid_role', 'tenant_not_found', 'access_ended'],
  },
} as const satisfies Readonly<Record<string, OperationReference>>;
