import {
  type ContactRow,
  type ContactView,
  contactConversationsPage,
  contactExport,
  contactsPage,
  contactView,
} from '../admin/contacts.ts';
import {
  conversationsPage,
  conversationView,
  type Erasure,
  erasure,
  type MessageTrace,
  messageTrace,
  personExport,
  searchPage,
  serviceMessagesPage,
  transcriptPage,
} from '../admin/conversations.ts';
import { noteExample } from './handoffs.ts';
import { change, example, onePage, shop } from './shop.ts';
import { messages } from './web-chat.ts';

const { conversationId, flow } = shop;

const traceExample = {
  turnId: '01KAP6W2K5T1V2W3X4Y5Z6A7B8',
  correlationId: shop.correlationId,
  committedAt: shop.answeredAt,
  inbound: shop.messageIds[0],
  flow,
  status: 'active',
  notices: [],
  failed: null,
  replies: [
    { id: shop.messageIds[1], at: shop.answeredAt, state: 'in_log', detail: 'available to the widget' },
  ],
} satisfies MessageTrace;

export const erasing = {
  done: false,
  conversations: null,
  turns: null,
  deadLetters: null,
  names: null,
} satisfies Erasure;

const exportedConversation = {
  conversationId,
  lastActivityAt: '2026-11-18T09:32:10.000Z',
  turns: [{ turnId: traceExample.turnId, at: shop.answeredAt }],
  largeMessages: [],
  files: [
    {
      fileId: shop.fileId,
      status: 'available' as const,
      url: 'https://files.example.com/clean/receipt.pdf',
    },
  ],
  runs: [],
  deadLetters: [],
};

const contactExample = {
  id: '01KAP6W2K4D5E6F7G8H9J0K1M2',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  emailConfirmedAt: null,
  phone: '+4915112345678',
  language: 'en',
  attributes: { plan: 'pro' },
  labels: ['vip'],
  verified: true,
  channels: ['webchat'],
  firstSeenAt: shop.beganAt,
  lastSeenAt: '2026-11-18T09:32:10.000Z',
} satisfies ContactRow;

const contactOfShop = {
  ...contactExample,
  identities: [{ kind: 'visitor', id: shop.visitorId, place: 'acme-web' }],
  ...change,
  etag: '"3f6c2b1e"',
} satisfies ContactView;

/** The example of each answer. */
export const conversationsExamples = [
  example(
    conversationsPage,
    onePage({
      conversationId,
      runId: '01KAP6W2K4R1S2T3V4W5X6Y7Z8',
      channel: 'webchat',
      place: 'acme-web',
      userId: shop.visitorId,
      name: 'Ada',
      status: 'taken',
      flow,
      startedAt: shop.beganAt,
      lastActivityAt: '2026-11-18T09:32:10.000Z',
      lastText: 'Your refund is on its way.',
      endedAt: null,
      messages: { visitor: 2, bot: 1, agent: 1 },
      handoffs: 1,
      queue: 'support',
      owner: 'Maria',
      language: 'en',
      failedTurns: 0,
      labels: ['billing'],
      priority: 'high',
    }),
  ),
  example(searchPage, {
    items: [
      {
        ...{ conversationId, channel: 'webchat', userId: shop.visitorId, name: 'Ada', status: 'handoff' },
        at: shop.beganAt,
        message: { id: shop.messageIds[0], author: 'user' },
        snippet: { text: 'Where is my order 4711?', marks: [[12, 17]] },
      },
    ],
    cursor: null,
    since: null,
  }),
  example(conversationView, {
    conversationId,
    channel: 'webchat',
    widgetId: 'acme-web',
    userId: shop.visitorId,
    name: 'Ada',
    status: 'handoff',
    flow,
    variables: { order: 'A-17' },
    handoff: {
      reason: 'Where is order A-17?',
      queue: 'support',
      requestedAt: shop.handedOverAt,
      id: shop.handoffId,
      state: 'with_agent',
    },
    waiting: 0,
    messages: 4,
    labels: ['billing'],
    priority: 'high',
    lastActivityAt: '2026-11-18T09:32:10.000Z',
  }),
  example(serviceMessagesPage, onePage(...messages)),
  example(transcriptPage, { ...onePage(...messages), side: [noteExample] }),
  example(messageTrace, traceExample),
  example(personExport, {
    tenantId: shop.tenantId,
    channel: 'webchat',
    userId: shop.visitorId,
    exportedAt: '2026-11-20T08:00:00.000Z',
    names: [`webchat:${shop.visitorId}`],
    conversations: [exportedConversation],
    cursor: null,
  }),
  example(contactsPage, onePage(contactExample)),
  example(contactView, contactOfShop),
  example(
    contactConversationsPage,
    onePage({
      conversationId,
      channel: 'webchat',
      status: 'handoff',
      messages: 4,
      lastActivityAt: '2026-11-18T09:32:10.000Z',
    }),
  ),
  example(contactExport, {
    tenantId: shop.tenantId,
    exportedAt: '2026-11-20T08:00:00.000Z',
    contact: contactOfShop,
    names: [],
    conversations: [exportedConversation],
    cursor: null,
  }),
  example(erasure, { done: true, conversations: 1, turns: 3, deadLetters: 0, names: 1 }),
];
