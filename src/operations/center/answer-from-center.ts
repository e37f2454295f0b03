import { limits } from '../../contract/limits.ts';
import type { AgentRecord, CenterAction, CenterAgent } from '../../contract/queue-records.ts';
import { agentTurn } from '../../domain/agent-turn.ts';
import { GatewayError, isProblem } from '../../domain/errors.ts';
import type { HandoffOwner, LiveHandoff } from '../../domain/handoff.ts';
import { currentHandoff } from '../../domain/handoff-preconditions.ts';

import type { FlowState } from '../../engine/interfaces.ts';
import type { CenterArrivals } from '../../ports/handoff.ts';
import type { Gateway } from '../gateway.ts';
import { closeHandoff } from '../handoff/close-handoff.ts';
import { replyToVisitor } from '../handoff/reply-to-visitor.ts';
import { returnHandoff } from '../handoff/return-handoff.ts';
import { type TakePorts, takeHandoff } from '../handoff/take-handoff.ts';
import { writeNote } from '../handoff/write-note.ts';
import { type AgentPorts, type AgentRequest, changeAsAgent } from '../turn/change-as-agent.ts';

export type AnswerPorts = TakePorts & Pick<Gateway, 'centerLinks'>;

/**
 * Carries out what a contact center has sent, in the order of its positions: what comes before something that is missing
 * waits for that, ten seconds at most.
 * @throws VersionConflictError when another delivery of it is being carried out
 * @see handoff.md 4.2
 */
export async function answerFromCenter(gateway: AnswerPorts, record: AgentRecord): Promise<void> {
  const { tenantId, handoffId, position } = record;
  const hasOrder = position !== undefined || record.doings.some(({ type }) => type === 'goes-on');
  if (!hasOrder) return carryOut(gateway, record);
  const before = (await gateway.centerLinks.findArrivals(record)) ?? {
    ...{ tenantId, handoffId, version: 0, position: 0, parked: [] },
  };
  const { ready, parked } = inOrder(before, record);
  let { version } = before;
  if (parked) await park(gateway, { ...before, version: version + 1, parked }, record);
  for (const each of ready) {
    if (each.followsGap) await noteMissing(gateway, each.record);
    await carryOut(gateway, each.record);
    version += 1;
    await gateway.centerLinks.saveArrivals({ ...each.arrivals, version });
  }
}

/**
 * Performs a contact center's action with the operations of agents. What can't be done is reported to the center
 * and counted, never dropped silently.
 * @throws TemporarilyUnavailableError when conflicts keep it from being written
 * @see handoff.md 4.2
 */
async function carryOut(gateway: TakePorts, record: AgentRecord): Promise<void> {
  if (await isOlderThanLog(gateway, record)) return;
  for (const [n, action] of record.doings.entries()) {
    const request = await requestOf(gateway, record, action, n);
    try {
      await perform(gateway, request, action);
    } catch (error) {
      if (!(error instanceof GatewayError) || error.status >= 500) throw error;
      await reject(gateway, record, action, error);
    }
  }
}

const dayMs = 24 * 60 * 60 * 1000;

/** A message first tried before the log begins can't be checked: a duplicate would be worse than a loss. */
async function isOlderThanLog(
  { directory, log, metrics, nowMs }: AgentPorts,
  { tenantId, conversationId, correlationId, turnId, triedSinceMs }: AgentRecord,
): Promise<boolean> {
  if (triedSinceMs === undefined) return false;
  const tenant = await directory.findTenant(tenantId);
  const keptDays = tenant?.retention_days ?? limits.logRetentionDays;
  if (triedSinceMs > nowMs() - keptDays * dayMs) return false;
  const fields = { tenantId, conversationId, correlationId, turnId };
  log.warn('what a contact center sent before the log begins is dropped: it may have been done', fields);
  metrics.count('RequestsRefused', { tenantId, operation: 'center', code: 'too_old' });
  return true;
}

