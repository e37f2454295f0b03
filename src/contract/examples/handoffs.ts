import type * as z from 'zod/mini';
import {
  type HandoffRow,
  handoffAnswer,
  handoffsPage,
  inboxAnswer,
  replyAnswer,
  sideEntry,
  teammatesAnswer,
} from '../admin/handoffs.ts';
import { labelsView, triageAnswer } from '../admin/labels.ts';
import { handoffSettingsView } from '../admin/tenants.ts';
import { templatesPage } from '../admin/texts.ts';
import { serviceMessageAnswer } from '../service/messages.ts';
import { change, example, maria, shop } from './shop.ts';
import { lastMessage } from './web-chat.ts';

const { conversationId } = shop;

const row = {
  conversationId,
  handoffId: shop.handoffId,
  version: 9,
  epoch: 2,
  state: 'taken',
  queue: 'support',
  reason: 'Where is order A-17?',
  owner: maria,
  offer: null,
  visitor: { id: shop.visitorId, name: 'Ada', channel: 'webchat', language: 'en', verified: true },
  requestedAt: shop.handedOverAt,
  waitingSince: null,
  deadlineAt: '2026-11-19T09:31:20.000Z',
  labels: ['billing'],
  priority: 'high',
  lastText: 'It left us this morning.',
  lastSeq: 4,
} satisfies HandoffRow;

const view = {
  ...row,
  share: { order: 'A-17' },
  next: 'bye',
  steps: [{ id: 'order', kind: 'question', text: 'What is the number of your order?' }],
  afterClose: null,
  accountId: null,
  contact: { email: 'ada@mail.example' },
};

export const noteExample = {
  id: '01KAP6XA00B1C2D3E4F5G6H7J8',
  by: maria,
  text: 'The parcel is with the carrier.',
  mention: [],
  at: '2026-11-18T09:33:00.000Z',
} satisfies z.infer<typeof sideEntry>;

/** The example of each answer. */
export const inboxExamples = [
  example(handoffsPage, { items: [row], cursor: null }),
  example(handoffAnswer, { handoff: view }),
  example(replyAnswer, {
    message: lastMessage,
    handoff: view,
    missed: 0,
    delivery: 'stored',
  }),
  example(sideEntry, noteExample),
  example(inboxAnswer, {
    cursor: 'eyJ2IjoxfQ',
    rows: [{ conversationId, version: 9, handoff: row }],
    watched: { messages: [lastMessage], side: [noteExample], typing: false },
    queues: [{ name: 'support', waiting: 1, oldest: shop.handedOverAt, targetSeconds: 60 }],
  }),
  example(teammatesAnswer, {
    items: [{ id: maria.id, name: maria.name, here: true, open: 2 }],
  }),
  example(handoffSettingsView, {
    queues: ['support'],
    handoff: {
      reclaim_minutes: 5,
      texts: { missed: 'Nobody is there now. Write to us at help@acme.example.' },
    },
    usedBy: [{ queue: 'support', flow: 'support' }],
    ...change,
  }),
  example(labelsView, {
    labels: [{ id: 'billing', name: 'Billing', color: 'blue' }],
    timeZone: 'Europe/Berlin',
  }),
  example(triageAnswer, { labels: ['billing'], priority: 'high', handoff: row }),
  example(templatesPage, {
    items: [
      {
        name: 'order_left',
        language: 'en',
        status: 'APPROVED',
        category: 'UTILITY',
        parameters: 'positional',
        header: null,
        body: { text: 'Your order {{1}} has left us.', placeholders: ['1'] },
        footer: 'Acme',
        buttons: [
          { kind: 'url', text: 'Follow it', url: 'https://acme.example/orders/{{1}}', placeholder: true },
        ],
        unsendable: null,
      },
    ],
    cursor: null,
    readAt: shop.beganAt,
    trouble: null,
  }),
  example(serviceMessageAnswer, {
    conversationId,
    message: {
      id: '01KAP7000A1B2C3D4E5F6G7H8J',
      seq: 5,
      author: 'agent',
      agent: { name: 'Shop system' },
      text: 'Your order A-17 has left us.',
      template: { name: 'order_left', language: 'en', body: [{ text: 'A-17' }] },
      timestamp: '2026-11-18T10:00:00.000Z',
    },
    delivery: 'queued',
    windowEndsAt: '2026-11-19T09:31:20.000Z',
  }),
];
