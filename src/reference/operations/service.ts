import { messagesQuery, transcriptPage } from '../../contract/admin/conversations.ts';
import {
  madeServiceKey,
  newServiceKey,
  serviceKeysPage,
  serviceKeysQuery,
} from '../../contract/service/keys.ts';
import { serviceMessage, serviceMessageAnswer } from '../../contract/service/messages.ts';
import { type ServiceOperation, serviceRoutes } from '../../contract/service/routes.ts';
import type { OperationReference } from '../operation-reference.ts';
import { handoffs } from './handoffs.ts';

/** The keys of systems. */
export const serviceKeys = {
  'list-service-keys': {
    summary: 'List the service keys, and when each was last used',
    description:
      'Names, capabilities and when each was last used; the keys themselves are never answered again.',
    query: serviceKeysQuery,
    answers: { 200: { means: 'A page of them.', body: serviceKeysPage } },
    problems: ['invalid_parameter'],
  },
  'create-service-key': {
    summary: 'Make a service key',
    description: '`key` is told once: a repeat has null there.',
    headers: ['idempotencyKey'],
    body: newServiceKey,
    examples: { 'A shop that speaks first': { name: 'Shop', capabilities: ['messages:send'] } },
    answers: { 201: { means: 'The key.', body: madeServiceKey } },
    problems: ['invalid_body'],
  },
  'revoke-service-key': {
    summary: 'Revoke a service key',
    description: 'It is refused within half a minute.',
    answers: { 204: { means: 'It is refused everywhere within a minute.' } },
    problems: ['service_key_not_found'],
  },
} as const satisfies Readonly<Record<string, OperationReference>>;

/** What systems do that people of the tenant do by other routes, or not at all. */
const own = {
  'service-list-messages': {
    summary: 'Read a conversation’s messages, and whether each reply has arrived',
    description: 'The oldest first; `after` goes on behind a message that you have.',
    query: messagesQuery,
    answers: { 200: { means: 'A page of them, oldest first.', body: transcriptPage } },
    problems: ['invalid_parameter', 'conversation_not_found'],
  },
  'service-send-message': {
    summary: 'Speak first: in a conversation, or to a user of a channel',
    description: 'On WhatsApp a template, unless the user has written within a day.',
    headers: ['neededKey'],
    body: serviceMessage,
    examples: {
      'A text in a conversation': { to: { conversationId: 'c-1' }, text: 'Your order has left.' },
      'A template to a number': {
        to: { channel: 'chatapp', accountId: 'main', userId: '4915110000001' },
        template: { name: 'order_left', language: 'en', body: ['A-17'] },
      },
    },
    answers: { 201: { means: 'The message as it is in the log.', body: serviceMessageAnswer } },
    problems: [
      ...(['invalid_body', 'missing_header', 'conversation_not_found', 'channel_not_found'] as const),
      ...(['window_closed', 'text_too_long', 'invalid_template', 'templates_unavailable'] as const),
    ],
  },
} as const satisfies Readonly<Record<string, OperationReference>>;

/** What systems with a service key do: mostly what people do by the same words. */
export const service = Object.fromEntries(
  serviceRoutes.map(({ operation, desk }): [string, OperationReference] => [
    operation,
    desk === null ? own[operation as keyof typeof own] : handoffs[desk],
  ]),
) as Readonly<Record<ServiceOperation, OperationReference>>;
