import {
  createdTestLink,
  draftReplayResult,
  draftTestResult,
  flowEditors,
  type TestLink,
  testLinks,
} from '../admin/drafts.ts';
import {
  type DraftContent,
  type DraftValidation,
  draft,
  draftValidation,
  type FlowSummary,
  flowResources,
  flowSummary,
  flowsPage,
  type LiveChange,
  liveChange,
  type VersionSummary,
  versionDetail,
  versionsPage,
} from '../admin/flows.ts';
import { limits } from '../limits.ts';
import { testChat } from '../test-chat.ts';
import { admin, change, example, onePage, shop } from './shop.ts';

const flowId = shop.flow.id;
const live = { version: 7, canary: null };
const content = {
  definition: {
    start: 'hello',
    steps: {
      hello: { kind: 'message', text: 'Hello! What is it about?', next: 'order' },
      order: { kind: 'question', text: 'What is the number of your order?', saveAs: 'order', next: 'bye' },
      bye: { kind: 'end', text: 'Thank you.' },
    },
  },
  layout: { positions: { hello: { x: 0, y: 0 }, order: { x: 0, y: 160 }, bye: { x: 0, y: 320 } } },
  conversations: [
    { title: 'Asks for the number', turns: [{ user: 'hello', replies: ['Hello! What is it about?'] }] },
  ],
} satisfies DraftContent;

const summary = {
  id: flowId,
  title: 'Support',
  live,
  draft: { ...change, basedOn: 7, faults: 0 },
  publishedAt: shop.beganAt,
  canaryEnded: null,
  usedBy: [{ kind: 'widget', id: 'acme-web' }],
} satisfies FlowSummary;

export const validation = {
  valid: false,
  faults: [{ path: 'steps.order.next', message: 'there is no step goodbye; did you mean bye?' }],
  warnings: [],
  scripts: [{ title: 'Asks for the number', ok: true }],
} satisfies DraftValidation;

const publishedVersion = {
  version: 7,
  ...change,
  note: 'Asks for the number of the order',
  source: 'draft',
} satisfies VersionSummary;

export const liveNow = { flowId, version: 7, live } satisfies LiveChange;

const testLink = {
  id: '01kap6w2k5a1b2c3d4e5f6g7h8',
  createdAt: shop.beganAt,
  by: admin,
  expiresAt: '2026-11-25T09:30:00.000Z',
  realCalls: false,
  changedSince: false,
  today: { sessions: 3, messages: 17, tokens: 0 },
} satisfies TestLink;

/** The example of each answer. */
export const flowsExamples = [
  example(flowsPage, onePage(summary)),
  example(flowSummary, summary),
  example(draft, {
    ...content,
    flowId,
    live,
    ...change,
    basedOn: 7,
    saved: true,
    country: 'DE',
  }),
  example(draftValidation, validation),
  example(flowResources, {
    queues: ['default', 'billing'],
    flows: ['support'],
    secrets: { SHOP_TOKEN: { hosts: ['api.shop.example'] } },
    models: ['amazon.nova-lite-v1:0'],
  }),
  example(draftTestResult, {
    state: {
      status: 'active',
      flow: { ...shop.flow, version: 0 },
      variables: {},
      attempts: 0,
      handoff: null,
      history: [{ role: 'user', text: 'Hello' }],
    },
    replies: [{ text: 'Hello! What is it about?' }, { text: 'What is the number of your order?' }],
    effects: [],
    ways: ['hello.next'],
    calls: [],
    raised: null,
  }),
  example(draftReplayResult, {
    conversations: [
      {
        title: 'Asks for the number',
        conversationId: null,
        turns: [
          {
            action: { user: 'hello' },
            before: [{ text: 'Hello! What is it about?' }],
            now: [{ text: 'Hello! What is it about?' }, { text: 'What is the number of your order?' }],
            same: false,
            recorded: [],
          },
        ],
        same: false,
        complete: true,
        stopped: null,
        raised: null,
      },
    ],
    complete: true,
  }),
  example(flowEditors, { items: [{ id: admin.id, name: 'Ada', stepId: 'order' }] }),
  example(testLinks, {
    items: [testLink],
    limits: {
      links: limits.testLinksPerFlow,
      sessions: limits.testSessionsPerDay,
      messages: limits.testMessagesPerDay,
    },
  }),
  example(createdTestLink, { ...testLink, token: 'WyJhY21lIl0.c2VjcmV0LXNlY3JldC1zZWNyZXQ.c2lnbmVk' }),
  example(testChat, {
    title: 'Support',
    linkId: testLink.id,
    expiresAt: testLink.expiresAt,
    realCalls: false,
  }),
  example(versionsPage, onePage(publishedVersion)),
  example(versionDetail, { ...publishedVersion, ...content }),
  example(liveChange, liveNow),
];
