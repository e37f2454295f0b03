import { limits } from '../../contract/limits.ts';
import { type AgentChange, remembersAgentTurn, withAgentTurn } from '../../domain/agent-turn.ts';
import type { CommittedTurn, Conversation } from '../../domain/conversation.ts';
import { isErased } from '../../domain/conversation-after.ts';
import { isIdle } from '../../domain/due-time.ts';
import { GatewayError, TemporarilyUnavailableError, VersionConflictError } from '../../domain/errors.ts';
import type { AgentCaller, SeenHandoff } from '../../domain/handoff-preconditions.ts';
import { leastIdAt } from '../../domain/message-ids.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { Gateway } from '../gateway.ts';
import { endIdle } from './end-run.ts';
import { findLogged } from './find-turn.ts';
import { markSettled, type SettlePorts, settleTurns, unawaited } from './settle-turn.ts';

export type Stored = Conversation<FlowState>;

/** The ports of agents' changes. */
export type AgentPorts = SettlePorts & Pick<Gateway, 'queue' | 'continuations' | 'random' | 'pause'>;

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
  /** Nothing waits for the mark that all is settled: the caller awaits `marking` of the result before its function ends. */
  readonly marksBeside?: boolean | undefined;
}

/** An agent's request; the same for each repeat. */
export interface AgentRequest extends AgentTurnName, SeenHandoff {
  readonly caller: AgentCaller;
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
  /** The mark that all is settled, if the request leaves it to its caller. */
  readonly marking?: Promise<void> | undefined;
}

const pauseMs = 25;
const attempts = 60;

/** A conversation that an agent is about to change. */
interface Loaded extends Done {
  readonly turn: null;
  readonly attempt: number;
  /** Until when it is tried again after a conflict, epoch milliseconds. */
  readonly untilMs: number;
}

/**
 * Loads a conversation for an agent's change. A repeated request is found, and its effects are carried out if they were not
 * yet; a run that is over for being idle is ended first.
 * @param before the attempt whose write met another one
 * @param begin the conversation before its first write, if it may be started
 * @throws `conversation_not_found`
 */
export async function loadForAgent(
  gateway: AgentPorts,
  request: AgentTurnName,
  before?: Loaded,
  begin?: () => Promise<Stored>,
): Promise<Loaded> {
  const { tenantId, conversationId, turnId, triedSinceMs } = request;
  const attempt = (before?.attempt ?? 0) + 1;
  const untilMs = before?.untilMs ?? gateway.nowMs() + limits.agentActionMs;
  let preloaded = before ? undefined : request.preloaded;
  for (;;) {
    const found = await (preloaded ?? gateway.conversations.find(tenantId, conversationId));
    preloaded = undefined;
    const stored = found ?? (await begin?.());
    if (!stored || isErased(stored)) throw new GatewayError('conversation_not_found');
    const loaded = { stored, turn: null, attempt, untilMs };
    if (
      remembersAgentTurn(stored, turnId) ||
      (triedSinceMs !== undefined && (await wasCommitted(gateway, stored, turnId, triedSinceMs)))
    )
      return { ...loaded, repeated: true, ...(await settleAgain(gateway, stored, request)) };
    if (!isIdle(stored, gateway.nowMs())) return { ...loaded, repeated: false };
    await endIdle(gateway, stored);
  }
}

/**
 * Commits an agent's change by one write on condition of the version, and settles it.
 * @returns null when another write came first: load the conversation again and repeat the change
 * @throws TemporarilyUnavailableError after three seconds of conflicts
 */
export async function commitForAgent(
  gateway: AgentPorts,
  request: AgentTurnName,
  { stored, attempt, untilMs }: Loaded,
  change: AgentChange<FlowState>,
): Promise<Done | null> {
  const next = withAgentTurn(stored, change);
  try {
    await gateway.conversations.save(next);
  } catch (error) {
    if (!(error instanceof VersionConflictError)) throw error;
    if (attempt >= attempts || gateway.nowMs() >= untilMs) throw new TemporarilyUnavailableError();
    await gateway.pause(gateway.random() * pauseMs);
    return null;
  }
  const marking = await settleForAgent(gateway, next, change, request);
  return { stored: next, turn: change.turn, repeated: false, ...marking };
}

