import { limits } from '../../contract/limits.ts';
import type { TurnRecord } from '../../contract/queue-records.ts';
import {
  type AgentChange,
  type AgentTurnParts,
  agentTurn,
  nextMessageId,
  sideEntryOf,
  userOf,
} from '../../domain/agent-turn.ts';
import type { CommittedTurn, OpenTurn } from '../../domain/conversation.ts';
import {
  ended,
  endedNotice,
  type HandoffOutcome,
  type HandoffOwner,
  handoffOf,
  type LiveHandoff,
  type Notice,
} from '../../domain/handoff.ts';
import { isHeardDuringHandoff } from '../../engine/begin-turn.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import { withHistory } from '../../engine/transition.ts';
import type { Gateway } from '../gateway.ts';
import { type AgentPorts, changeAsAgent, type Stored } from './change-as-agent.ts';
import { keptState, placeBehind, turnToCommit, visitorOf } from './committed-turn.ts';

/**
 * Ends a handoff when the visitor's message is a keyword that returns to the bot. It is a commit of its own, so
 * that the flow's next steps can't undo it.
 * @returns whether it has ended: the message's turn then runs on the stored state
 * @see handoff.md 1.2 row 7
 */
export async function returnToBotByKeyword(
  gateway: AgentPorts,
  stored: Stored,
  record: TurnRecord,
): Promise<boolean> {
  const live = handoffOf(stored);
  const { tenantId, conversationId, correlationId, receivedAt } = record.message;
  if (!live || !stored.state || record.kind === 'wake') return false;
  // Its turn had started when the conversation was taken over: it was not addressed to the agent.
  if (stored.openTurn?.record.turnId === record.turnId) return false;
  const flows = {
    find: (id: string, version?: number) =>
      gateway.directory.findFlow(tenantId, id, { version, conversationId }),
  };
  if (!(await isHeardDuringHandoff(record.message, stored.state, flows))) return false;
  const turnId = `left.${live.id}.${stored.epoch}`;
  const done = await changeAsAgent(gateway, { tenantId, conversationId, turnId }, (fresh) => {
    const { state, epoch } = fresh;
    if (!state || epoch !== stored.epoch) return null;
    const writtenAtMs = Date.parse(receivedAt);
    const end = { live: handoffOf(fresh) ?? live, outcome: 'visitor' as const, by: null };
    return endHandoff(gateway, fresh, { ...end, turnId, correlationId, goesOn: state, writtenAtMs });
  });
  return done.turn !== null || done.repeated;
}

/** How a handoff ends. */
interface End {
  readonly live: LiveHandoff;
  readonly outcome: Exclude<HandoffOutcome, 'erased'>;
  /** Null: the visitor, or the schedule. */
  readonly by: HandoffOwner | null;
  readonly turnId: string;
  readonly correlationId: string;
  /** The run that continues, at its step; null if it ends. */
  readonly goesOn: FlowState | null;
  /** The visitor's own message continues it, and ended the handoff when it was received. */
  readonly writtenAtMs?: number;
  readonly says?: AgentTurnParts['says'];
  readonly disposition?: string | undefined;
}

const agentsEnded = 'The part of a human colleague has ended.';

/**
 * Ends a handoff: the run continues at a step, as a turn of the flow that is queued in the same write, or it ends.
 * @see handoff.md 1.2 rows 10-13
 */
export function endHandoff(gateway: AgentPorts, stored: Stored, end: End): AgentChange<FlowState> {
  const { live, outcome, by, turnId, correlationId, goesOn, disposition } = end;
  const nowMs = gateway.nowMs();
  const epoch = stored.epoch + 1;
  const stepId = goesOn?.flow.stepId ?? null;
  const state = goesOn ? resting(goesOn) : endedRun(stored.state as FlowState);
  const endNotice = endedNotice(
    live,
    { epoch, outcome, by, stepId, ...(disposition !== undefined && { disposition }) },
    nowMs,
  );
  const flowOutcome = outcome === 'expired' ? ('expired' as const) : ('completed' as const);
  const turn = agentTurn(gateway, stored, state, {
    turnId,
    correlationId,
    handoffId: live.id,
    status: state.status,
    notices: goesOn
      ? [endNotice]
      : [endNotice, { kind: 'flow-completed', flow: state.flow, outcome: flowOutcome }],
    ...(end.says && { says: end.says }),
    side: [sideEntryOf(gateway, by, { event: outcome })],
  });
  const held = { epoch, handoff: null, lastHandoff: ended(live, outcome, end.writtenAtMs ?? nowMs, by) };
  const goesOnByItself = goesOn && end.writtenAtMs === undefined;
  const resumed = goesOnByItself && resumedTurn(gateway, stored, { turn, epoch, state, live });
  return { turn, state, held, ...(resumed && { resumed }) };
}

