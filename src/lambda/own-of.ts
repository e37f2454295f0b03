import { headers } from '../contract/headers.ts';
import type { FoundRoute } from '../http/find-route.ts';
import type { HttpRequest } from '../http/request.ts';

interface Asked {
  readonly request: HttpRequest;
  readonly parameters: FoundRoute['parameters'];
  readonly receivedAtMs: number;
}

/** A visitor's request about a conversation of theirs. */
export function ownOf({ request, parameters, receivedAtMs }: Asked) {
  return {
    conversationId: parameters.conversationId ?? '',
    tenantId: request.headers[headers.tenantId],
    sessionId: request.headers[headers.sessionId] ?? request.query.session,
    origin: request.headers.origin,
    receivedAtMs,
    signed: request,
  };
}
