import { uploadAnswer, uploadState } from '../files.ts';
import type { FormAResponse, FormBPending, FormBResponse } from '../forms.ts';
import { claimAnswer, emailAnswer } from '../mail.ts';
import { type LogMessage, pollResponse } from '../poll.ts';
import { sessionInformation } from '../session.ts';
import { publishedWidget } from '../widget-settings.ts';
import { admin, example, shop } from './shop.ts';

const [first, second, third, fourth] = shop.messageIds;
const { conversationId } = shop;
const choices = [
  { label: 'My order', value: 'order' },
  { label: 'Something else', value: 'other' },
];

/** Maria's messages. */
export const lastMessage = {
  id: fourth,
  seq: 4,
  author: 'agent',
  agent: { name: 'Maria' },
  text: 'It left us this morning.',
  timestamp: '2026-11-18T09:32:10.000Z',
} satisfies LogMessage;

/** The earlier messages. */
export const messages = [
  { id: first, seq: 1, author: 'user', text: 'Hello', timestamp: shop.beganAt },
  {
    id: second,
    seq: 2,
    author: 'bot',
    text: 'Hello! What is it about?',
    choices,
    timestamp: shop.answeredAt,
  },
  { id: third, seq: 3, author: 'user', text: 'Where is my order A-17?', timestamp: shop.handedOverAt },
  lastMessage,
] satisfies LogMessage[];

export const formAAnswer = {
  conversationId,
  status: 'active',
  replies: [{ text: 'Hello! What is it about?', choices, id: second, seq: 2, timestamp: shop.answeredAt }],
  message: { id: first, seq: 1, timestamp: shop.beganAt },
  next: null,
} satisfies FormAResponse;

export const formALate = {
  conversationId,
  status: 'active',
  replies: [],
  after: first,
  next: 'now',
} satisfies FormAResponse;

export const formBAnswer = {
  messageId: first,
  conversationId,
  replies: [
    { id: second, text: 'Hello! What is it about?', author: 'bot', timestamp: shop.answeredAt, choices },
  ],
  flow: shop.flow,
  handoff: null,
  next: null,
} satisfies FormBResponse;

export const formBLate = {
  messageId: first,
  conversationId,
  status: 'pending',
  after: first,
  next: 'now',
} satisfies FormBPending;

/** The example of each answer. */
export const webChatExamples = [
  example(pollResponse, {
    conversationId,
    status: 'handoff',
    messages: [lastMessage],
    after: fourth,
    next: 'now',
    handoff: {
      id: shop.handoffId,
      state: 'with_agent',
      position: null,
      agent: { name: 'Maria' },
      typing: false,
      tag: 'k3v9',
    },
  }),
  example(uploadAnswer, {
    fileId: shop.fileId,
    upload: {
      url: 'https://files.example.com/',
      method: 'POST',
      fields: {
        key: `incoming/${shop.fileId}`,
        'Content-Type': 'application/pdf',
        policy: 'eyJleHBpcmF0aW9uIjoi…',
      },
      expiresAt: '2026-11-18T09:40:00.000Z',
    },
  }),
  example(uploadState, {
    fileId: shop.fileId,
    status: 'available',
    type: 'document',
    mimeType: 'application/pdf',
    filename: 'receipt.pdf',
    sizeBytes: 48_213,
    url: 'https://files.example.com/clean/receipt.pdf?X-Amz-Expires=300',
  }),
  example(emailAnswer, { status: 'sent' }),
  example(claimAnswer, { conversationId: shop.conversationId }),
  example(publishedWidget, {
    title: 'Acme support',
    greeting: 'Hello! How can we help?',
    color: '#0b5fff',
    position: 'right',
    starters: ['Where is my order?'],
    opening_hours: { monday: ['09:00-17:00'], tuesday: ['09:00-17:00'] },
    time_zone: 'Europe/Berlin',
    uploads: { maxBytes: 10_485_760, types: ['image/png', 'image/jpeg', 'application/pdf'] },
  }),
  example(sessionInformation, {
    tenantId: shop.tenantId,
    roles: ['admin'],
    features: ['flows', 'widgets', 'reports'],
    user: { ...admin, name: 'Ada Admin' },
  }),
];