function endedRun(state: FlowState): FlowState {
  return keptState({ ...state, status: 'completed', handoff: null, attempts: 0 });
}

/** The state at the step to continue at. */
function resting({ wake: _, woken: __, offered: ___, progress: ____, ...state }: FlowState): FlowState {
  const history = withHistory(state.history, { role: 'assistant', text: agentsEnded });
  return { ...state, status: 'active', handoff: null, attempts: 0, history };
}

/** The turn of a flow that continues after a handoff, without a message. If its queue loses it, the schedule repeats it. */
function resumedTurn(
  gateway: AgentPorts,
  stored: Stored,
  to: {
    readonly turn: CommittedTurn;
    readonly epoch: number;
    readonly state: FlowState;
    readonly live: LiveHandoff;
  },
): OpenTurn<FlowState> {
  const { turn, epoch, state, live } = to;
  const after = turn.replies.at(-1)?.id ?? stored.lastMessageId;
  const messageId = nextMessageId(gateway, stored, after);
  const progress = { messageId, stepId: state.flow.stepId, effects: [], stepsRun: 0 };
  const nowMs = gateway.nowMs();
  const record: TurnRecord = {
    kind: 'wake',
    turnId: `return.${live.id}.${epoch}`,
    message: {
      tenantId: stored.tenantId,
      ...(stored.widgetId !== null && { widgetId: stored.widgetId }),
      channel: stored.channel,
      conversationId: stored.conversationId,
      messageId,
      attachments: [],
      user: userOf(stored),
      metadata: stored.wakeRecord?.message.metadata ?? {},
      receivedAt: new Date(nowMs).toISOString(),
      correlationId: turn.correlationId,
    },
    flowId: (state.frames?.[0]?.flow ?? state.flow).id,
    sessionId: stored.sessionId,
    ...(stored.accountId !== undefined && { accountId: stored.accountId }),
    idleMinutes: stored.idleMinutes,
    retentionDays: stored.retentionDays,
  };
  return { record, messageId, state: { ...state, progress }, leaseUntilMs: nowMs, queued: true };
}

/**
 * The turn of a message that was written to an agent who had left when it arrived. It never answers a later
 * question of the flow and gets no greeting; it reopens what was closed a moment ago. Null for any other message.
 * @see handoff.md 1.2 row 14, 1.3
 */
export function crossedEnd(
  gateway: Pick<Gateway, 'nowMs'>,
  stored: Stored,
  record: TurnRecord,
  begunAs: string,
): { readonly turn: CommittedTurn; readonly state: FlowState } | null {
  const { state, lastHandoff } = stored;
  const { kind, message, redrivenAtMs } = record;
  const isCrossing =
    kind === 'turn' && redrivenAtMs === undefined && state && lastHandoff && state.status !== 'handoff';
  if (!isCrossing || Date.parse(message.receivedAt) >= lastHandoff.endedAtMs) return null;
  const { messageId } = placeBehind(stored, begunAs, []);
  const passedOn: Notice = { kind: 'passed-on', handoffId: lastHandoff.id };
  const made = (next: FlowState, notices: readonly Notice[]) => {
    const result = { outcome: 'ended', state: next, effects: [] } as const;
    const turn = {
      ...turnToCommit(gateway, stored, record, messageId, result),
      notices,
      ...visitorOf(message),
    };
    return { turn, state: next };
  };
  if (state.status === 'active') return made(state, [{ ...passedOn, late: true }]);
  const reopening = reopen(gateway, stored);
  return reopening && made(reopening.state, [reopening.notice, passedOn]);
}

/** A recently closed handoff, for a repeated request. */
function reopen({ nowMs }: Pick<Gateway, 'nowMs'>, stored: Stored) {
  const { state, lastHandoff, epoch } = stored;
  const before = lastHandoff?.before;
  if (!state || !before || lastHandoff.endedAtMs + limits.reopenMs <= nowMs()) return null;
  const { id, stepId, next, onTimeout, afterClose, share, queue, reason, requestedAtMs } = before;
  const handoff = { reason, queue, requestedAt: new Date(requestedAtMs).toISOString() };
  const ways = {
    ...(next !== undefined && { next }),
    ...(onTimeout !== undefined && { onTimeout }),
    ...(afterClose !== undefined && { afterClose }),
  };
  const deadlineAtMs = nowMs() + limits.handoffDeadlineMs;
  const asked = {
    id,
    epoch: epoch + 1,
    queue,
    stepId,
    ...ways,
    share,
    deadlineAtMs,
    reopened: true as const,
  };
  const { id: after, seq } = stored.runAfter ?? { id: null, seq: 0 };
  const transcript = { after, count: stored.lastSeq + 1 - seq };
  const notice: Notice = { kind: 'handoff', handoff, asked, transcript };
  return { state: { ...state, status: 'handoff' as const, handoff }, notice };
}
