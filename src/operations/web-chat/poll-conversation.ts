import { headers } from '../../contract/headers.ts';
import { limits } from '../../contract/limits.ts';
import type { LogMessage, PollResponse, VisitorHandoff } from '../../contract/poll.ts';
import { messageId } from '../../contract/vocabulary.ts';
import { type CommittedTurn, type Conversation, followsOn } from '../../domain/conversation.ts';
import { wakeOf } from '../../domain/due-time.ts';
import { invalidParameter } from '../../domain/errors.ts';
import { handoffOf, isElsewhere } from '../../domain/handoff.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { randomId } from '../derive-id.ts';
import { withFiles } from '../files/read-address.ts';
import type { Gateway } from '../gateway.ts';
import { isAttended } from '../handoff/list-teammates.ts';
import { countedAddress, findOwnConversation, type OwnRequest } from './identify-visitor.ts';

type Ports = PollPorts &
  Pick<Gateway, 'addresses' | 'directory' | 'files' | 'idKeys' | 'presence' | 'records' | 'secrets'>;

export interface PollRequest extends OwnRequest {
  readonly after: string | undefined;
  /** The same in a header, so that the address, and with it a browser's preflight, stays. */
  readonly afterHeader: string | undefined;
  readonly sourceIp: string;
  /** The handoff state that the client shows; empty for none. Without it, the poll waits for messages only. */
  readonly handoffTag: string | undefined;
  /** The visitor looks at the end of what the client has. */
  readonly isSeen?: boolean;
  /** False answers at once. */
  readonly wait: boolean;
}

/**
 * The messages after the one that the client has, at most 50; waits up to 25 s for the first.
 * @throws `missing_tenant`, TenantNotFoundError, `conversation_not_found`, `origin_not_allowed`, `invalid_parameter`
 * @see spec "GET /v1/webchat/conversations/{conversationId}/messages", design 2.5
 */
export async function pollConversation(gateway: Ports, request: PollRequest): Promise<PollAnswer> {
  const { tenant, widget, conversation, visitor } = await findOwnConversation(gateway, request);
  const after = afterOf(request);
  if ((request.handoffTag?.length ?? 0) > limits.identifierChars)
    throw invalidParameter('handoffTag is too long');
  const untilMs = request.receivedAtMs + (request.wait ? limits.pollHoldMs : 0);
  const answer = await awaitMessages(gateway, conversation, {
    after,
    handoffTag: request.handoffTag,
    isSeen: request.isSeen ?? false,
    untilMs,
    address: countedAddress(visitor, tenant, request.sourceIp),
    // Only a widget that asks for an address has a use for it.
    ...(widget.appearance?.email_replies && {
      isAttended: (queue: string) => isAttended(gateway, tenant, queue),
    }),
  });
  const messages = await withFiles(gateway, tenant.id, answer.response.messages);
  return { ...answer, response: { ...answer.response, messages: [...messages] } };
}

type Stored = Conversation<FlowState>;
/** What a long-poll uses. */
type PollPorts = Pick<
  Gateway,
  'conversations' | 'inboxIndex' | 'pollAllowance' | 'turnLog' | 'typing' | 'nowMs' | 'random'
>;

/** The response to a long-poll. */
interface PollAnswer {
  readonly response: PollResponse;
  /** Set when the tenant, or the visitor's address, has no long-polls left: this one did not wait. */
  readonly retryAfterS?: number;
}

/** What a poll waits for. */
interface PollWish {
  readonly after: string | null;
  /** The handoff state that the client shows: a change ends the poll, too. Undefined waits for messages only. */
  readonly handoffTag?: string | undefined;
  readonly isSeen?: boolean;
  readonly untilMs: number;
  /** As `countedAddress` gives it: an address may hold only a share of the tenant's polls. */
  readonly address?: string | null;
  /** Whether an agent of a queue is there; without it, one is assumed to be. */
  readonly isAttended?: (queue: string) => Promise<boolean>;
}

const fastLooks = 8;
const pollIdChars = 8;

/**
 * Returns the messages after a cursor and waits for the first until the given time. Waiting costs one small read
 * at a time: the conversation's item shows whether there is anything new, and whether two later polls have
 * replaced this one. Only a poll that waits counts against its tenant's limit, so that one visitor with many polls
 * can't block others.
 * @see design 2.5
 */
