import { defaultQueue } from '../../contract/queues.ts';
import { type AgentChange, agentTurn, sideEntryOf } from '../../domain/agent-turn.ts';
import { GatewayError } from '../../domain/errors.ts';
import {
  type HandoffRequest,
  handoffOf,
  handoffTimeouts,
  type LiveHandoff,
  type Notice,
  requestedHandoff,
  taken,
} from '../../domain/handoff.ts';
import { assertOffer, currentHandoff, isOfSame, isSame } from '../../domain/handoff-preconditions.ts';
import { newMessageId } from '../../domain/message-ids.ts';
import { notOwner } from '../../domain/problems.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { Gateway } from '../gateway.ts';
import {
  type AgentPorts,
  type AgentRequest,
  changeAsAgent,
  type Done,
  type Stored,
} from '../turn/change-as-agent.ts';
import { transcriptOf } from '../turn/committed-turn.ts';
import { handoffSettingsOf, textToVisitor } from './handoff-texts.ts';
import { holdConversation } from './hold-conversation.ts';

/**
 * Assigns a conversation to the caller: a requested handoff, or, with `takeOver`, any conversation.
 * @throws `conversation_not_found`, `no_handoff`, `handoff_moved`, `handoff_offered`, `not_owner`
 * @see handoff.md 1.2 rows 2-4
 */
export async function takeHandoff(
  gateway: TakePorts,
  request: AgentRequest & { readonly takeOver?: boolean },
): Promise<Done> {
  const settings = await handoffSettingsOf(gateway, request.tenantId);
  return changeAsAgent(gateway, request, async (stored) => {
    const { caller, takeOver = false } = request;
    const begun = takeOver && !handoffOf(stored) ? beginTakeOver(gateway, stored) : null;
    const live = begun?.live ?? takable(stored, { ...request, takeOver }, gateway.nowMs());
    if (live.state === 'taken' && isSame(live.owner, caller.owner)) return null;
    const state = begun?.state ?? (stored.state as FlowState);
    const next = { ...stored, epoch: begun?.epoch ?? stored.epoch };
    if (settings.isAutomatic) await holdConversation(gateway, stored, caller.owner, next.epoch + 1);
    return takeChange(gateway, next, { request, live, state, settings, notices: begun?.notices ?? [] });
  });
}

/** What taking a conversation uses. */
export type TakePorts = AgentPorts & Pick<Gateway, 'loads'>;

/** @throws the reason why it can't be assigned */
function takable(
  stored: Stored,
  request: Pick<AgentRequest, 'caller' | 'ifMatch' | 'center'> & { readonly takeOver: boolean },
  nowMs: number,
): LiveHandoff {
  const { caller, ifMatch, takeOver } = request;
  const live = handoffOf(stored);
  // Taking one's own again is idempotent, and taking over needs no ETag.
  const isOwn = live?.state === 'taken' && isSame(live.owner, caller.owner);
  const current =
    live && (isOwn || (takeOver && ifMatch === undefined)) ? live : currentHandoff(stored, request);
  const isIts = isOwn || isOfSame(current.owner, caller.owner);
  if (current.state === 'taken' && !isIts && !(takeOver && caller.isAdmin)) throw notOwner(current.owner);
  if (current.state === 'requested') assertOffer(current, caller, nowMs);
  return current;
}

interface Taking {
  readonly request: Pick<AgentRequest, 'caller' | 'turnId' | 'correlationId'>;
  readonly live: LiveHandoff;
  readonly state: FlowState;
  readonly settings: Awaited<ReturnType<typeof handoffSettingsOf>>;
  readonly notices: readonly Notice[];
  /** Assigned by the queue, not taken by the agent. */
  readonly isAutomatic?: true;
}

/** The conversation with its new owner. */
export function takeChange(
  gateway: AgentPorts,
  stored: Stored,
  { request, live, state, settings, notices, isAutomatic }: Taking,
): AgentChange<FlowState> {
  const nowMs = gateway.nowMs();
  const { owner } = request.caller;
  const epoch = stored.epoch + 1;
  const handoff = {
    ...taken(live, owner, handoffTimeouts(stored.channel, settings), nowMs),
    ...(isAutomatic && { isAutomatic }),
  };
  const { turnId, correlationId } = request;
  const turn = agentTurn(gateway, stored, state, {
    turnId,
    correlationId,
    status: 'handoff',
    notices: [...notices, takenNotice(live, handoff, epoch, nowMs)],
    says: textToVisitor(stored, settings, 'joined', { nowMs, who: owner }),
    side: [
      isAutomatic
        ? sideEntryOf(gateway, null, { event: 'assigned', to: owner.name })
        : sideEntryOf(gateway, owner, { event: 'taken' }),
    ],
  });
  return { turn, state, held: { epoch, handoff, lastHandoff: stored.lastHandoff } };
}

/** The event of a change of owner. */
export function takenNotice(
  before: LiveHandoff,
  { id, owner }: LiveHandoff,
  epoch: number,
  nowMs: number,
): Notice {
  if (!owner) throw new Error('nobody has taken it');
  const waitedMs = nowMs - before.requestedAtMs;
  const previous = before.owner ?? before.previous;
  return { kind: 'handoff-taken', handoffId: id, epoch, by: owner, previous, waitedMs };
}

/** A handoff that was not requested. @throws `no_handoff` for a conversation without a step */
function beginTakeOver(gateway: AgentPorts, stored: Stored) {
  const { state } = stored;
  if (!state) throw new GatewayError('no_handoff');
  const nowMs = gateway.nowMs();
  const handoff = { reason: 'takeover', queue: null, requestedAt: new Date(nowMs).toISOString() };
  const isRunning = state.status === 'active';
  const asked: HandoffRequest = {
    id: newMessageId(gateway.nowMs, gateway.random),
    epoch: stored.epoch + 1,
    queue: defaultQueue,
    stepId: state.flow.stepId,
    // The question that it was taken at is asked again.
    ...(isRunning && { next: state.flow.stepId }),
    share: {},
    deadlineAtMs: nowMs,
  };
  const { wake: _, woken: __, progress: ___, ...standing } = state;
  return {
    live: requestedHandoff(asked, handoff, { channel: stored.channel, nowMs }),
    epoch: asked.epoch,
    state: { ...standing, status: 'handoff' as const, handoff },
    notices: [{ kind: 'handoff' as const, handoff, asked, transcript: transcriptOf(stored, stored.lastSeq) }],
  };
}
