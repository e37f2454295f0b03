import type * as z from 'zod/mini';
import type { auditPage } from '../../contract/admin/audit.ts';
import type {
  ChannelSummary,
  ChannelView,
  channelsPage,
  TestOutcome,
} from '../../contract/admin/channels.ts';
import type { TenantView, tenantsPage } from '../../contract/admin/tenants.ts';
import type { SavedReply, savedRepliesPage } from '../../contract/admin/texts.ts';
import type { AdminNames, AdminUser, userPage } from '../../contract/admin/users.ts';
import type { WidgetDetails, WidgetView, widgetsPage } from '../../contract/admin/widgets.ts';
import type { MadeServiceKey, ServiceKey, serviceKeysPage } from '../../contract/service/keys.ts';
import { admin, change, maria, onePage, shop } from './shop.ts';

const secret = { required: false, previous: false, sharedWith: [] };

export const widget = {
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

export const widgets = onePage(widget) satisfies z.infer<typeof widgetsPage>;

export const widgetWithSites = {
  ...widget,
  refusedOrigins: [{ origin: 'https://staging.acme.example', count: 3, lastAt: shop.beganAt }],
  timeZone: 'Europe/Berlin',
} satisfies WidgetDetails;

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

export const channels = onePage(account) satisfies z.infer<typeof channelsPage>;

export const channel = {
  ...account,
  webhookPath: '/v1/webhooks/chatapp-a',
  verifyToken: '4ad8c1f0e2b94c57',
  waiting: 0,
} satisfies ChannelView;

export const tested = {
  outcome: 'sent',
  reason: null,
  providerMessageId: 'wamid.HBgNNDkxNTExMDAwMDAwMQ==',
} satisfies TestOutcome;

export const tenant = {
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

export const tenants = onePage(tenant) satisfies z.infer<typeof tenantsPage>;

export const user = {
  id: maria.id,
  email: 'maria@acme.example',
  name: maria.name,
  role: 'editor',
  status: 'active',
  hasSecondFactor: true,
  createdAt: '2026-09-01T08:00:00.000Z',
} satisfies AdminUser;

export const users = onePage(user) satisfies z.infer<typeof userPage>;
export const adminsToAsk = { items: [{ name: 'Ada Admin' }] } satisfies AdminNames;

const key = {
  id: 'k7Qm2x',
  name: 'Shop system',
  capabilities: ['conversations:read', 'messages:send'],
  createdAt: shop.changedAt,
  by: admin,
  expiresAt: '2027-11-17T00:00:00.000Z',
  lastUsedAt: '2026-11-18T09:30:00.000Z',
} satisfies ServiceKey;

export const serviceKeys = onePage(key) satisfies z.infer<typeof serviceKeysPage>;
export const madeKey = {
  ...key,
  lastUsedAt: null,
  key: 'mgw_k7Qm2x_EXAMPLE-told-only-once',
} satisfies MadeServiceKey;

export const savedReply = {
  id: '01KAM2C0Q8H1J2K3M4N5P6Q7R8',
  name: 'Where is it',
  text: 'Hello {{ user.firstName | there }}, it is on its way.',
  language: 'en',
  by: admin,
  at: shop.changedAt,
  etag: '"3"',
} satisfies SavedReply;
export const savedReplies = onePage(savedReply) satisfies z.infer<typeof savedRepliesPage>;

export const audit = onePage({
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
}) satisfies z.infer<typeof auditPage>;
