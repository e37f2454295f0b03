import { limits } from '../../contract/limits.ts';
import type { LogMessage, PollResponse } from '../../contract/poll.ts';
import { messageId } from '../../contract/vocabulary.ts';
import type { CommittedTurn } from '../../domain/conversation.ts';
import { ConversationNotFoundError, InvalidParameterError, MissingTenantError } from '../../domain/errors.ts';
import { followsOn } from '../../domain/follows-on.ts';
import { findActiveTenant } from '../directory/find-active-tenant.ts';
import type { Gateway } from '../gateway.ts';
import { checkSignature, type SignedRequest } from './check-signature.ts';
import { checkOrigin, findWidget, type OnCaller } from './identify-caller.ts';
import { identifyVisitor, owns } from './identify-visitor.ts';

export interface PollRequest {
  readonly conversationId: string;
  readonly tenantId: string | undefined;
  readonly sessionId: string | undefined;
  readonly origin: string | undefined;
  readonly after: string | undefined;
  /** False answers at once. */
  readonly wait: boolean;
  readonly receivedAtMs: number;
  /** The request as it came, for its signature and the visitor's token. */
  readonly signed: Pick<SignedRequest, 'method' | 'path' | 'headers' | 'rawBody'>;
}

const fastPolls = 8;

/**
 * The messages after the one that the client has, at most 50; waits up to 25 s for the first.
 * @throws MissingTenantError, TenantNotFoundError, ConversationNotFoundError, OriginNotAllowedError, InvalidParameterError
 * @see spec "GET /v1/webchat/conversations/{conversationId}/messages", design 2.5
 */
export async function pollConversation(
  gateway: Gateway,
  request: PollRequest,
  onCaller: OnCaller,
): Promise<PollResponse> {
  const { conversationId } = request;
  if (!request.tenantId) throw new MissingTenantError();
  const tenant = await findActiveTenant(gateway, request.tenantId);
  const known = conversationId.length <= limits.identifierChars;
  const conversation = known ? await gateway.conversations.find(tenant.id, conversationId) : null;
  if (conversation?.channel !== 'webchat' || conversation.widgetId === null)
    throw new ConversationNotFoundError();
  const widget = await findWidget(gateway, tenant, conversation.widgetId);
  const caller = { tenant, widget };
  onCaller(caller);
  checkOrigin(widget, request.origin);
  const { signed, receivedAtMs, sessionId = '' } = request;
  await checkSignature(gateway, caller, { ...signed, receivedAtMs, sessionId });
  const visitor = await identifyVisitor(
    gateway,
    caller,
    { ...signed, receivedAtMs },
    sessionId.toLowerCase(),
  );
  if (!owns(visitor, conversation)) throw new ConversationNotFoundError();
  const after = request.after === undefined || request.after === '' ? null : request.after;
  if (after !== null && !messageId.safeParse(after).success) {
    throw new InvalidParameterError('after must be the id of a message');
  }

  const status = conversation.state?.status ?? 'active';
  const untilMs = request.wait ? request.receivedAtMs + limits.pollHoldMs : request.receivedAtMs;
  for (let polls = 1; ; polls += 1) {
    const turns = await gateway.turnLog.read(tenant.id, conversationId, after, limits.pollMessages);
    const found = messagesAfter(turns, after, gateway.nowMs());
    const last = found.messages.at(-1);
    if (last)
      return { conversationId, status: found.status ?? status, messages: found.messages, after: last.id };
    const pauseMs = polls <= fastPolls ? limits.pollFirstIntervalMs : limits.pollIntervalMs;
    if (gateway.nowMs() + pauseMs > untilMs) {
      return { conversationId, status, messages: [], after };
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/**
 * The messages of whole, gapless turns: a turn whose predecessor is not in the log yet (its settling is late) must wait,
 * or `after` would skip it for ever.
 */
export function messagesAfter(turns: readonly CommittedTurn[], after: string | null, nowMs: number) {
  const messages: LogMessage[] = [];
  let status: CommittedTurn['status'] | null = null;
  let reached = after ?? '';
  for (const turn of turns) {
    if (!followsOn(turn, reached, nowMs)) break;
    const unseen = [...(turn.inbound ? [turn.inbound] : []), ...turn.replies].filter(
      ({ id }) => id > (after ?? ''),
    );
    const room = limits.pollMessages - messages.length;
    messages.push(...unseen.slice(0, room));
    status = turn.status;
    reached = messages.at(-1)?.id ?? reached;
    if (unseen.length > room) break;
  }
  return { messages, status };
}