/** Tells agents that messages are missing before the next one. */
async function noteMissing(gateway: TakePorts, record: AgentRecord): Promise<void> {
  const text = `Something that the contact center sent before its message ${record.position} has not come.`;
  // Only the end of a turn's ID is remembered, so this one must differ from the next turn's.
  const turnId = `gap.${record.turnId.slice(-12)}`;
  await carryOut(gateway, { ...record, turnId, doings: [{ type: 'note', text }] });
}

async function requestOf(
  gateway: TakePorts,
  record: AgentRecord,
  action: CenterAction,
  n: number,
): Promise<AgentRequest> {
  const { tenantId, conversationId, handoffId, accountId, refId, turnId, correlationId } = record;
  const agent = 'agent' in action ? action.agent : undefined;
  return {
    ...{ tenantId, conversationId, correlationId, isQueued: true, triedSinceMs: record.triedSinceMs },
    caller: { owner: await ownerOf(gateway, { tenantId, accountId, agent }), isAdmin: false },
    ifMatch: undefined,
    center: { handoffId, accountId, ...(refId !== null && { refId }) },
    turnId: n === 0 ? turnId : `${turnId}.${n}`,
  };
}

/** The agent as visitors see them: with the contact center's name, otherwise the tenant's. */
async function ownerOf(
  { directory }: Pick<AgentPorts, 'directory'>,
  { tenantId, accountId, agent }: { tenantId: string; accountId: string; agent: CenterAgent | undefined },
): Promise<HandoffOwner> {
  if (!agent) {
    const name = (await directory.findTenant(tenantId))?.name ?? tenantId;
    return { kind: 'center', id: accountId, name };
  }
  const { id, name, picture } = agent;
  return {
    kind: 'center',
    id: `${accountId}:${id}`,
    name,
    ...(picture !== undefined && { picture }),
  };
}

async function perform(gateway: TakePorts, request: AgentRequest, action: CenterAction): Promise<void> {
  switch (action.type) {
    case 'says': {
      const { text, choices, attachments } = action;
      await replyToVisitor(gateway, { ...request, reply: { text, choices, attachments } });
      return;
    }
    case 'takes':
      await takeHandoff(gateway, request);
      return;
    case 'ends':
      return ends(gateway, request, action);
    case 'away':
    case 'back':
      return reportUnavailable(gateway, request, action.type === 'away');
    case 'note':
      await writeNote(gateway, { ...request, note: { text: action.text } });
      return;
    case 'goes-on':
  }
}

const delayedText = 'It takes us longer than usual to answer. What you write is kept.';

/**
 * Records that the contact center is unavailable, or available again. Visitors see it, and get a message when it
 * becomes unavailable.
 * @throws `conversation_not_found`, `no_handoff`, `not_owner`
 * @see handoff.md 4.4
 */
async function reportUnavailable(gateway: AgentPorts, request: AgentRequest, isAway: boolean): Promise<void> {
  const tenant = await gateway.directory.findTenant(request.tenantId);
  const text = tenant?.escalation?.texts?.delayed ?? delayedText;
  await changeAsAgent(gateway, request, (stored) => {
    const live = currentHandoff(stored, request);
    const { epoch, lastHandoff } = stored;
    const state = stored.state as FlowState;
    const { turnId, correlationId } = request;
    const turn = agentTurn(gateway, stored, state, {
      ...{ turnId, correlationId },
      status: 'handoff',
      notices: [],
      says: isAway && text.trim() !== '' ? [{ author: 'bot', text }] : [],
    });
    return { turn, state, held: { epoch, handoff: withAway(live, isAway, gateway.nowMs()), lastHandoff } };
  });
}

function withAway(live: LiveHandoff, isAway: boolean, nowMs: number): LiveHandoff {
  if (!live.center) return live;
  const { awaySinceMs: _, ...center } = live.center;
  return { ...live, center: isAway ? { ...center, awaySinceMs: nowMs } : center };
}

async function ends(
  gateway: TakePorts,
  request: AgentRequest,
  { how, stepId }: Extract<CenterAction, { type: 'ends' }>,
): Promise<void> {
  if (how === 'return') {
    try {
      await returnHandoff(gateway, { ...request, way: { stepId } });
      return;
    } catch (error) {
      // Without a step to return to, the run ends.
      if (!isProblem(error, 'unknown_step') || stepId !== undefined) throw error;
    }
  }
  await closeHandoff(gateway, { ...request, parting: {} });
}

