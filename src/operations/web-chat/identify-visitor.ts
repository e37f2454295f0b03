import { type VisitorClaims, verifyVisitorToken } from '../../channels/checks/visitor-token.ts';
import {
  type Caller,
  checkOrigin,
  checkSignature,
  findActiveTenant,
  findWidget,
  type KnownCaller,
  type SignedRequest,
} from '../../channels/webchat-http/verify.ts';
import type { Tenant } from '../../contract/directory.ts';
import { headers } from '../../contract/headers.ts';
import { limits } from '../../contract/limits.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { GatewayError, invalidVisitorToken } from '../../domain/errors.ts';
import { type IdKey, keyOfId } from '../../domain/message-ids.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { addressKey, deriveId } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';

/** The caller: a browser's session, and the verified visitor, if any. */
export interface Visitor {
  /** The hash by which repeats and limits are counted. The session is a credential and stored nowhere. */
  readonly session: string;
  /** The hashed owner of a conversation: the session, or the person. */
  readonly owner: string;
  /** The one conversation of a REST client's session, or of a person. */
  readonly conversationId: string;
  /** The key that they are derived from. */
  readonly key: IdKey;
  /** The key for new ids. */
  readonly currentKey: IdKey;
  /** The hashed session by every key, of those before too. */
  readonly sessions: readonly string[];
  /** And whose the conversation is. */
  readonly owners: readonly string[];
  /** The site's claims about the person; null without a token. */
  readonly claims: VisitorClaims | null;
  /**
   * Whether the site vouches for the request, by a signature or a visitor token. Its IP address isn't counted
   * then.
   */
  readonly isTrusted: boolean;
  /** Not derived, as the client sent it. */
  readonly plainSession: string;
}

/** The salted hash by which a visitor's IP address is counted; null where the site vouches for the request. */
export const countedAddress = (
  { isTrusted, currentKey }: Visitor,
  tenant: Pick<Tenant, 'id'>,
  sourceIp: string,
): string | null => (isTrusted ? null : addressKey(currentKey, tenant.id, sourceIp));

type Stored = Conversation<FlowState> | null;

/**
 * Identifies the visitor of a request.
 * @throws `invalid_visitor_token`, `visitor_token_expired`
 * @see design 2.2
 */
export async function identifyVisitor(
  gateway: Pick<Gateway, 'secrets' | 'idKeys' | 'conversations'>,
  { tenant, widget }: Caller,
  request: { readonly headers: Readonly<Record<string, string | undefined>>; readonly receivedAtMs: number },
  sessionId: string,
  about: About,
): Promise<Visitor> {
  const token = request.headers[headers.visitorToken];
  const hasClaims = token !== undefined || widget.require_identity;
  const claims = hasClaims
    ? await readClaims(gateway, { tenant, widget }, token, request.receivedAtMs)
    : null;
  const keys = await gateway.idKeys();
  const [currentKey] = keys;
  const of = [tenant.id, widget.id] as const;
  const named = claims ? null : about.conversationId;
  const keyOfNamed = named === null ? null : keyOfId(keys, named);
  const sessions: string[] = [];
  const owners: string[] = [];
  let own = { key: currentKey, session: '', owner: '', conversationId: '' };
  for (const key of keys) {
    const session = deriveId(key, 'owner', ...of, sessionId);
    const owner = claims ? deriveId(key, 'person-owner', ...of, claims.sub) : session;
    const conversationId = claims
      ? deriveId(key, 'person', ...of, claims.sub)
      : deriveId(key, 'session', ...of, sessionId);
    sessions.push(session);
    owners.push(owner);
    let isOwn = key === currentKey || key === keyOfNamed;
    if (keyOfNamed === null && !isOwn && own.key === currentKey) {
      // The key by which a conversation was begun before; reads only while there is more than one.
      const begun = claims ? conversationId : about.beginsAt(key, conversationId);
      isOwn = begun !== null && (await gateway.conversations.find(tenant.id, begun)) !== null;
    }
    if (isOwn) own = { key, session, owner, conversationId };
  }
  const isTrusted = widget.signing_secret !== undefined || claims !== null;
  return { ...own, currentKey, sessions, owners, claims, isTrusted, plainSession: sessionId };
}

/** The conversation of a request. */
interface About {
  /** The one that it names. */
  readonly conversationId: string | null;
  /** The conversation derived from a key, new or existing; null for one that is always new. */
  readonly beginsAt: (key: IdKey, ofVisitor: string) => string | null;
}

