import type { DeskOperation } from '../admin/routes.ts';
import type { ServiceCapability } from './keys.ts';

/** Below it lies what systems with a service key may do. @see handoff.md 5 */
export const serviceRoot = '/v1/service';

const conversation = '/conversations/{conversationId}';

/** What each row does, by a name of its own, which capability it takes, and what it is for people of the tenant. */
const rows = [
  ['GET', '/handoffs', 'service-list-handoffs', 'conversations:read', 'list-handoffs'],
  ['GET', `${conversation}/messages`, 'service-list-messages', 'conversations:read', null],
  ['GET', `${conversation}/handoff`, 'service-read-handoff', 'conversations:read', 'read-handoff'],
  ['POST', `${conversation}/handoff/take`, 'service-take-handoff', 'conversations:answer', 'take-handoff'],
  ['POST', `${conversation}/handoff/reply`, 'service-reply', 'conversations:answer', 'reply-to-visitor'],
  ['POST', `${conversation}/handoff/note`, 'service-note', 'conversations:answer', 'note-for-colleagues'],
  ['POST', `${conversation}/handoff/typing`, 'service-tell-typing', 'conversations:answer', 'tell-typing'],
  [
    'POST',
    `${conversation}/handoff/assign`,
    'service-assign-handoff',
    'conversations:answer',
    'assign-handoff',
  ],
  [
    'POST',
    `${conversation}/handoff/return`,
    'service-return-handoff',
    'conversations:answer',
    'return-handoff',
  ],
  ['POST', `${conversation}/handoff/close`, 'service-close-handoff', 'conversations:answer', 'close-handoff'],
  [
    'POST',
    `${conversation}/handoff/files`,
    'service-request-upload',
    'conversations:answer',
    'request-desk-upload',
  ],
  [
    'GET',
    `${conversation}/handoff/files/{fileId}`,
    'service-read-upload',
    'conversations:answer',
    'read-desk-upload',
  ],
  ['POST', '/messages', 'service-send-message', 'messages:send', null],
] as const satisfies readonly (readonly [
  'GET' | 'POST',
  string,
  `service-${string}`,
  ServiceCapability,
  DeskOperation | null,
])[];

export type ServiceOperation = (typeof rows)[number][2];

/** One row of the systems' part of THE table of routes. */
export interface ServiceRoute {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly function: 'service';
  readonly operation: ServiceOperation;
  /** The function itself checks the key: nothing of API Gateway's knows it. */
  readonly authorizer: 'none';
  readonly capability: ServiceCapability;
  /** What does the same for people of the tenant. */
  readonly desk: DeskOperation | null;
}

/** What systems with a service key may do, each row with the one capability that it takes. @see handoff.md 5 */
export const serviceRoutes: readonly ServiceRoute[] = rows.map(
  ([method, path, operation, capability, desk]) => ({
    ...{ method, operation, capability, desk },
    path: serviceRoot + path,
    function: 'service',
    authorizer: 'none',
  }),
);