export async function awaitMessages(
  gateway: PollPorts,
  conversation: Stored,
  { after, handoffTag, isSeen = false, untilMs, address = null, isAttended }: PollWish,
): Promise<PollAnswer> {
  const pollId = randomId().slice(0, pollIdChars);
  const { tenantId, conversationId } = conversation;
  const handoffNow = () => handoffForVisitor(gateway, stored, isAttended);
  let stored = conversation;
  for (let looks = 1; ; looks += 1) {
    const found = await newMessages(gateway, stored, after);
    const next = isAhead(found, stored) ? 'now' : nextOf(stored, found?.after ?? after);
    const answer = async () => ({
      ...{ conversationId, status: statusOf(stored), messages: [], after, ...found, next },
      handoff: await handoffNow(),
      ...(stored.mail?.confirmedAtMs && { emailConfirmed: true as const }),
    });
    // Whether the handoff state differs from the client's.
    const isOther = async () => handoffTag !== undefined && ((await handoffNow())?.tag ?? '') !== handoffTag;
    if (found || (await isOther())) return { response: await answer() };
    const pauseMs = pauseAfter(looks, gateway.random);
    const pushedOut = looks > 1 && !stored.pollers.includes(pollId);
    if (pushedOut || gateway.nowMs() + pauseMs > untilMs) return { response: await answer() };
    if (looks === 1) {
      const share = await gateway.pollAllowance.take(tenantId, limits.tenantPolls, address);
      if (!share.ok) return { response: await answer(), retryAfterS: limits.pollAgainS };
      await gateway.conversations.enterPoll(stored, pollId, isSeen ? seenIn(stored, after) : undefined);
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
    const now = await gateway.conversations.find(tenantId, conversationId);
    if (!now) return { response: await answer() };
    stored = now;
  }
}

/** What the visitor has seen, where a message waits to be announced by email. */
function seenIn({ mail, seenId }: Stored, after: string | null): string | undefined {
  const { messageId = null } = mail?.unread ?? {};
  if (messageId === null || after === null || after < messageId || messageId <= (seenId ?? ''))
    return undefined;
  return after;
}

/**
 * The handoff state for a visitor: waiting with their place in line and whether an agent is available, or the agent and
 * whether they are typing; or that the contact center is unavailable. Null without a handoff.
 * @see handoff.md 2.2
 */
async function handoffForVisitor(
  { inboxIndex, typing }: Pick<Gateway, 'inboxIndex' | 'typing'>,
  stored: Conversation<FlowState>,
  isAttended: PollWish['isAttended'],
): Promise<VisitorHandoff | null> {
  const live = handoffOf(stored);
  if (!live) return null;
  const { tenantId, conversationId, epoch } = stored;
  const isAway = live.center?.awaySinceMs !== undefined && !live.center.isOut;
  const away = isAway ? '.delayed' : '';
  if (!live.owner) {
    const waiting = await inboxIndex.queue(tenantId, live.queue);
    const place = waiting.indexOf(conversationId);
    const position = place === -1 ? null : place + 1;
    // Who is at a contact center is not known.
    const isUnattended = isAttended !== undefined && !isElsewhere(live) && !(await isAttended(live.queue));
    const tag = `${epoch}.${position ?? ''}${away}${isUnattended ? '.unattended' : ''}`;
    return {
      ...{ id: live.id, state: isAway ? 'delayed' : 'waiting', position, agent: null, typing: false, tag },
      ...(isUnattended && { unattended: true as const }),
    };
  }
  const { name, picture } = live.owner;
  const isTyping = (await typing.read({ tenantId, conversationId }, { agent: live.lastAgentAtMs })).agent;
  const agent = { name, ...(picture !== undefined && { picture }) };
  const tag = `${epoch}.${isTyping ? 'writes' : ''}${away}`;
  const state = isAway ? 'delayed' : 'with_agent';
  return { id: live.id, state, position: null, agent, typing: isTyping, tag };
}

/** At random, or the polls of a thousand visitors would fire together. */
function pauseAfter(looks: number, random: () => number): number {
  if (looks <= fastLooks) return limits.pollFirstIntervalMs;
  return limits.pollIntervalMs + (2 * random() - 1) * limits.pollJitterMs;
}

async function newMessages(
  gateway: PollPorts,
  { tenantId, conversationId, lastMessageId }: Stored,
  after: string | null,
): Promise<(Pick<PollResponse, 'messages' | 'after'> & Partial<Pick<PollResponse, 'status'>>) | null> {
  if (lastMessageId === null || lastMessageId <= (after ?? '')) return null;
  const turns = await gateway.turnLog.read(tenantId, conversationId, after, limits.pollMessages);
  const { messages, status } = messagesAfter(turns, after, gateway.nowMs());
  const last = messages.at(-1);
  return last ? { messages, after: last.id, ...(status && { status }) } : null;
}

const statusOf = ({ state }: Stored) => state?.status ?? 'active';

/** Whether the log already has messages from after the item was read, so that the item is outdated. */
const isAhead = (found: { after: string | null } | null, { lastMessageId }: Stored): boolean =>
  (found?.after ?? '') > (lastMessageId ?? '');

/** Whether more messages are expected without the visitor, and when. */
function nextOf({ openTurn, waiting, state, lastMessageId }: Stored, after: string | null): string | null {
  const isMore = lastMessageId !== null && lastMessageId > (after ?? '');
  if (isMore || openTurn || waiting.length > 0 || state?.status === 'handoff') return 'now';
  const wake = state && wakeOf(state);
  return wake ? new Date(wake.atMs).toISOString() : null;
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

/** @throws `invalid_parameter` for what is no message's id, and when header and query differ */
function afterOf({ after: asked, afterHeader }: PollRequest): string | null {
  if (asked && afterHeader && asked !== afterHeader)
    throw invalidParameter(`after and ${headers.after} differ`);
  const after = asked || afterHeader || null;
  if (after !== null && !messageId.safeParse(after).success)
    throw invalidParameter('after must be the id of a message');
  return after;
}
