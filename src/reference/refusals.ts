import { channelAt } from '../contract/channels.ts';
import { problemAddress } from '../contract/docs.ts';
import { liveNow, validation } from '../contract/examples/flows.ts';
import { shop } from '../contract/examples/shop.ts';
import { type ProblemCode, problemDetails, problemStatuses, problemTitles } from '../contract/problem.ts';
import type { Problem } from '../contract/problem-body.ts';
import type { RequestHeader } from '../contract/routes/headers.ts';
import type { Operation } from '../contract/routes/operation.ts';
import type { Route } from '../contract/routes.ts';
import { headersOf, headersOfRoute, isRepeatable } from './headers-of-route.ts';
import examples from './problem-examples.json' with { type: 'json' };
import meanings from './problem-meanings.json' with { type: 'json' };
import type { JsonSchema } from './schemas.ts';

/** The meaning of each problem, and its fix. */
export const problemMeanings: Readonly<Record<ProblemCode, string>> = meanings;

/** On every answer. */
export const correlation = {
  'x-correlation-id': {
    description: 'Finds the request in the logs.',
    required: true,
    schema: { type: 'string' },
  },
};

/** Refusals of requests with a token. */
const withToken = [
  ...(['invalid_token', 'access_ended', 'missing_tenant_claim', 'invalid_role'] as const),
  ...(['not_allowed', 'other_tenant', 'tenant_not_found'] as const),
];
const withKey = [
  ...(['invalid_service_key', 'not_allowed', 'other_tenant', 'tenant_not_found', 'rate_limited'] as const),
];
/** Problems that contain the current ETag. */
const stale: readonly ProblemCode[] = ['precondition_failed', 'handoff_moved'];
/** Temporary problems, with a `Retry-After`. An incomplete account isn't temporary, nor is a chat that is too long. */
const passes = (code: ProblemCode, status: number) =>
  passing.includes(code) &&
  !(code === 'templates_unavailable' && status === 409) &&
  !(code === 'test_limit_reached' && status === 403);
const passing: readonly ProblemCode[] = [
  ...(['request_in_progress', 'rate_limited', 'too_many_waiting', 'too_many_new_sessions'] as const),
  ...(['too_many_uploads', 'file_pending', 'temporarily_unavailable', 'templates_unavailable'] as const),
  'test_limit_reached',
];
const always = ['internal_error', 'temporarily_unavailable'] as const;

/** The problem for each path parameter that doesn't exist. */
const notFound: Readonly<Record<string, ProblemCode>> = {
  accountId: 'channel_not_found',
  contactId: 'contact_not_found',
  conversationId: 'conversation_not_found',
  fileId: 'file_not_found',
  flowId: 'flow_not_found',
  keyId: 'service_key_not_found',
  messageId: 'message_not_found',
  role: 'secret_not_found',
  linkId: 'test_link_not_found',
  textId: 'text_not_found',
  version: 'version_not_found',
  widgetId: 'widget_not_found',
};

/** Refusals that follow from a header. */
const ofHeader: Partial<Record<RequestHeader, readonly ProblemCode[]>> = {
  ifMatch: ['precondition_required', 'precondition_failed'],
  mayMatch: ['precondition_failed'],
  handoffMatch: ['precondition_required', 'handoff_moved'],
  neededKey: ['missing_header'],
};

/** Returns everything that an operation may refuse, each code with its status. */
export function problemsOf(route: Route, operation: Operation) {
  const { body, query, problems = [] } = operation;
  const isKnown = route.authorizer === 'jwt' || route.function === 'service';
  const parameters = [...route.path.matchAll(/{(\w+)}/g)].map(([, name = '']) => name);
  const isOfUser = route.function === 'admin-users' && parameters.includes('userId');
  const codes = new Set<ProblemCode>([
    ...(body ? (['invalid_body', 'body_too_large'] as const) : []),
    // A webhook's signature covers its bytes: their type doesn't matter.
    ...(body && route.operation !== 'accept-webhook' ? (['unsupported_media_type'] as const) : []),
    ...(query || (isKnown && parameters.length > 0) ? (['invalid_parameter'] as const) : []),
    ...parameters.flatMap((name) => notFound[name] ?? []),
    ...(isOfUser ? (['user_not_found'] as const) : []),
    ...problems,
    ...headersOfRoute(route, operation).flatMap((header) => ofHeader[header] ?? []),
    ...(route.authorizer === 'jwt' && route.operation !== 'read-session' ? withToken : []),
    ...(route.function === 'service' ? withKey : []),
    ...(isKnown && isRepeatable(route, operation)
      ? (['invalid_header', 'idempotency_conflict', 'request_in_progress'] as const)
      : []),
    ...(channelAt(route.path)?.provenBy?.problems ?? []),
    ...always,
  ]);
  return [...codes].flatMap((code) =>
    statusesOf(code, route, isKnown && !route.operation.endsWith('tenant')).map((status) => ({
      code,
      status,
    })),
  );
}

