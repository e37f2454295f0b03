import type { ProblemCode } from '../contract/problem.ts';
import type { Route } from '../contract/routes.ts';
import { problemExample } from './examples/problems.ts';
import { headersOf } from './headers.ts';
import { isRepeatable } from './headers-of-route.ts';
import type { OperationReference } from './operation-reference.ts';
import { problems } from './problems.ts';
import type { JsonSchema } from './schemas.ts';

/** On every answer. */
export const correlation = {
  'x-correlation-id': {
    description: 'Finds the request in the logs.',
    required: true,
    schema: { type: 'string' },
  },
};

/** What whoever calls with a token may be told. */
const withToken = [
  ...(['invalid_token', 'access_ended', 'missing_tenant_claim', 'invalid_role'] as const),
  ...(['not_allowed', 'other_tenant', 'tenant_not_found'] as const),
];
const withKey = [
  ...(['invalid_service_key', 'not_allowed', 'other_tenant', 'tenant_not_found', 'rate_limited'] as const),
];
/** What tells the ETag of what is stored now. */
const stale: readonly ProblemCode[] = ['precondition_failed', 'handoff_moved'];
/** What passes by itself: it says when. What an account lacks does not. */
const passes = (code: ProblemCode, status: number) =>
  passing.includes(code) && !(code === 'templates_unavailable' && status === 409);
const passing: readonly ProblemCode[] = [
  ...(['request_in_progress', 'rate_limited', 'too_many_waiting', 'too_many_new_sessions'] as const),
  ...(['too_many_uploads', 'file_pending', 'temporarily_unavailable', 'templates_unavailable'] as const),
];
/** What only a contact center may be told, whose account says who may call. */
const ofCenter = ['address_not_allowed', 'handoff_not_found', 'rate_limited'] as const;
const always = ['internal_error', 'temporarily_unavailable'] as const;

/** All that an operation may refuse, each with its status. */
export function problemsOf(route: Route, reference: OperationReference) {
  const { operation } = route;
  const { body, query } = reference;
  const isKnown = route.authorizer === 'jwt' || route.function === 'service';
  const common: ProblemCode[] = [
    ...(route.authorizer === 'jwt' && operation !== 'read-session' ? withToken : []),
    ...(route.function === 'service' ? withKey : []),
    ...(isKnown && body ? (['invalid_body', 'body_too_large'] as const) : []),
    ...(body ? (['unsupported_media_type'] as const) : []),
    ...(isKnown && (query || route.path.includes('{')) ? (['invalid_parameter'] as const) : []),
    ...(isKnown && isRepeatable(route, reference)
      ? (['invalid_header', 'idempotency_conflict', 'request_in_progress'] as const)
      : []),
    ...(route.path.endsWith('/contactcenter') ? ofCenter : []),
    ...always,
  ];
  const codes = new Set<ProblemCode>([...(reference.problems ?? []), ...common]);
  return [...codes].flatMap((code) =>
    statusesOf(code, route, isKnown && !operation.endsWith('tenant')).map((status) => ({ code, status })),
  );
}

/** A tenant that is not there is nothing of the path's, unless the path names it; a session is of the token's only. */
function statusesOf(code: ProblemCode, { method, operation }: Route, isOfToken: boolean): readonly number[] {
  // Whoever only asks whether the address is meant is not asked to say who they are.
  if (code === 'invalid_credentials') return [method === 'GET' ? 403 : 401];
  if (code === 'tenant_not_found' && operation === 'read-session') return [403];
  if (code === 'tenant_not_found') return isOfToken ? [403, 404] : [404];
  return problems[code][0];
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

/** API Gateway looks at a token before any function does, and says less: no problem, and no correlation id. */
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
    description: codes.map((code) => `- \`${code}\`: ${problems[code][1]}`).join('\n'),
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
