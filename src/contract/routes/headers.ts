import { headers } from '../headers.ts';

interface HeaderReference {
  readonly name: string;
  readonly description: string;
  readonly required?: boolean;
  readonly example?: string;
}

const idempotencyKey = {
  name: 'idempotency-key',
  description:
    'Up to 255 characters. A repeat within 24 hours with the same key and request does nothing and gets the same answer.',
};
const hmacOf = (what: string) => `\`sha256=\` and the HMAC of ${what}`;
const signatureTime = {
  name: headers.signatureTime,
  description: 'Time of the signature in epoch seconds, at most five minutes off.',
};
const etag = 'The ETag of the version that you read.';

/** Request headers, each described once. */
const named = {
  tenant: {
    name: headers.tenantId,
    description: 'The tenant. Form A may name it in its body instead.',
    example: 'acme',
  },
  chosenTenant: {
    name: headers.tenantId,
    description: 'The tenant that a super-admin chooses. For everyone else, the token determines the tenant.',
    example: 'acme',
  },
  keysTenant: {
    name: headers.tenantId,
    description: 'Not needed: the API key determines the tenant. Any other value is refused.',
    example: 'acme',
  },
  widget: {
    name: headers.widgetId,
    description: 'The widget. Defaults to the default widget of the tenant.',
    example: 'acme-web',
  },
  session: {
    name: headers.sessionId,
    description:
      'A UUID that the client creates for the session of a visitor. A conversation belongs to one session.',
    example: '6f1f3c1e-2f57-4a9b-9d2e-0c7c2b0c9b11',
  },
  after: {
    name: headers.after,
    description:
      'Same as `after` in the query. It keeps the URL the same, so that browsers reuse a preflight.',
  },
  idempotencyKey,
  keyAlias: {
    name: 'x-idempotency-key',
    description: 'Same as `idempotency-key`, for clients that can’t send that header.',
  },
  neededKey: { ...idempotencyKey, required: true },
  signature: {
    name: headers.webchatSignature,
    description: `${hmacOf('the request')}, if the widget has a signing secret.`,
  },
  signatureTime,
  visitorToken: {
    name: headers.visitorToken,
    description: 'A JWT in which the site identifies its visitor.',
  },
  ifMatch: { name: 'if-match', description: etag },
  mayMatch: { name: 'if-match', description: `${etag} Without it, the change applies to any version.` },
  ifNoneMatch: { name: 'if-none-match', description: '`*` creates, and fails if the resource exists.' },
  hubSignature: {
    name: headers.hubSignature,
    description: `${hmacOf('the body')} with the secret of the channel, as Meta sends it.`,
  },
  channelKey: { name: headers.chatappBKey, description: 'The API key that was registered with 360dialog.' },
  centerSignature: {
    name: headers.webchatSignature,
    description: `${hmacOf('the request')}, if the channel has a signing secret.`,
  },
  centerSignatureTime: signatureTime,
  handoffMatch: { name: 'if-match', description: 'The ETag of the handoff: `"<handoffId>.<epoch>"`.' },
} as const satisfies Readonly<Record<string, HeaderReference>>;
export type RequestHeader = keyof typeof named;
export const requestHeaders: Readonly<Record<RequestHeader, HeaderReference>> = named;

/** Response headers, each described once. */
export const answerHeaders = {
  etag: { name: 'ETag', description: 'For the `If-Match` of a change.' },
  rateLimit: {
    name: 'RateLimit',
    description: 'Messages left in the current minute of the session, and when it resets.',
  },
  rateLimitPolicy: {
    name: 'RateLimit-Policy',
    description: 'How many messages a session may send in which time.',
  },
  replayed: {
    name: 'Idempotent-Replayed',
    description: '`true` if the answer is that of an earlier request.',
  },
  location: { name: 'Location', description: 'The URL to long-poll for the replies.' },
  retryAfter: { name: 'Retry-After', description: 'Seconds to wait before the next request.' },
  contentSecurityPolicy: { name: 'Content-Security-Policy', description: 'Blocks scripts on the page.' },
  referrerPolicy: { name: 'Referrer-Policy', description: 'Keeps the URL of the page from other sites.' },
  robotsTag: { name: 'X-Robots-Tag', description: 'Keeps the page out of search engines.' },
} as const satisfies Readonly<Record<string, HeaderReference>>;
export type AnswerHeader = keyof typeof answerHeaders;
