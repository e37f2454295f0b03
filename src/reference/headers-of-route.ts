import type { Route } from '../contract/routes.ts';
import type { OperationReference, RequestHeader } from './operation-reference.ts';

/** Repeated as often as one likes: nothing is done. */
const asOften = new Set(['validate-draft', 'test-draft', 'replay-draft']);
const keys: readonly RequestHeader[] = ['idempotencyKey', 'neededKey'];

/** All headers that a route takes: its operation's own, and those of its kind. */
export function headersOfRoute(route: Route, { headers = [] }: OperationReference): readonly RequestHeader[] {
  return [...headers, ...keyOf(route, headers), ...tenantOf(route), ...proofOf(route)];
}

/** Whether a repeat of the request is known as one. */
export const isRepeatable = (route: Route, reference: OperationReference): boolean =>
  headersOfRoute(route, reference).some((header) => keys.includes(header));

/** Whoever has a token or a key may repeat all that changes something. */
function keyOf(
  { method, authorizer, function: name, operation }: Route,
  own: readonly RequestHeader[],
): readonly RequestHeader[] {
  const isKnown = authorizer === 'jwt' || name === 'service';
  const isChange = isKnown && method === 'POST' && !asOften.has(operation);
  return isChange && !own.some((header) => keys.includes(header)) ? ['idempotencyKey'] : [];
}

/** Whose data is meant, where a token or a key says it already. */
function tenantOf({ authorizer, function: name, operation }: Route): readonly RequestHeader[] {
  if (name === 'service') return ['keysTenant'];
  return authorizer === 'jwt' && operation !== 'read-session' ? ['chosenTenant'] : [];
}

/** By what a provider's call is verified. */
function proofOf({ method, path }: Route): readonly RequestHeader[] {
  if (method !== 'POST') return [];
  if (path.endsWith('/chatapp-a')) return ['hubSignature'];
  if (path.endsWith('/chatapp-b')) return ['channelKey', 'hubSignature'];
  return path.endsWith('/contactcenter') ? ['centerSignature', 'centerSignatureTime'] : [];
}
