import { readOnlyPosts } from '../contract/admin/routes.ts';
import { channelAt } from '../contract/channels.ts';
import { type AnswerHeader, answerHeaders, type RequestHeader } from '../contract/routes/headers.ts';
import type { Operation } from '../contract/routes/operation.ts';
import type { Route } from '../contract/routes.ts';

const keys: readonly RequestHeader[] = ['idempotencyKey', 'neededKey'];

/** Returns all headers that a route takes: its operation's own, and those of its kind. */
export function headersOfRoute(route: Route, { headers = [] }: Operation): readonly RequestHeader[] {
  return [...headers, ...keyOf(route, headers), ...tenantOf(route), ...proofOf(route)];
}

/** Returns whether the gateway recognizes a repeat of the request. */
export const isRepeatable = (route: Route, operation: Operation): boolean =>
  headersOfRoute(route, operation).some((header) => keys.includes(header));

/** Every caller with a token or a key may repeat a change. */
function keyOf(
  { method, authorizer, function: name, operation }: Route,
  own: readonly RequestHeader[],
): readonly RequestHeader[] {
  const isKnown = authorizer === 'jwt' || name === 'service';
  const isChange = isKnown && method === 'POST' && !readOnlyPosts.has(operation);
  return isChange && !own.some((header) => keys.includes(header)) ? ['idempotencyKey'] : [];
}

/** The tenant, where a token or a key determines it already. */
function tenantOf({ authorizer, function: name }: Route): readonly RequestHeader[] {
  if (name === 'service') return ['keysTenant'];
  return authorizer === 'jwt' && name !== 'auth-bff' ? ['chosenTenant'] : [];
}

/** The headers that verify a webhook. */
const proofOf = ({ method, path }: Route): readonly RequestHeader[] =>
  (method === 'POST' && channelAt(path)?.provenBy?.headers) || [];

/** Returns response headers as the description of an answer has them. */
export function headersOf(keys: readonly AnswerHeader[]) {
  return Object.fromEntries(
    keys.map((key) => {
      const { name, description } = answerHeaders[key];
      return [name, { description, schema: { type: 'string' } }];
    }),
  );
}