async function readClaims(
  { secrets }: Pick<Gateway, 'secrets'>,
  { tenant, widget }: Caller,
  token: string | undefined,
  receivedAtMs: number,
): Promise<VisitorClaims> {
  const name = widget.identity_secret;
  if (token === undefined)
    throw invalidVisitorToken(`this widget wants a visitor token in ${headers.visitorToken}`);
  if (name === undefined) throw invalidVisitorToken('this widget has no identity_secret');
  const known = await secrets.read(tenant.id);
  const usable = [known[name], known[`${name}_previous`]].filter((secret) => secret !== undefined);
  return verifyVisitorToken(token, usable, receivedAtMs);
}

/** Whether a conversation is this visitor's. */
const owns = ({ owners }: Visitor, { sessionId }: NonNullable<Stored>) => owners.includes(sessionId);

/** Whether a visitor may read a conversation: their own, or one of their session that they may claim. */
export function mayRead(visitor: Visitor, conversation: NonNullable<Stored>): boolean {
  return owns(visitor, conversation) || beganBy(visitor, conversation);
}

const beganBy = ({ sessions }: Visitor, { sessionId }: NonNullable<Stored>) => sessions.includes(sessionId);

/**
 * Checks whether the visitor may write in a conversation. A verified person claims the conversation of their
 * session once, unless they have an open one; it is theirs from this turn on.
 * @throws `conversation_not_found` for another tenant's, another visitor's or an unknown conversation
 */
export async function checkOwner(
  { conversations }: Pick<Gateway, 'conversations'>,
  { tenant, widget }: Caller,
  visitor: Visitor,
  conversation: Stored,
): Promise<void> {
  if (conversation?.channel !== 'webchat' || conversation.widgetId !== widget.id)
    throw new GatewayError('conversation_not_found');
  if (owns(visitor, conversation)) return;
  if (visitor.claims === null || !beganBy(visitor, conversation))
    throw new GatewayError('conversation_not_found');
  const other = await conversations.find(tenant.id, visitor.conversationId);
  if (other && other.state?.status !== 'completed') throw new GatewayError('conversation_not_found');
}

/** A visitor's request about a conversation of theirs. */
export interface OwnRequest {
  readonly conversationId: string;
  readonly tenantId: string | undefined;
  readonly sessionId: string | undefined;
  readonly origin: string | undefined;
  readonly receivedAtMs: number;
  /** The request as it came, for its signature and the visitor's token. */
  readonly signed: Pick<SignedRequest, 'method' | 'path' | 'headers' | 'rawBody'>;
  readonly caller: KnownCaller;
}

/** A conversation, and its visitor. */
export interface OwnConversation extends Caller {
  readonly tenant: Tenant;
  readonly conversation: Conversation<FlowState>;
  readonly visitor: Awaited<ReturnType<typeof identifyVisitor>>;
}

/**
 * The conversation that a visitor names, if it is theirs.
 * @throws `missing_tenant`, TenantNotFoundError, `conversation_not_found`, `origin_not_allowed`, InvalidSignatureError, `invalid_visitor_token`
 * @see design 2.2
 */
export async function findOwnConversation(
  gateway: Pick<Gateway, 'conversations' | 'directory' | 'idKeys' | 'nowMs' | 'secrets'>,
  { conversationId, tenantId, sessionId = '', origin, receivedAtMs, signed, caller: known }: OwnRequest,
): Promise<OwnConversation> {
  if (!tenantId) throw new GatewayError('missing_tenant');
  known.tenantId = tenantId;
  const tenant = await findActiveTenant(gateway, tenantId);
  known.tenant = tenant;
  const isId = conversationId.length <= limits.identifierChars;
  const conversation = isId ? await gateway.conversations.find(tenant.id, conversationId) : null;
  if (conversation?.channel !== 'webchat' || conversation.widgetId === null)
    throw new GatewayError('conversation_not_found');
  const widget = await findWidget(gateway, tenant, conversation.widgetId);
  const caller = { tenant, widget };
  known.widget = widget;
  checkOrigin(widget, origin);
  await checkSignature(gateway, caller, { ...signed, receivedAtMs, sessionId });
  const visitor = await identifyVisitor(
    gateway,
    caller,
    { ...signed, receivedAtMs },
    sessionId.toLowerCase(),
    { conversationId, beginsAt: (_, ofVisitor) => ofVisitor },
  );
  if (!mayRead(visitor, conversation)) throw new GatewayError('conversation_not_found');
  return { ...caller, conversation, visitor };
}
