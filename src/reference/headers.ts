import { headers } from '../contract/headers.ts';
import type { AnswerHeader, RequestHeader } from './operation-reference.ts';

interface HeaderReference {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly example?: string;
}

/** Each request header as it is described once. */
export const requestHeaders: Readonly<Record<RequestHeader, HeaderReference>> = {
  tenant: {
    name: headers.tenantId,
    description: 'The tenant. Form A may name it in its body instead.',
    example: 'acme',
  },
  chosenTenant: {
    name: headers.tenantId,
    description: 'A super-admin’s choice of the tenant; for everybody else it is the token’s.',
    example: 'acme',
  },
  keysTenant: {
    name: headers.tenantId,
    description: 'Need not be sent: it is the key’s. Another one is refused.',
    example: 'acme',
  },
  widget: {
    name: headers.widgetId,
    description: 'The widget; the tenant’s default one need not be named.',
    example: 'acme-web',
  },
  session: {
    name: headers.sessionId,
    description: 'A UUID of the visitor’s session, made by the client. A conversation belongs to one.',
    example: '6f1f3c1e-2f57-4a9b-9d2e-0c7c2b0c9b11',
  },
  after: {
    name: headers.after,
    description: 'The same as `after` in the query: a browser’s preflight is then kept.',
  },
  idempotencyKey: {
    name: 'idempotency-key',
    description:
      'Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice.',
  },
  keyAlias: {
    name: 'x-idempotency-key',
    description: 'The same as `idempotency-key`, for those who can’t send that one.',
  },
  neededKey: {
    name: 'idempotency-key',
    description:
      'Up to 255 characters. A repeat within 24 hours with the same key and request does nothing twice.',
    required: true,
  },
  signature: {
    name: headers.webchatSignature,
    description: '`sha256=` and the HMAC of the request, where the widget has a signing secret.',
  },
  signatureTime: {
    name: headers.signatureTime,
    description: 'When it was signed, in epoch seconds; five minutes either way are taken.',
  },
  visitorToken: {
    name: headers.visitorToken,
    description: 'A JWT by which the site vouches for its visitor.',
  },
  ifMatch: { name: 'if-match', description: 'The ETag of what was read.' },
  mayMatch: {
    name: 'if-match',
    description: 'The ETag of what was read. Without it, what is stored is changed, whatever it is.',
  },
  ifNoneMatch: { name: 'if-none-match', description: '`*` creates what must not be there yet.' },
  hubSignature: {
    name: headers.hubSignature,
    description: '`sha256=` and the HMAC of the body with the account’s secret, as Meta sends it.',
  },
  channelKey: { name: headers.chatappBKey, description: 'The key that was given to 360dialog.' },
  centerSignature: {
    name: headers.webchatSignature,
    description: '`sha256=` and the HMAC of the request, where the account has a signing secret.',
  },
  centerSignatureTime: {
    name: headers.signatureTime,
    description: 'When it was signed, in epoch seconds; five minutes either way are taken.',
  },
  handoffMatch: { name: 'if-match', description: 'The ETag of the handoff: `"<handoffId>.<epoch>"`.' },
};

/** Each response header as it is described once. */
const answerHeaders: Readonly<Record<AnswerHeader, HeaderReference>> = {
  etag: { name: 'ETag', description: 'For the `If-Match` of a change.' },
  rateLimit: {
    name: 'RateLimit',
    description: 'What is left of the session’s minute, and when it begins anew.',
  },
  rateLimitPolicy: { name: 'RateLimit-Policy', description: 'What a session may send in which time.' },
  replayed: { name: 'Idempotent-Replayed', description: '`true` on the answer to a repeat.' },
  location: { name: 'Location', description: 'Where it is; of a late reply, where to long-poll.' },
  retryAfter: { name: 'Retry-After', description: 'After how many seconds to ask again.' },
};

/** Response headers as an answer's description has them. */
export function headersOf(keys: readonly AnswerHeader[]) {
  return Object.fromEntries(
    keys.map((key) => {
      const { name, description } = answerHeaders[key];
      return [name, { description, schema: { type: 'string' } }];
    }),
  );
}