async function reject(
  { centers, metrics, log, nowMs }: AgentPorts,
  { tenantId, conversationId, handoffId, accountId, refId, turnId, correlationId }: AgentRecord,
  { type }: CenterAction,
  error: GatewayError,
): Promise<void> {
  const isOver = error.code === 'no_handoff' || error.code === 'conversation_not_found';
  const code = isOver ? 'handoff_over' : error.code === 'not_owner' ? 'taken_elsewhere' : error.code;
  // After the end, only messages are rejected.
  if (isOver && type !== 'says') return;
  metrics.count('RequestsRefused', { tenantId, operation: 'center', code });
  log.warn('what a contact center says is not taken', {
    tenantId,
    conversationId,
    correlationId,
    type,
    code,
  });
  if (refId === null) return;
  const record = { tenantId, conversationId, handoffId, accountId, atMs: nowMs() };
  await centers.wake(
    { kind: 'center', ...record, tells: { type: 'rejected', refId, code } },
    `rejected-${turnId}`,
  );
}

/** The contact center's actions that are due, in order. */
interface Ready {
  readonly record: AgentRecord;
  /** Something before it has not come in time. */
  readonly followsGap: boolean;
  /** The state after they are carried out. */
  readonly arrivals: Omit<CenterArrivals, 'version'>;
}

/**
 * Returns what is due after a record arrived: the record and those that waited for it; nothing while an earlier
 * one is missing.
 * @returns `parked` when the record itself must wait
 * @see handoff.md 4.2
 */
function inOrder(
  before: CenterArrivals,
  record: AgentRecord,
): { readonly ready: readonly Ready[]; readonly parked: CenterArrivals['parked'] | null } {
  const { position } = record;
  const goesOnTo = Math.max(0, ...record.doings.map((one) => (one.type === 'goes-on' ? one.position : 0)));
  if (goesOnTo > 0) return { ready: readyOf(before, before.parked, goesOnTo), parked: null };
  // It has no place, or the gap before which it belongs has been waited for in vain.
  if (position === undefined || position <= before.position)
    return { ready: [{ record, followsGap: false, arrivals: before }], parked: null };
  const parked = [...before.parked.filter(({ turnId }) => turnId !== record.turnId), record].sort(byPosition);
  const isTooMany = parked.length > limits.centerParked;
  const ready = readyOf(before, parked, isTooMany ? position : 0);
  return { ready, parked: ready.length === 0 ? parked : null };
}

const byPosition = ({ position: a = 0 }: AgentRecord, { position: b = 0 }: AgentRecord) => a - b;

/** @param goesOnTo what is missing up to it is waited for no more */
function readyOf(
  { tenantId, handoffId, position: begun }: CenterArrivals,
  parked: readonly AgentRecord[],
  goesOnTo: number,
): Ready[] {
  const ready: Ready[] = [];
  let position = begun;
  for (const [n, record] of parked.entries()) {
    const at = record.position ?? 0;
    const followsGap = at > position + 1;
    if (followsGap && at > goesOnTo) break;
    position = at;
    const arrivals = { tenantId, handoffId, position, parked: parked.slice(n + 1) };
    ready.push({ record, followsGap, arrivals });
  }
  return ready;
}

/** It comes again with what is missing, or when that has been waited for long enough. */
async function park(
  gateway: AnswerPorts,
  arrivals: CenterArrivals,
  { tenantId, conversationId, handoffId, accountId, position = 0, turnId }: AgentRecord,
): Promise<void> {
  const nowMs = gateway.nowMs();
  const tells = { type: 'gap' as const, position, untilMs: nowMs + limits.centerGapMs };
  const gap = { kind: 'center' as const, tenantId, conversationId, handoffId, accountId, atMs: nowMs, tells };
  // First: what is parked must never be forgotten.
  await gateway.centers.wake(gap, `gap-${turnId}`);
  await gateway.centerLinks.saveArrivals(arrivals);
}
