import { addressGroup } from '../../channels/checks/address-group.ts';
import { type VisitorClaims, verifyVisitorToken } from '../../channels/checks/visitor-token.ts';
import type { Caller } from '../../channels/webchat-http/verify.ts';
import type { MessageUser } from '../../contract/canonical-message.ts';
import { headers } from '../../contract/headers.ts';
import type { Conversation } from '../../domain/conversation.ts';
import { ConversationNotFoundError, InvalidVisitorTokenError } from '../../domain/errors.ts';
import { type IdKey, type IdKeys, keyOfId } from '../../domain/id-keys.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { deriveId } from '../derive-id.ts';
import type { Gateway } from '../gateway.ts';

/** Who writes, or reads: a browser's session, and the person whom the site vouches for, if it does. */
export interface Visitor {
  /** What repeats and limits are counted by, hashed: the session is a credential and is kept nowhere. */
  readonly session: string;
  /** Whose a conversation is, hashed: the session, or the person. */
  readonly owner: string;
  /** The one conversation of a REST client's session, or of a person. */
  readonly conversationId: string;
  /** What all of these are derived from. */
  readonly key: IdKey;
  /** The hashed session by every key, of those before too. */
  readonly sessions: readonly string[];
  /** And whose the conversation is. */
  readonly owners: readonly string[];
  /** What the site says of the person; null without a token. */
  readonly claims: VisitorClaims | null;
  /** As the last release stored it. */
  readonly plainSession: string;
}

type Stored = Conversation<FlowState> | null;

/**
 * Who a request speaks for.
 * @throws InvalidVisitorTokenError, VisitorTokenExpiredError
 * @see design 2.2
 */
export async function identifyVisitor(
  gateway: Pick<Gateway, 'secrets' | 'idKeys' | 'conversations'>,
  { tenant, widget }: Caller,
  request: { readonly headers: Readonly<Record<string, string | undefined>>; readonly receivedAtMs: number },
  sessionId: string,
  about: About,
): Promise<Visitor> {
  const claims = await readClaims(gateway, { tenant, widget }, request);
  const keys = await gateway.idKeys();
  const by = (key: IdKey) => {
    const derive = (kind: string, ...parts: string[]) => deriveId(key, kind, tenant.id, widget.id, ...parts);
    const session = derive('owner', sessionId);
    return {
      session,
      owner: claims ? derive('person-owner', claims.sub) : session,
      conversationId: claims ? derive('person', claims.sub) : derive('session', sessionId),
    };
  };
  const beginsAt = (key: IdKey) =>
    claims ? by(key).conversationId : about.beginsAt(key, by(key).conversationId);
  const named = claims ? null : about.conversationId;
  const key = named === null ? await keyOfBegun(gateway, tenant.id, keys, beginsAt) : keyOfId(keys, named);
  const byAll = keys.map(by);
  return {
    ...by(key),
    key,
    sessions: byAll.map(({ session }) => session),
    owners: byAll.map(({ owner }) => owner),
    claims,
    plainSession: sessionId,
  };
}

/**
 * The source address that a caller is counted by, salted, so that the tables tell nobody's; null for who is trusted: who
 * signs, and whom the site vouches for.
 * @see design 2.4
 */
export async function countedAddress(
  { idKeys }: Pick<Gateway, 'idKeys'>,
  { tenant, widget }: Caller,
  { claims }: Pick<Visitor, 'claims'>,
  sourceIp: string,
): Promise<string | null> {
  if (widget.signing_secret !== undefined || claims !== null) return null;
  return deriveId((await idKeys())[0], 'address', tenant.id, addressGroup(sourceIp));
}

/** Which conversation a request is about. */
interface About {
  /** The one that it names. */
  readonly conversationId: string | null;
  /** The one that it begins or goes on with, as a key gives it; null for one that is new in any case. */
  readonly beginsAt: (key: IdKey, ofVisitor: string) => string | null;
}

/** The key by which a conversation was begun before; else the current one. Reads only while there is more than one. */
async function keyOfBegun(
  { conversations }: Pick<Gateway, 'conversations'>,
  tenantId: string,
  [current, ...others]: IdKeys,
  beginsAt: (key: IdKey) => string | null,
): Promise<IdKey> {
  for (const key of others) {
    const conversationId = beginsAt(key);
    if (conversationId !== null && (await conversations.find(tenantId, conversationId))) return key;
  }
  return current;
}

async function readClaims(
  { secrets }: Pick<Gateway, 'secrets'>,
  { tenant, widget }: Caller,
  request: { readonly headers: Readonly<Record<string, string | undefined>>; readonly receivedAtMs: number },
): Promise<VisitorClaims | null> {
  const token = request.headers[headers.visitorToken];
  const name = widget.identity_secret;
  if (token === undefined) {
    if (!widget.require_identity) return null;
    throw new InvalidVisitorTokenError(`this widget wants a visitor token in ${headers.visitorToken}`);
  }
  if (name === undefined) throw new InvalidVisitorTokenError('this widget has no identity_secret');
  const known = await secrets.read(tenant.id);
  const usable = [known[name], known[`${name}_previous`]].filter((secret) => secret !== undefined);
  return verifyVisitorToken(token, usable, request.receivedAtMs);
}

/** The user as flows, events and services see them: what the caller claims is never mixed with what the site says. */
export function publicUserOf({ tenant }: Caller, visitor: Visitor, claimed: MessageUser): MessageUser {
  const { claims, plainSession, key } = visitor;
  if (claims) {
    const { sub, name, email, language, attributes } = claims;
    return {
      id: sub,
      verified: true,
      ...(name !== undefined && { firstName: name }),
      ...(email !== undefined && { email }),
      ...(language !== undefined && { language }),
      ...(attributes && { attributes }),
    };
  }
  if (claimed.id.toLowerCase() !== plainSession) return claimed;
  return { ...claimed, id: deriveId(key, 'visitor', tenant.id, plainSession) };
}

/** Whether a conversation is this visitor's; the last release kept sessions as they were. */
function owns(visitor: Visitor, conversation: NonNullable<Stored>): boolean {
  const { sessionId } = conversation;
  return (
    visitor.owners.includes(sessionId) || (visitor.claims === null && sessionId === visitor.plainSession)
  );
}

/** Whether a visitor may read a conversation: theirs, or the one that their own session began and they may claim. */
export function mayRead(visitor: Visitor, conversation: NonNullable<Stored>): boolean {
  return owns(visitor, conversation) || beganBy(visitor, conversation);
}

const beganBy = ({ sessions, plainSession }: Visitor, { sessionId }: NonNullable<Stored>) =>
  sessions.includes(sessionId) || sessionId === plainSession;

/**
 * Whose turn it may be. A person claims the conversation that the same session began before the site vouched for them,
 * once, unless they have an open one already; it is theirs from this turn on.
 * @throws ConversationNotFoundError for another tenant's, another visitor's or an unknown conversation
 */
export async function checkOwner(
  { conversations }: Pick<Gateway, 'conversations'>,
  { tenant, widget }: Caller,
  visitor: Visitor,
  conversation: Stored,
): Promise<void> {
  if (conversation?.channel !== 'webchat' || conversation.widgetId !== widget.id)
    throw new ConversationNotFoundError();
  if (owns(visitor, conversation)) return;
  if (visitor.claims === null || !beganBy(visitor, conversation)) throw new ConversationNotFoundError();
  const other = await conversations.find(tenant.id, visitor.conversationId);
  if (other && other.state?.status !== 'completed') throw new ConversationNotFoundError();
}
