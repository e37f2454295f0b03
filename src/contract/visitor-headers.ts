/** The header names that a visitor's browser sends, apart from the others: the widget carries no name that it does not use. */
export const visitorHeaders = {
  tenantId: 'x-tenant-id',
  widgetId: 'x-widget-id',
  sessionId: 'x-session-id',
  after: 'x-after',
  idempotencyKeys: ['idempotency-key', 'x-idempotency-key'],
  visitorToken: 'x-visitor-token',
} as const;
