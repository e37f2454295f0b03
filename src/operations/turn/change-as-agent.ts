import type { MessageUser } from '../../contract/canonical-message.ts';
import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import { type AgentChange, remembersAgentTurn, withAgentTurn } from '../../domain/agent-turn.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { isErased } from '../../domain/conversation-after.ts';
import { isIdle } from '../../domain/due-time.ts';
import { GatewayError, TemporarilyUnavailableError, VersionConflictError } from '../../domain/errors.ts';
import type { HandoffOwner } from '../../domain/handoff.ts';
import { leastIdAt, messageIdBefore, newMessageId, placeMessageId } from '../../domain/message-ids.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { Gateway } from '../gateway.ts';
import { findLogged } from './committed-turn.ts';
import { endIdle } from './end-run.ts';
import { markSettled, settleTurns, unawaited } from './settle-turn.ts';

export type Stored = Conversation<FlowState>;

/** The ports of agents' changes. */
export type AgentPorts = Pick<
  Gateway,
  | 'conversations'
  | 'turnLog'
  | 'deadLetters'
  | 'bus'
  | 'centers'
  | 'backgroundJobs'
  | 'directory'
  | 'queue'
  | 'continuations'
  | 'settled'
  | 'deadlines'
  | 'metrics'
  | 'log'
  | 'nowMs'
  | 'random'
  | 'pause'
>;

/** The author of a change: an agent, or a system on behalf of one. */
export interface AgentCaller {
  readonly owner: HandoffOwner;
  /** May also change what others have. */
  readonly isAdmin: boolean;
}

/** Identifies a turn of a conversation. */
interface AgentTurnName extends ConversationName {
  /** The same for each repeat. */
  readonly turnId: string;
  /**
   * Since when, epoch milliseconds, it was tried before and may have been committed: the conversation remembers its last
   * few turns only, the log all of them.
   */
  readonly triedSinceMs?: number | undefined;
  /** From a queue: no request waits for its effects. */
  readonly isQueued?: boolean | undefined;
  /** The conversation as it was read a moment ago, for the first attempt. */
  readonly preloaded?: Promise<Stored | null> | undefined;
  /** Takes the mark that all is settled, which nothing has to wait for; without it, it is waited for. */
  readonly later?: ((work: Promise<unknown>) => void) | undefined;
}

/** An agent's request; the same for each repeat. */
export interface AgentRequest extends AgentTurnName {
  readonly caller: AgentCaller;
  /** `If-Match`: the handoff as they have read it. */
  readonly ifMatch: string | undefined;
  /** A contact center has no epoch: it is fenced by its handoff and account. */
  readonly center?: {
    readonly handoffId: string;
    readonly accountId: string;
    /** The contact center's message ID. */
    readonly refId?: string;
  };
  readonly correlationId: string;
  /** The API's URL that the caller used, for links in emails to agents. */
  readonly baseUrl?: string | undefined;
}

/** The result, also of a repeated request. */
export interface Done {
  readonly stored: Stored;
  /** Null when there was nothing to write. */
  readonly turn: CommittedTurn | null;
  /** It was done before by the same request. */
  readonly repeated: boolean;
}

const pauseMs = 25;
const attempts = 60;

/**
 * Changes a conversation for an agent: loads it, checks for a repeated request, plans the change (which checks the
 * epoch), and writes on condition of the version; on a conflict it starts again, for three seconds.
 * @param plan returns null if there is nothing to write
 * @param begin the conversation before its first write, if it may be started
 * @throws `conversation_not_found`, TemporarilyUnavailableError, and what `plan` throws
 * @see handoff.md 1.1
 */
export async function changeAsAgent(
  gateway: AgentPorts,
  request: AgentTurnName,
  plan: (stored: Stored) => AgentChange<FlowState> | null | Promise<AgentChange<FlowState> | null>,
  begin?: () => Promise<Stored>,
): Promise<Done> {
  const { tenantId, conversationId, turnId, isQueued } = request;
  const untilMs = gateway.nowMs() + limits.agentActionMs;
  for (let attempt = 1; ; attempt += 1) {
    const preloaded = attempt === 1 ? request.preloaded : undefined;
    const found = await (preloaded ?? gateway.conversations.find(tenantId, conversationId));
    const stored = found ?? (await begin?.());
    if (!stored || isErased(stored)) throw new GatewayError('conversation_not_found');
    if (remembersAgentTurn(stored, turnId) || (await wasCommitted(gateway, stored, request))) {
      await carryOutAgain(gateway, stored, request);
      return { stored, turn: null, repeated: true };
    }
    if (isIdle(stored, gateway.nowMs())) {
      await endIdle(gateway, stored);
      continue;
    }
    const change = await plan(stored);
    if (!change) return { stored, turn: null, repeated: false };
    const next = withAgentTurn(stored, change);
    try {
      await gateway.conversations.save(next);
    } catch (error) {
      if (!(error instanceof VersionConflictError)) throw error;
      if (attempt >= attempts || gateway.nowMs() >= untilMs) throw new TemporarilyUnavailableError();
      await gateway.pause(gateway.random() * pauseMs);
      continue;
    }
    await carryOut(gateway, next, change, { isQueued, later: request.later });
    return { stored: next, turn: change.turn, repeated: false };
  }
}

