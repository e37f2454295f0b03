import { allows } from '../../contract/roles.ts';
import { InvalidHeaderError } from '../../domain/errors.ts';
import type { Changer } from '../../operations/admin/admin.ts';
import { hashOf } from '../../operations/derive-id.ts';
import type { DeskPorts, DeskRequest } from '../../operations/turn/change-desk.ts';
import { type Exchange, parameter, preconditionsOf } from './exchange.ts';

/** A request of somebody who answers for humans: a user, or a system with a service key. */
type SenderExchange = Exchange<Pick<DeskPorts, 'directory'>, Changer>;

/** Who asks, for which conversation, on what they have read; done once for each idempotency key. */
export async function requestOf(exchange: SenderExchange): Promise<DeskRequest> {
  const { caller, request } = exchange;
  const key = request.headers['idempotency-key'];
  if (key === undefined) throw new InvalidHeaderError('Idempotency-Key is missing', 'missing_header');
  const conversationId = parameter(exchange, 'conversationId');
  return {
    tenantId: caller.tenantId,
    conversationId,
    caller: { owner: await ownerOf(exchange), isAdmin: isAdmin(caller) },
    ifMatch: preconditionsOf(exchange).ifMatch,
    turnId: `desk-${hashOf('desk', caller.tenantId, conversationId, caller.id, key)}`,
    correlationId: caller.correlationId,
    triedSinceMs: exchange.triedSinceMs,
  };
}

const isAdmin = ({ role }: Changer) => role !== 'service' && allows([role], 'users:manage');

/** As the visitor is shown them: by the name that they gave, else by the tenant's; never by an address. */
export async function ownerOf({ admin, caller }: SenderExchange): Promise<DeskRequest['caller']['owner']> {
  const { id, tenantId } = caller;
  const name = caller.name ?? (await admin.directory.findTenant(tenantId))?.name ?? tenantId;
  return { kind: caller.role === 'service' ? 'service' : 'user', id, name };
}
