import { auditPage } from '../admin/audit.ts';
import { type ChannelSummary, channelsPage, channelView, testOutcome } from '../admin/channels.ts';
import { type TenantView, tenantsPage, tenantView } from '../admin/tenants.ts';
import { type SavedReply, savedRepliesPage, savedReply } from '../admin/texts.ts';
import { type AdminUser, adminNames, adminUser, userPage } from '../admin/users.ts';
import { type WidgetView, widgetDetails, widgetsPage, widgetView } from '../admin/widgets.ts';
import { madeServiceKey, type ServiceKey, serviceKeysPage } from '../service/keys.ts';
import { admin, change, example, maria, onePage, shop } from './shop.ts';

const secret = { required: false, previous: false, sharedWith: [] };

const account = {
  account: {
    id: 'main',
    channel: 'chatapp',
    flow: 'support',
    phone_number_id: '106540352242922',
    secrets: { app_secret: 'chatapp:main:app_secret', sending_token: 'chatapp:main:sending_token' },
  },
  ...change,
  secrets: [
    { role: 'app_secret', set: true, ...secret, required: true, ...change },
    { role: 'sending_token', set: true, ...secret, ...change },
  ],
  warnings: [],
  health: {
    lastAcceptedAt: '2026-11-18T09:30:00.000Z',
    lastRefused: null,
    sending: { state: 'open', reason: null, until: null },
  },
} satisfies ChannelSummary;

const key = {
  id: 'k7Qm2x',
  name: 'Shop system',
  capabilities: ['conversations:read', 'messages:send'],
  createdAt: shop.changedAt,
  by: admin,
  expiresAt: '2027-11-17T00:00:00.000Z',
  lastUsedAt: '2026-11-18T09:30:00.000Z',
} satisfies ServiceKey;

const widgetExample = {
  widget: {
    id: 'acme-web',
    flow: 'support',
    allowed_origins: ['https://acme.example'],
    signing_secret: 'widget:acme-web:signing_secret',
    appearance: { title: 'Acme support', color: '#0b5fff' },
  },
  ...change,
  isDefault: true,
  secrets: [
    { role: 'signing_secret', set: true, ...secret, ...change },
    { role: 'identity_secret', set: false, ...secret, by: null, at: null },
  ],
} satisfies WidgetView;

const tenantExample = {
  tenant: {
    id: shop.tenantId,
    name: 'Acme',
    status: 'active',
    default_widget: 'acme-web',
    time_zone: 'Europe/Berlin',
    queues: ['support'],
    features: ['flows', 'widgets', 'reports'],
  },
  ...change,
} satisfies TenantView;

const userExample = {
  id: maria.id,
  email: 'maria@acme.example',
  name: maria.name,
  role: 'editor',
  status: 'active',
  hasSecondFactor: true,
  createdAt: '2026-09-01T08:00:00.000Z',
  lastSeenAt: shop.beganAt,
} satisfies AdminUser;

const savedReplyExample = {
  id: '01KAM2C0Q8H1J2K3M4N5P6Q7R8',
  name: 'Where is it',
  text: 'Hello {{ user.firstName | there }}, it is on its way.',
  language: 'en',
  by: admin,
  at: shop.changedAt,
  etag: '"3"',
} satisfies SavedReply;

/** The example of each answer. */
export const directoryExamples = [
  example(widgetsPage, onePage(widgetExample)),
  example(widgetDetails, {
    ...widgetExample,
    refusedOrigins: [{ origin: 'https://staging.acme.example', count: 3, lastAt: shop.beganAt }],
    timeZone: 'Europe/Berlin',
    seenAt: shop.beganAt,
  }),
  example(widgetView, widgetExample),
  example(channelsPage, onePage(account)),
  example(channelView, {
    ...account,
    webhookPath: '/v1/webhooks/chatapp-a',
    verifyToken: '4ad8c1f0e2b94c57',
    waiting: 0,
  }),
  example(testOutcome, {
    outcome: 'sent',
    reason: null,
    providerMessageId: 'wamid.HBgNNDkxNTExMDAwMDAwMQ==',
  }),
  example(tenantsPage, onePage(tenantExample)),
  example(tenantView, tenantExample),
  example(userPage, onePage(userExample)),
  example(adminUser, userExample),
  example(adminNames, { items: [{ name: 'Ada Admin' }] }),
  example(serviceKeysPage, onePage(key)),
  example(madeServiceKey, {
    ...key,
    lastUsedAt: null,
    key: 'mgw_k7Qm2x_EXAMPLE-told-only-once',
  }),
  example(savedRepliesPage, onePage(savedReplyExample)),
  example(savedReply, savedReplyExample),
  example(
    auditPage,
    onePage({
      id: '01KAM4ZK10A2B3C4D5E6F7G8H9',
      at: shop.changedAt,
      who: { ...admin, role: 'admin', tenantId: shop.tenantId },
      action: 'flow.publish',
      resource: { kind: 'flow', id: 'support' },
      outcome: 'done',
      changes: [{ path: 'live.version', before: 6, after: 7 }],
      note: 'Asks for the number of the order',
      sourceIp: '203.0.113.7',
      correlationId: shop.correlationId,
    }),
  ),
];
