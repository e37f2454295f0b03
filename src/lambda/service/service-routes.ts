import { messagesQuery } from '../../contract/admin/conversations.ts';
import { type ServiceAgent, serviceMessage } from '../../contract/service/messages.ts';
import type { ServiceRoute } from '../../contract/service/routes.ts';
import { InvalidHeaderError } from '../../domain/errors.ts';
import type { Changer } from '../../operations/admin/admin.ts';
import { audited } from '../../operations/admin/audited.ts';
import {
  listMessages,
  type TranscriptPorts,
} from '../../operations/admin/conversations/read-conversation.ts';
import { hashOf } from '../../operations/derive-id.ts';
import { sendMessage } from '../../operations/service/send-message.ts';
import type { VisitorPorts } from '../../operations/service/visitor-of.ts';
import { type DeskRoutesPorts, deskRoutes } from '../admin/desk-routes.ts';
import {
  type Exchange,
  pageReply,
  parameter,
  type Reply,
  readBody,
  readListQuery,
} from '../admin/exchange.ts';

/** What the routes of systems are given. */
export type ServiceRoutesPorts = DeskRoutesPorts & TranscriptPorts & VisitorPorts;

/** A request of a system whose key was let in. */
export type ServiceExchange = Exchange<ServiceRoutesPorts, Changer> & {
  /** The person there who asks. */
  readonly agent: ServiceAgent | null;
};

/** What a route of systems does: what people of the tenant do by the same words, or its own. */
export function serveRoute({ desk, operation }: ServiceRoute, exchange: ServiceExchange): Promise<Reply> {
  if (desk !== null) return deskRoutes[desk](exchange);
  return operation === 'service-send-message' ? send(exchange) : messagesOf(exchange);
}

async function messagesOf(exchange: ServiceExchange): Promise<Reply> {
  const query = await readListQuery(exchange, messagesQuery);
  const named = {
    tenantId: exchange.caller.tenantId,
    conversationId: parameter(exchange, 'conversationId'),
  };
  return pageReply(exchange, query, await listMessages(exchange.admin, { ...named, ...query }));
}

/** @throws InvalidHeaderError without an idempotency key: a message that is sent twice is read twice */
async function send(exchange: ServiceExchange): Promise<Reply> {
  const { admin, caller, request, agent, triedSinceMs } = exchange;
  const key = request.headers['idempotency-key'];
  if (key === undefined) throw new InvalidHeaderError('Idempotency-Key is missing', 'missing_header');
  const message = readBody(exchange, serviceMessage);
  const { tenantId, correlationId, id, name } = caller;
  const resource =
    'conversationId' in message.to
      ? { kind: 'conversation', id: message.to.conversationId }
      : { kind: 'channel', id: `${message.to.channel}/${message.to.accountId}` };
  const change = { action: 'message.send', resource };
  const body = await audited(admin, caller, change, () =>
    sendMessage(admin, {
      ...{ tenantId, message, correlationId, triedSinceMs },
      agent: agent && { kind: 'service', id, name: name ?? id },
      turnIdIn: (conversationId) => `service-${hashOf('service', tenantId, conversationId, id, key)}`,
    }),
  );
  return { status: 201, body };
}
