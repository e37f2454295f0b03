import type { EventType } from './events.ts';
import { limits } from './limits.ts';
import { channelNames, eventSource } from './vocabulary.ts';

/** Settings of the functions that commit turns. */
const turns = [
  ...(['STAGE', 'TABLE_PREFIX', 'EVENT_BUS_NAME', 'TURNS_QUEUE_URL', 'CONTINUATIONS_QUEUE_URL'] as const),
  ...(['TENANT_SECRET_PREFIX', 'ALLOWED_HTTP_ORIGINS', 'OUTBOUND_QUEUE_URL', 'CHORES_QUEUE_URL'] as const),
] as const;
const gateway = [...turns, 'LLM_MODEL'] as const;
const inbox = [...turns, 'ADMIN_ORIGINS', 'FILES_BUCKET', 'ID_SECRET_ARN'] as const;

/** The environment variables of each function besides those of every function, in the deployment and on a laptop. */
export const functionSettings = {
  webchat: [...gateway, 'ID_SECRET_ARN', 'FILES_BUCKET', 'FILES_QUEUE_URL', 'RUNS_QUEUE_URL'],
  poll: [...gateway, 'ID_SECRET_ARN', 'FILES_BUCKET'],
  webhook: [...gateway, 'ID_SECRET_ARN', 'WEBHOOK_VERIFY_TOKENS_ARN', 'FILES_QUEUE_URL'],
  worker: gateway,
  continuation: gateway,
  outbound: [...gateway, 'FILES_BUCKET'],
  schedule: [...gateway, 'RUNS_QUEUE_URL'],
  files: ['STAGE', 'TABLE_PREFIX', 'TENANT_SECRET_PREFIX', 'ALLOWED_HTTP_ORIGINS', 'FILES_BUCKET'],
  runs: [
    'STAGE',
    'TABLE_PREFIX',
    'RUNS_QUEUE_URL',
    'EVENT_BUS_NAME',
    'MAIL_FROM',
    'MAIL_CONFIGURATION_SET',
    'CONSOLE_URL',
  ],
  'auth-bff': ['TABLE_PREFIX', 'ADMIN_ORIGINS'],
  admin: [
    'TABLE_PREFIX',
    'TENANT_SECRET_PREFIX',
    'ALLOWED_HTTP_ORIGINS',
    'WEBHOOK_VERIFY_TOKENS_ARN',
    'ID_SECRET_ARN',
    'ADMIN_ORIGINS',
    'FILES_BUCKET',
    'LLM_MODELS',
    'CHORES_QUEUE_URL',
    'RUNS_QUEUE_URL',
  ],
  'admin-users': ['TABLE_PREFIX', 'USER_POOL_ID', 'CHORES_QUEUE_URL', 'ID_SECRET_ARN', 'ADMIN_ORIGINS'],
  'admin-people': ['TABLE_PREFIX', 'ID_SECRET_ARN', 'ADMIN_ORIGINS', 'FILES_BUCKET'],
  'user-sync': ['STAGE', 'TABLE_PREFIX', 'USER_POOL_ID'],
  'admin-desk': [...inbox, 'FILES_QUEUE_URL'],
  'admin-inbox': inbox,
  service: [...turns, 'FILES_BUCKET', 'FILES_QUEUE_URL', 'ID_SECRET_ARN'],
  'test-chat': ['TABLE_PREFIX', 'TENANT_SECRET_PREFIX', 'ALLOWED_HTTP_ORIGINS', 'ID_SECRET_ARN', 'LLM_MODEL'],
  'pre-token': [],
} as const satisfies Record<FunctionName, readonly string[]>;

/** Names of the settings that some function has. */
export type FunctionSetting = (typeof functionSettings)[FunctionName][number];

const queueTimeoutMs = 60_000;

/** The timeout of each function, deployed and local. @see design 5.1 */
export const functionTimeoutMs = {
  webchat: limits.handlerTimeoutMs,
  poll: limits.gatewayTimeoutMs,
  webhook: limits.handlerTimeoutMs,
  worker: queueTimeoutMs,
  continuation: queueTimeoutMs,
  outbound: queueTimeoutMs,
  schedule: queueTimeoutMs,
  files: queueTimeoutMs,
  // A busy hour of a great tenant is counted at one go.
  runs: 2 * 60_000,
  'auth-bff': limits.handlerTimeoutMs,
  admin: limits.handlerTimeoutMs,
  'admin-users': limits.handlerTimeoutMs,
  'admin-people': limits.gatewayTimeoutMs,
  // The most that Lambda gives; it stops by itself well before.
  'user-sync': 15 * 60_000,
  'admin-desk': limits.handlerTimeoutMs,
  'admin-inbox': limits.gatewayTimeoutMs,
  service: limits.handlerTimeoutMs,
  'test-chat': limits.handlerTimeoutMs,
  // Cognito waits for a trigger for five seconds.
  'pre-token': 5_000,
} as const;

/** The functions that are deployed. */
export type FunctionName = keyof typeof functionTimeoutMs;

const outboundRequested: EventType = 'Channel.OutboundRequested';

/**
 * The bus's rule for the outbound connector: replies of the channels that have no poll. The pipe behind it takes group and
 * id from the event: one without them, which is none of ours, would fail there for good.
 * @see design 3, 5.3
 */
export const outboundPattern = {
  source: [eventSource],
  'detail-type': [outboundRequested],
  detail: {
    channel: channelNames.filter((channel) => channel !== 'webchat'),
    conversationId: [{ exists: true }],
    eventId: [{ exists: true }],
  },
};
