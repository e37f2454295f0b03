import { createHash, createHmac } from 'node:crypto';

interface ToSign {
  readonly body?: string;
  readonly session: string;
  readonly key?: string;
  readonly method?: string;
  readonly path?: string;
  readonly timeS?: number;
  readonly secret?: string;
}

/** The headers of a request of acme's signed widget. @see docs/signing.md */
export function signedHeaders({
  body = '',
  session,
  key = '',
  method = 'POST',
  path = '/v1/webchat/messages',
  timeS = Math.floor(Date.now() / 1000),
  secret = 'development-only-app-signing-secret',
}: ToSign): Record<string, string> {
  const digest = createHash('sha256').update(body).digest('hex');
  const text = `v1.${[timeS, method, path, 'acme', 'acme-app', session, key, digest].join('\n')}`;
  return {
    'x-tenant-id': 'acme',
    'x-widget-id': 'acme-app',
    'x-session-id': session,
    ...(key !== '' && { 'x-idempotency-key': key }),
    'x-signature-time': String(timeS),
    'x-signature-256': `sha256=${createHmac('sha256', secret).update(text).digest('hex')}`,
  };
}