/**
 * Changes a conversation for an agent: load, plan (which checks the epoch), commit; after a conflict on a fresh read.
 * @param plan returns null if there is nothing to write
 * @param begin the conversation before its first write, if it may be started
 * @throws what `loadForAgent`, `plan` and `commitForAgent` throw
 * @see handoff.md 1.1
 */
export async function changeAsAgent(
  gateway: AgentPorts,
  request: AgentTurnName,
  plan: (stored: Stored) => AgentChange<FlowState> | null | Promise<AgentChange<FlowState> | null>,
  begin?: () => Promise<Stored>,
): Promise<Done> {
  let loaded = await loadForAgent(gateway, request, undefined, begin);
  for (;;) {
    const change = loaded.repeated ? null : await plan(loaded.stored);
    if (!change) return loaded;
    const done = await commitForAgent(gateway, request, loaded, change);
    if (done) return done;
    loaded = await loadForAgent(gateway, request, loaded, begin);
  }
}

/** Failures are left to the schedule: the change is committed. @returns the mark, if the request leaves it to its caller */
async function settleForAgent(
  gateway: AgentPorts,
  next: Stored,
  { turn, resumed }: Pick<AgentChange<FlowState>, 'turn' | 'resumed'>,
  { isQueued = false, marksBeside = false }: Pick<AgentTurnName, 'isQueued' | 'marksBeside'>,
): Promise<Pick<Done, 'marking'>> {
  // Turns of others are settled by them.
  const own = next.outbox.filter(({ turnId }) => turnId === turn.turnId);
  const settling = await settleTurns(gateway, { ...next, outbox: own }, turn.turnId, {
    ...unawaited,
    isNew: true,
    isAwaited: !isQueued,
    // An agent waits for it; a connector that is faster than the log looks again (`awaitLog`).
    ...(!isQueued && { order: 'at-once' as const }),
  });
  const isWhole = settling === 'whole' && next.outbox.length === 1;
  const marking = isWhole ? markSettled(gateway, next) : undefined;
  if (!marksBeside) await marking;
  if (resumed) {
    const queue = next.channel === 'webchat' ? gateway.continuations : gateway.queue;
    await queue.send(resumed.record, resumed.record.turnId).catch((error: unknown) => {
      const { tenantId, conversationId } = next;
      gateway.log.error('a flow that is to go on is left to the schedule', error, {
        tenantId,
        conversationId,
      });
    });
  }
  return marking && marksBeside ? { marking } : {};
}

/** A crash may have prevented its events: a repeated request must not wait for the schedule. */
async function settleAgain(
  gateway: AgentPorts,
  stored: Stored,
  request: AgentTurnName,
): Promise<Pick<Done, 'marking'>> {
  const turn = stored.outbox.find(({ turnId }) => turnId === request.turnId);
  const { openTurn } = stored;
  const resumed = openTurn?.record.kind === 'wake' ? openTurn : undefined;
  return turn ? settleForAgent(gateway, stored, { turn, resumed }, request) : {};
}

/** The IDs of messages promised long ago leave room for later messages before them in the log. */
const promisedMs = limits.queuedDeadlineMs;
/** More than the clocks of two functions differ by. */
const slackMs = 60_000;

/** Whether an earlier attempt committed it, and the conversation has forgotten it since. */
async function wasCommitted(
  gateway: Pick<Gateway, 'turnLog'>,
  stored: Stored,
  turnId: string,
  triedSinceMs: number,
): Promise<boolean> {
  if (stored.outbox.some((turn) => turn.turnId === turnId)) return true;
  const sinceMs = triedSinceMs - slackMs;
  if (await gateway.turnLog.hasSide(stored, turnId, leastIdAt(sinceMs))) return true;
  const logged = await findLogged(gateway, stored, turnId, leastIdAt(sinceMs - promisedMs), 'now');
  return logged !== null && logged.committedAtMs >= sinceMs;
}
