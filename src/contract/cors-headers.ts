import { headers } from './headers.ts';

/** Request headers that a browser may send to the web chat routes. */
export const corsRequestHeaders = [
  'content-type',
  headers.tenantId,
  headers.widgetId,
  headers.sessionId,
  headers.correlationId,
  // Of tracing libraries, which add it to whatever a page sends.
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