/** Failures are left to the schedule: the change is committed. */
async function carryOut(
  gateway: AgentPorts,
  next: Stored,
  { turn, resumed }: Pick<AgentChange<FlowState>, 'turn' | 'resumed'>,
  { isQueued = false, later }: Pick<AgentTurnName, 'isQueued' | 'later'>,
): Promise<void> {
  // Turns of others are settled by them.
  const own = next.outbox.filter(({ turnId }) => turnId === turn.turnId);
  const settling = await settleTurns(gateway, { ...next, outbox: own }, turn.turnId, {
    ...unawaited,
    isNew: true,
    isAwaited: !isQueued,
    // An agent waits for it; a connector that is faster than the log looks again (`awaitLog`).
    ...(!isQueued && { order: 'at-once' as const }),
  });
  if (settling === 'whole' && next.outbox.length === 1) {
    const marked = markSettled(gateway, next);
    if (later) later(marked);
    else await marked;
  }
  if (!resumed) return;
  const queue = next.channel === 'webchat' ? gateway.continuations : gateway.queue;
  await queue.send(resumed.record, resumed.record.turnId).catch((error: unknown) => {
    const { tenantId, conversationId } = next;
    gateway.log.error('a flow that is to go on is left to the schedule', error, { tenantId, conversationId });
  });
}

/** A crash may have prevented its events: a repeated request must not wait for the schedule. */
async function carryOutAgain(
  gateway: AgentPorts,
  stored: Stored,
  { turnId, isQueued, later }: AgentTurnName,
): Promise<void> {
  const turn = stored.outbox.find((pending) => pending.turnId === turnId);
  const { openTurn } = stored;
  const resumed = openTurn?.record.kind === 'wake' ? openTurn : undefined;
  if (turn) await carryOut(gateway, stored, { turn, resumed }, { isQueued, later });
}

/** The IDs of messages promised long ago leave room for later messages before them in the log. */
const promisedMs = limits.queuedDeadlineMs;
/** More than the clocks of two functions differ by. */
const slackMs = 60_000;

/** Whether an earlier attempt committed it, and the conversation has forgotten it since. */
async function wasCommitted(
  gateway: Pick<Gateway, 'turnLog'>,
  stored: Stored,
  { turnId, triedSinceMs }: AgentTurnName,
): Promise<boolean> {
  if (triedSinceMs === undefined) return false;
  if (stored.outbox.some((turn) => turn.turnId === turnId)) return true;
  const sinceMs = triedSinceMs - slackMs;
  if (await gateway.turnLog.hasSide(stored, turnId, leastIdAt(sinceMs))) return true;
  const logged = await findLogged(gateway, stored, turnId, leastIdAt(sinceMs - promisedMs), 'now');
  return logged !== null && logged.committedAtMs >= sinceMs;
}

/** The messages and events of an agent's turn. */
export type AgentTurnParts = Pick<CommittedTurn, 'turnId' | 'correlationId' | 'notices' | 'status'> &
  Partial<Pick<CommittedTurn, 'center' | 'handoffId' | 'side'>> & {
    readonly says?: readonly Omit<LogMessage, 'id' | 'seq' | 'timestamp'>[];
  };

const dayS = 24 * 60 * 60;

/** A turn that no message began. */
export function agentTurn(
  gateway: Pick<Gateway, 'nowMs' | 'random'>,
  stored: Stored,
  state: FlowState,
  { says = [], ...rest }: AgentTurnParts,
): CommittedTurn {
  const nowMs = gateway.nowMs();
  const user = userOf(stored);
  const isHeardOf = rest.notices.some(({ kind }) => kind === 'handoff');
  return {
    ...rest,
    tenantId: stored.tenantId,
    conversationId: stored.conversationId,
    channel: stored.channel,
    ...(stored.accountId !== undefined && { accountId: stored.accountId }),
    to: stored.userId,
    ...(user.phone !== undefined && { phone: user.phone }),
    committedAtMs: nowMs,
    expiresAtS: Math.floor(nowMs / 1000) + stored.retentionDays * dayS,
    previousMessageId: stored.lastMessageId,
    inbound: null,
    replies: placed(gateway, stored, says),
    flow: state.flow,
    handoff: rest.status === 'handoff' ? state.handoff : null,
    ...(isHeardOf && { user, ...(stored.widgetId !== null && { widgetId: stored.widgetId }) }),
  };
}

/** The visitor, as a turn of theirs would say. */
export function userOf({ userId, user: { attributes: _, ...user } = {} }: Stored): MessageUser {
  return { id: userId, ...user };
}

/** Messages with IDs and positions: after the existing ones, before the promised ones. */
function placed(
  { nowMs, random }: Pick<Gateway, 'nowMs' | 'random'>,
  stored: Stored,
  says: NonNullable<AgentTurnParts['says']>,
): LogMessage[] {
  const messages: LogMessage[] = [];
  for (const [n, message] of says.entries()) {
    const after = messages.at(-1)?.id ?? stored.lastMessageId;
    messages.push({
      ...message,
      id: nextMessageId({ nowMs, random }, stored, after),
      seq: stored.lastSeq + 1 + n,
      timestamp: new Date(nowMs()).toISOString(),
    });
  }
  return messages;
}

/** An id behind one, and before all that acknowledged messages have been promised. */
export function nextMessageId(
  { nowMs, random }: Pick<Gateway, 'nowMs' | 'random'>,
  { waiting, openTurn }: Pick<Stored, 'waiting' | 'openTurn'>,
  after: string | null,
): string {
  const promised = [...waiting.map(({ messageId }) => messageId), ...(openTurn ? [openTurn.messageId] : [])];
  const before = promised.filter((id) => id > (after ?? '')).sort()[0] ?? null;
  return before === null
    ? placeMessageId(newMessageId(nowMs, random), { after, before })
    : messageIdBefore(before, after);
}
