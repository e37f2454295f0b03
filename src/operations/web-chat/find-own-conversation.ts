import { findActiveTenant } from '../../channels/checks/active-tenant.ts';
import {
  type Caller,
  checkOrigin,
  checkSignature,
  findWidget,
  type OnCaller,
  type SignedRequest,
} from '../../channels/webchat-http/verify.ts';
import type { Tenant } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { ConversationNotFoundError } from '../../domain/errors.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import { identifyVisitor, mayRead } from './identify-visitor.ts';

/** A visitor's request about a conversation of theirs. */
export interface OwnRequest {
  readonly conversationId: string;
  readonly tenantId: string;
  readonly sessionId: string | undefined;
  readonly origin: string | undefined;
  readonly receivedAtMs: number;
  /** The request as it came, for its signature and the visitor's token. */
  readonly signed: Pick<SignedRequest, 'method' | 'path' | 'headers' | 'rawBody'>;
}

/** What it is about, and who asks. */
export interface OwnConversation extends Caller {
  readonly tenant: Tenant;
  readonly conversation: Conversation<FlowState>;
  readonly visitor: Awaited<ReturnType<typeof identifyVisitor>>;
}

/**
 * The conversation that a visitor names, if it is theirs.
 * @throws TenantNotFoundError, ConversationNotFoundError, OriginNotAllowedError, InvalidSignatureError, InvalidVisitorTokenError
 * @see design 2.2
 */
export async function findOwnConversation(
  gateway: Pick<Gateway, 'conversations' | 'directory' | 'idKeys' | 'nowMs' | 'secrets'>,
  { conversationId, tenantId, sessionId = '', origin, receivedAtMs, signed }: OwnRequest,
  onCaller: OnCaller,
): Promise<OwnConversation> {
  const tenant = await findActiveTenant(gateway, tenantId);
  onCaller({ tenant });
  const known = conversationId.length <= limits.identifierChars;
  const conversation = known ? await gateway.conversations.find(tenant.id, conversationId) : null;
  if (conversation?.channel !== 'webchat' || conversation.widgetId === null)
    throw new ConversationNotFoundError();
  const widget = await findWidget(gateway, tenant, conversation.widgetId);
  const caller = { tenant, widget };
  onCaller(caller);
  checkOrigin(widget, origin);
  await checkSignature(gateway, caller, { ...signed, receivedAtMs, sessionId });
  const visitor = await identifyVisitor(
    gateway,
    caller,
    { ...signed, receivedAtMs },
    sessionId.toLowerCase(),
    { conversationId, beginsAt: (_, ofVisitor) => ofVisitor },
  );
  if (!mayRead(visitor, conversation)) throw new ConversationNotFoundError();
  return { ...caller, conversation, visitor };
}
