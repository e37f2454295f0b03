import { messagesQuery, serviceMessagesPage } from '../admin/conversations.ts';
import type { ServiceCapability } from '../service/keys.ts';
import { serviceMessage, serviceMessageAnswer } from '../service/messages.ts';
import { handoffs } from './handoffs.ts';
import { type Operation, type Operations, pageOf } from './operation.ts';

const answer = 'conversations:answer';
/** Operations of agents that systems have at the same path, each with the capability of its key. */
export const sharedWithAgents = {
  'service-list-handoffs': ['list-handoffs', 'conversations:read'],
  'service-read-handoff': ['read-handoff', 'conversations:read'],
  'service-take-handoff': ['take-handoff', answer],
  'service-reply': ['reply-to-visitor', answer],
  'service-note': ['note-for-colleagues', answer],
  'service-tell-typing': ['tell-typing', answer],
  'service-assign-handoff': ['assign-handoff', answer],
  'service-return-handoff': ['return-handoff', answer],
  'service-close-handoff': ['close-handoff', answer],
  'service-request-upload': ['request-desk-upload', answer],
  'service-read-upload': ['read-desk-upload', answer],
} as const satisfies Readonly<Record<string, readonly [keyof typeof handoffs, ServiceCapability]>>;

const own = {
  'service-list-messages': {
    route: 'GET /conversations/{conversationId}/messages',
    capability: 'conversations:read',
    summary: 'List the messages of a conversation',
    description:
      'Oldest first, each reply with its delivery status. `after` continues behind a message that you have.',
    query: messagesQuery,
    answers: pageOf(serviceMessagesPage),
  },
  'service-send-message': {
    route: 'POST /messages',
    capability: 'messages:send',
    summary: 'Send a message',
    description:
      'Writes in a conversation or to a user of a channel. WhatsApp requires a template unless the user has written within the last 24 hours.',
    headers: ['neededKey'],
    body: serviceMessage,
    examples: {
      'Text in a conversation': { to: { conversationId: 'c-1' }, text: 'Your order has left.' },
      'A template to a phone number': {
        to: { channel: 'chatapp', accountId: 'main', userId: '4915110000001' },
        template: { name: 'order_left', language: 'en', body: ['A-17'] },
      },
    },
    answers: { 201: { means: 'The stored message.', body: serviceMessageAnswer } },
    problems: [
      'conversation_not_found',
      'channel_not_found',
      'window_closed',
      'text_too_long',
      'invalid_template',
      'templates_unavailable',
    ],
  },
} as const satisfies Operations;

const shared = Object.fromEntries(
  Object.entries(sharedWithAgents).map(([name, [like, capability]]): [string, Operation] => [
    name,
    { ...handoffs[like], capability },
  ]),
) as Readonly<Record<keyof typeof sharedWithAgents, Operation>>;

/** Routes for a tenant's systems, with an API key. @see handoff.md 5 */
export const service: Readonly<Record<keyof typeof own | keyof typeof shared, Operation>> = {
  ...shared,
  ...own,
};