/** A tenant that is not there is nothing of the path's, unless the path names it; a session is of the token's only. */
function statusesOf(code: ProblemCode, { method, operation }: Route, isOfToken: boolean): readonly number[] {
  // A verification request of a webhook has no credentials.
  if (code === 'invalid_credentials') return [method === 'GET' ? 403 : 401];
  if (code === 'tenant_not_found' && operation === 'read-session') return [403];
  if (code === 'tenant_not_found') return isOfToken ? [403, 404] : [404];
  return problemStatuses[code];
}

/** The refusals of a document: operations that may answer a status for the same reasons share its description. */
export class Refusals {
  readonly components: Record<string, JsonSchema> = {};
  readonly #names = new Map<string, string>();

  of(
    refused: readonly { readonly code: ProblemCode; readonly status: number }[],
    { authorizer }: Pick<Route, 'authorizer'>,
  ): JsonSchema {
    const statuses = [...new Set(refused.map(({ status }) => status))].sort((a, b) => a - b);
    const codesOf = (status: number) =>
      refused.filter((one) => one.status === status).map(({ code }) => code);
    return Object.fromEntries(
      statuses.map((status) => [
        status,
        {
          $ref: `#/components/responses/${this.#nameOf(status, codesOf(status), status === 401 && authorizer === 'jwt')}`,
        },
      ]),
    );
  }

  #nameOf(status: number, codes: readonly ProblemCode[], byAuthorizer: boolean): string {
    const key = `${status} ${codes.toSorted().join(' ')}${byAuthorizer ? ' or by the authorizer' : ''}`;
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const before = [...this.#names.keys()].filter((other) => other.startsWith(`${status} `)).length;
    const name = `Refused${status}${before === 0 ? '' : `-${before + 1}`}`;
    this.#names.set(key, name);
    const refusal = refusalOf(status, codes);
    this.components[name] = byAuthorizer ? orByAuthorizer(refusal) : refusal;
    return name;
  }
}

/** API Gateway checks tokens before any function and responds with less: no problem, and no correlation ID. */
function orByAuthorizer({ description, headers, content, ...refusal }: ReturnType<typeof refusalOf>) {
  return {
    ...refusal,
    description: `${description}\n\nA token that is missing, malformed, expired or not of this sign-in is refused by API Gateway, as \`application/json\` with a \`message\` and nothing else.`,
    headers: {
      ...headers,
      'x-correlation-id': { ...correlation['x-correlation-id'], required: false },
      'WWW-Authenticate': { description: 'Of API Gateway’s answer: `Bearer`.', schema: { type: 'string' } },
    },
    content: {
      ...content,
      'application/json': {
        schema: { $ref: '#/components/schemas/Unauthorized' },
        example: { message: 'Unauthorized' },
      },
    },
  };
}

function refusalOf(status: number, codes: readonly ProblemCode[]) {
  return {
    description: codes.map((code) => `- \`${code}\`: ${problemMeanings[code]}`).join('\n'),
    headers: {
      ...correlation,
      ...headersOf(codes.some((code) => passes(code, status)) ? ['retryAfter'] : []),
      ...headersOf(codes.some((code) => stale.includes(code)) ? ['etag'] : []),
      ...headersOf(codes.includes('rate_limited') ? ['rateLimit', 'rateLimitPolicy'] : []),
    },
    content: {
      'application/problem+json': {
        schema: {
          allOf: [{ $ref: '#/components/schemas/Problem' }],
          properties: { code: { enum: codes }, status: { const: status } },
        },
        examples: Object.fromEntries(codes.map((code) => [code, { value: problemExample(code, status) }])),
      },
    },
  };
}

/** A problem's members beyond the common ones. */
type Own = Omit<Problem, 'type' | 'title' | 'status' | 'code' | 'correlationId'>;

/** The example of each code. */
const texts: Readonly<Record<ProblemCode, string | Own>> = {
  ...problemDetails,
  ...examples,
  file_not_found: `there is no file ${shop.fileId} of yours, or it has expired`,
  file_pending: `the file ${shop.fileId} has not arrived yet, or is being checked; send the message again`,
  precondition_failed: {
    detail: 'it was changed by somebody else since you have read it',
    current: liveNow,
    currentEtag: '"9"',
  },
  not_valid: { detail: "the draft can't be published: 1 fault", validation },
};

/** The example of a refusal with its status. */
function problemExample(code: ProblemCode, status: number): Problem {
  const own = texts[code];
  return {
    type: problemAddress(code),
    title: problemTitles[status] ?? 'Error',
    status,
    code,
    correlationId: shop.correlationId,
    ...(typeof own === 'string' ? { detail: own } : own),
  };
}
