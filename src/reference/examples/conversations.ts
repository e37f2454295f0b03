import type * as z from 'zod/mini';
import type {
  ConversationView,
  conversationsPage,
  Erasure,
  MessageTrace,
  PersonExport,
  transcriptPage,
} from '../../contract/admin/conversations.ts';
import { onePage, shop } from './shop.ts';
import { messages } from './web-chat.ts';

const { conversationId, flow } = shop;

export const conversations = onePage({
  conversationId,
  runId: '01KAP6W2K4R1S2T3V4W5X6Y7Z8',
  channel: 'webchat',
  place: 'acme-web',
  userId: shop.visitorId,
  status: 'taken',
  flow,
  startedAt: shop.beganAt,
  lastActivityAt: '2026-11-18T09:32:10.000Z',
  endedAt: null,
  messages: { visitor: 2, bot: 1, agent: 1 },
  handoffs: 1,
  queue: 'support',
  owner: 'Maria',
  language: 'en',
  failedTurns: 0,
}) satisfies z.infer<typeof conversationsPage>;

export const conversation = {
  conversationId,
  channel: 'webchat',
  widgetId: 'acme-web',
  userId: shop.visitorId,
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
  lastActivityAt: '2026-11-18T09:32:10.000Z',
} satisfies ConversationView;

export const transcript = onePage(...messages) satisfies z.infer<typeof transcriptPage>;

export const trace = {
  turnId: '01KAP6W2K5T1V2W3X4Y5Z6A7B8',
  correlationId: shop.correlationId,
  committedAt: shop.answeredAt,
  inbound: shop.messageIds[0],
  flow,
  status: 'active',
  notices: [],
  failed: null,
  replies: [{ id: shop.messageIds[1], at: shop.answeredAt, detail: 'read by the widget' }],
} satisfies MessageTrace;

export const person = {
  tenantId: shop.tenantId,
  channel: 'webchat',
  userId: shop.visitorId,
  exportedAt: '2026-11-20T08:00:00.000Z',
  names: [`webchat:${shop.visitorId}`],
  conversations: [
    {
      conversationId,
      lastActivityAt: '2026-11-18T09:32:10.000Z',
      turns: [{ turnId: trace.turnId, at: shop.answeredAt }],
      largeMessages: [],
      files: [
        { fileId: shop.fileId, status: 'available', url: 'https://files.example.com/clean/receipt.pdf' },
      ],
      runs: [],
      deadLetters: [],
    },
  ],
  cursor: null,
} satisfies PersonExport;

export const erased = { done: true, conversations: 1, turns: 3, deadLetters: 0, names: 1 } satisfies Erasure;
export const erasing = {
  done: false,
  conversations: null,
  turns: null,
  deadLetters: null,
  names: null,
} satisfies Erasure;
