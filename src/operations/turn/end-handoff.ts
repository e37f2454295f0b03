import type { TurnRecord } from '../../contract/turn-record.ts';
import type { CommittedTurn, OpenTurn } from '../../domain/conversation.ts';
import type { DeskChange } from '../../domain/desk-change.ts';
import type { HandoffOutcome, HandoffOwner, LiveHandoff } from '../../domain/handoff.ts';
import { ended, endedNotice } from '../../domain/handoff-changes.ts';
import { withSaid } from '../../engine/history.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import {
  type DeskPorts,
  type DeskSaying,
  deskTurn,
  nextMessageId,
  type Stored,
  userOf,
} from './change-desk.ts';
import { keptState } from './kept-state.ts';
import { sideEntryOf } from './side-entry-of.ts';

/** How the humans' part ends. */
export interface End {
  readonly live: LiveHandoff;
  readonly outcome: Exclude<HandoffOutcome, 'erased'>;
  /** Null: the visitor, or the schedule. */
  readonly by: HandoffOwner | null;
  readonly turnId: string;
  readonly correlationId: string;
  /** The run that goes on, at its step; null where it ends. */
  readonly goesOn: FlowState | null;
  /** The visitor's own message has it go on, and ended the humans' part when it was received. */
  readonly saidAtMs?: number;
  readonly says?: DeskSaying['says'];
  readonly disposition?: string | undefined;
}

const humansEnded = 'The part of a human colleague has ended.';

/**
 * Ends the humans' part: the run goes on at a step, as a turn of the flow's own that is queued in the same write, or it
 * ends.
 * @see handoff.md 1.2 rows 10-13
 */
export function endHandoff(gateway: DeskPorts, stored: Stored, end: End): DeskChange<FlowState> {
  const { live, outcome, by, turnId, correlationId, goesOn, disposition } = end;
  const nowMs = gateway.nowMs();
  const epoch = stored.epoch + 1;
  const stepId = goesOn?.flow.stepId ?? null;
  const state = goesOn ? resting(goesOn) : endedRun(stored.state as FlowState);
  const told = endedNotice(
    live,
    { epoch, outcome, by, stepId, ...(disposition !== undefined && { disposition }) },
    nowMs,
  );
  const flowOutcome = outcome === 'expired' ? ('expired' as const) : ('completed' as const);
  const turn = deskTurn(gateway, stored, state, {
    turnId,
    correlationId,
    handoffId: live.id,
    status: state.status,
    notices: goesOn ? [told] : [told, { kind: 'flow-completed', flow: state.flow, outcome: flowOutcome }],
    ...(end.says && { says: end.says }),
    side: [sideEntryOf(gateway, by, { event: outcome })],
  });
  const held = { epoch, handoff: null, lastHandoff: ended(live, outcome, end.saidAtMs ?? nowMs, by) };
  const goesOnByItself = goesOn && end.saidAtMs === undefined;
  const resumed = goesOnByItself && resumedTurn(gateway, stored, { turn, epoch, state, live });
  return { turn, state, held, ...(resumed && { resumed }) };
}

function endedRun(state: FlowState): FlowState {
  return keptState({ ...state, status: 'completed', handoff: null, attempts: 0 });
}

/** The state at the step at which the flow is to go on. */
function resting({ wake: _, woken: __, offered: ___, progress: ____, ...state }: FlowState): FlowState {
  const history = withSaid(state.history, { role: 'assistant', text: humansEnded });
  return { ...state, status: 'active', handoff: null, attempts: 0, history };
}

/** The turn of a flow that goes on behind humans: nobody has said anything. Its queue may lose it: the schedule has it. */
function resumedTurn(
  gateway: DeskPorts,
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
