import { visitorHeaders } from './visitor-headers.ts';

/** Header names as they arrive: lower case. @see spec "POST /v1/webchat/messages", design 2.2-2.7 */
export const headers = {
  ...visitorHeaders,
  correlationId: 'x-correlation-id',
  idempotentReplayed: 'idempotent-replayed',
  webchatSignature: 'x-signature-256',
  signatureTime: 'x-signature-time',
  hubSignature: 'x-hub-signature-256',
  chatappBKey: 'd360-api-key',
} as const;

/** Sent with every response: no sniffing of its type, and HTTPS only. */
export const securityHeaders = {
  'x-content-type-options': 'nosniff',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
} as const;

/** Request headers that a browser may send to the web chat routes. */
export const corsRequestHeaders = [
  'content-type',
  headers.tenantId,
  headers.widgetId,
  headers.sessionId,
  headers.correlationId,
  // Tracing libraries add these to a page's requests.
  'traceparent',
  headers.after,
  ...headers.idempotencyKeys,
  headers.webchatSignature,
  headers.signatureTime,
  headers.visitorToken,
] as const;

/** Request headers that the admin application may send. */
export const adminRequestHeaders = [
  'authorization',
  'content-type',
  'if-match',
  'if-none-match',
  'idempotency-key',
  headers.tenantId,
  headers.correlationId,
] as const;

/** Response headers that a browser may read. */
export const corsExposedHeaders = [
  headers.correlationId,
  headers.idempotentReplayed,
  'etag',
  'location',
  'ratelimit',
  'ratelimit-policy',
  'retry-after',
] as const;
