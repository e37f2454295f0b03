import * as z from 'zod/mini';
import {
  conversationsPage,
  conversationsQuery,
  messagesQuery,
  transcriptPage,
} from '../contract/admin/conversations.ts';
import { refusalsAnswer, refusalsQuery } from '../contract/admin/refusals.ts';
import {
  figuresAnswer,
  figuresQuery,
  stepsAnswer,
  stepsQuery,
  versionsAnswer,
  versionsQuery,
} from '../contract/admin/reports.ts';
import type { Route } from '../contract/routes.ts';
import {
  madeServiceKey,
  newServiceKey,
  serviceKeysPage,
  serviceKeysQuery,
} from '../contract/service/keys.ts';
import { serviceMessage, serviceMessageAnswer } from '../contract/service/messages.ts';
import { type ServiceOperation, serviceRoutes } from '../contract/service/routes.ts';
import type { OperationReference } from './operation-reference.ts';
import { flows } from './operations/flows.ts';
import { handoffs } from './operations/handoffs.ts';
import { peopleAndTenants } from './operations/people-and-tenants.ts';
import { webChat } from './operations/web-chat.ts';
import { widgetsAndChannels } from './operations/widgets-and-channels.ts';

/** A browser's question whether it may ask is no operation of a client's. */
export type Described = Exclude<Route['operation'], `${string}preflight`>;

const anything = z.record(z.string(), z.unknown());

/** What providers call. Their bodies are described by the providers themselves. */
const webhooks = {
  'accept-webhook': {
    summary: 'Take what a provider tells',
    description:
      'Verified by the account’s credentials, queued, and answered at once; what is in it is worked on later, each of a conversation in order. A repeat is harmless: a message runs once, by its provider’s id.',
    body: anything,
    answers: { 200: { means: 'It is kept.' } },
    problems: [
      'invalid_body',
      'invalid_signature',
      'invalid_credentials',
      'tenant_not_found',
      'body_too_large',
    ],
  },
  'subscribe-webhook': {
    summary: 'Answer WhatsApp’s question whether this address is meant',
    description:
      'The challenge is answered as text where the verify token is one of the gateway’s, and refused with 403 otherwise.',
    query: z.object({
      'hub.mode': z.literal('subscribe'),
      'hub.verify_token': z.string(),
      'hub.challenge': z.string(),
    }),
    answers: {
      200: { means: 'The challenge, as it was sent.', contentType: 'text/plain', textExample: '1158201444' },
    },
    problems: ['invalid_parameter', 'invalid_credentials'],
  },
} as const satisfies Readonly<Record<string, OperationReference>>;

/** The keys of systems. */
const serviceKeys = {
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
const service = Object.fromEntries(
  serviceRoutes.map(({ operation, desk }): [string, OperationReference] => [
    operation,
    desk === null ? own[operation as keyof typeof own] : handoffs[desk],
  ]),
) as Readonly<Record<ServiceOperation, OperationReference>>;

const alsoAs = 'text/csv';
const figuresText = 'channel,place,runs.started,runs.open\r\nwebchat,acme-web,200,10\r\n';
const versionsText =
  'flow,version,runs.started\r\nsupport,7,200\r\nfigure,difference,low,high\r\nhandedOverShare,-0.04,-0.09,0.01\r\n';
const stepsText =
  'flow,version,step,started,reached,left,reachedShare,leavingShare\r\nsupport,7,hello,200,200,12,1,0.06\r\n';

const refusalsText = 'code,origin,count,messages\r\norigin_not_allowed,https://staging.acme.example,12,3\r\n';

/** What has become of conversations: one by one, and counted. */
const reports = {
  'list-conversations': {
    summary: 'Find conversations',
    description:
      'Each by its latest run, the latest first. A page may be short, or empty, and still lead to another.',
    query: conversationsQuery,
    answers: { 200: { means: 'A page of them.', body: conversationsPage } },
    problems: ['invalid_parameter'],
  },
  'read-figures': {
    summary: 'Read figures of a range of days',
    description:
      'Runs by the day on which they began, handoffs by that on which a human was asked for, on the tenant’s clocks. As a table with `Accept: text/csv`.',
    query: figuresQuery,
    answers: { 200: { means: 'The figures.', body: figuresAnswer, alsoAs, textExample: figuresText } },
    problems: ['invalid_parameter'],
  },
  'read-steps': {
    summary: 'See where people leave a flow',
    description: 'How many runs reached each step and left there, over a range of days.',
    query: stepsQuery,
    answers: {
      200: {
        means: 'Its steps, with who reached and left them.',
        body: stepsAnswer,
        alsoAs,
        textExample: stepsText,
      },
    },
    problems: ['invalid_parameter'],
  },
  'compare-versions': {
    summary: 'Compare two versions of a flow',
    description: 'Differences of their figures with confidence intervals, over a range of days.',
    query: versionsQuery,
    answers: {
      200: {
        means: 'The figures of both, and how they differ.',
        body: versionsAnswer,
        alsoAs,
        textExample: versionsText,
      },
    },
    problems: ['invalid_parameter'],
  },
  'read-refusals': {
    summary: 'See which requests of visitors were refused',
    description:
      'By the code of the problem and the site that was told it, the most frequent first. At least so many: what a function has not written when it ends is not among them. As a table with `Accept: text/csv`.',
    query: refusalsQuery,
    answers: {
      200: {
        means: 'How often, by code and site.',
        body: refusalsAnswer,
        alsoAs,
        textExample: refusalsText,
      },
    },
    problems: ['invalid_parameter'],
  },
} as const satisfies Readonly<Record<string, OperationReference>>;

export const areas = {
  'Web chat': webChat,
  Webhooks: webhooks,
  Flows: flows,
  'Widgets and channels': widgetsAndChannels,
  'People, tenants, audit': peopleAndTenants,
  Handoffs: handoffs,
  'Conversations and reports': reports,
  'Systems with a service key': service,
  'Service keys': serviceKeys,
} as const;

/** Each operation of the table of routes has its entry. */
export const references: Readonly<Record<Described, OperationReference>> = {
  ...webChat,
  ...webhooks,
  ...flows,
  ...widgetsAndChannels,
  ...peopleAndTenants,
  ...handoffs,
  ...reports,
  ...service,
  ...serviceKeys,
};

export const areaOf = (operation: string) =>
  Object.entries(areas).find(([, operations]) => operation in operations)?.[0] ?? '';
