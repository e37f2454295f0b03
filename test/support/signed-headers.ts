import { createHash, createHmac } from 'node:crypto';

interface ToSign {
  readonly body?: string;
  readonly session: string;
  readonly key?: string;
  readonly method?: string;
  readonly path?: string;
  readonly timeS?: number;
  readonly secret?: string;
  readonly widget?: string;
}

/** The headers of a request of a signed widget of acme's. @see docs/signing.md */
export function signedHeaders({
  body = '',
  session,
  key = '',
  method = 'POST',
  path = '/v1/webchat/messages',
  timeS = Math.floor(Date.now() / 1000),
  secret = 'development-only-app-signing-secret',
  widget = 'acme-app',
}: ToSign): Record<string, string> {
  const digest = createHash('sha256').update(body).digest('hex');
  const text = `v1.${[timeS, method, path, 'acme', widget, session, key, digest].join('\n')}`;
  return {
    'x-tenant-id': 'acme',
    'x-widget-id': widget,
    'x-session-id': session,
    ...(key !== '' && { 'x-idempotency-key': key }),
    'x-signature-time': String(timeS),
    'x-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
  };
}
