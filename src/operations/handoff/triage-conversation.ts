import type { TriageBody } from '../../contract/admin/labels.ts';
import { readStoredTenant } from '../../contract/directory.ts';
import type { Label, TriageChange } from '../../contract/labels.ts';
import { limits } from '../../contract/limits.ts';
import { type AgentChange, agentTurn, sideEntryOf } from '../../domain/agent-turn.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { GatewayError, invalidBody } from '../../domain/errors.ts';
import {
  awake,
  handoffOf,
  isElsewhere,
  type LiveHandoff,
  snoozed,
  triagedNotice,
} from '../../domain/handoff.ts';
import { assertMayChange } from '../../domain/handoff-preconditions.ts';
import { tooManyLabels, unknownLabel } from '../../domain/problems.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { DirectoryRecords } from '../../ports/directory-writer.ts';
import {
  type AgentPorts,
  type AgentRequest,
  changeAsAgent,
  type Done,
  type Stored,
} from '../turn/change-as-agent.ts';

type Ports = Pick<AgentPorts, 'directory' | 'nowMs' | 'random'> & { readonly records: DirectoryRecords };
type Request = Omit<AgentRequest, 'ifMatch'> & { readonly change: TriageBody };

/**
 * Adds and removes labels of a conversation, and sets its priority and snooze. Needs no `If-Match`: changes of two agents
 * don't undo each other. The owner of a snoozed conversation keeps it, so its epoch stays.
 * @throws `conversation_not_found`, `unknown_label`, `too_many_labels`, `no_handoff`, `not_owner`, `invalid_body`
 */
export async function triageConversation(gateway: AgentPorts & Ports, request: Request): Promise<Done> {
  return changeAsAgent(gateway, request, (stored) => planTriage(gateway, request, stored));
}

/** Plans the change of a conversation as it was read; null if there is nothing to write. */
export async function planTriage(
  gateway: Ports,
  request: Request,
  stored: Stored,
): Promise<AgentChange<FlowState> | null> {
  const { addLabels = [] } = request.change;
  const labels = await labelsOf(gateway, request.tenantId, [...(stored.labels ?? []), ...addLabels]);
  const missing = addLabels.find((id) => !labels.has(id));
  if (missing !== undefined) throw unknownLabel(missing);
  return triageOf(gateway, stored, { ...request, labels });
}

/** The tenant's labels by ID; read again if one is missing, which may have been created a moment ago. */
async function labelsOf(
  { directory, records }: Ports,
  tenantId: string,
  wanted: readonly string[],
): Promise<ReadonlyMap<string, Label>> {
  const byId = (labels: readonly Label[] = []) => new Map(labels.map((label) => [label.id, label]));
  const cached = byId((await directory.findTenant(tenantId))?.labels);
  if (wanted.every((id) => cached.has(id))) return cached;
  const record = await records.find(tenantId, directoryKeys.tenant);
  return byId(record ? readStoredTenant(record.attributes.document).labels : []);
}

function triageOf(
  gateway: Ports,
  stored: Stored,
  {
    change,
    labels: known,
    caller,
    turnId,
    correlationId,
  }: Request & { readonly labels: ReadonlyMap<string, Label> },
): AgentChange<FlowState> | null {
  const { state, labels: had = [] } = stored;
  if (!state) throw new GatewayError('no_handoff');
  const { addLabels = [], removeLabels = [], priority = stored.priority ?? 'none' } = change;
  const labels = [...new Set([...had.filter((id) => known.has(id)), ...addLabels])].filter(
    (id) => !removeLabels.includes(id),
  );
  if (labels.length > limits.labelsPerConversation) throw tooManyLabels(limits.labelsPerConversation);
  const named = (ids: readonly string[]) => ids.map((id) => ({ id, name: known.get(id)?.name ?? id }));
  const added = named(labels.filter((id) => !had.includes(id)));
  const removed = named(had.filter((id) => removeLabels.includes(id)));
  const handoff = handoffAfter(gateway, stored, { change, caller });
  const triage: TriageChange = {
    ...(added.length > 0 && { added }),
    ...(removed.length > 0 && { removed }),
    ...(priority !== (stored.priority ?? 'none') && { priority }),
    ...(handoff && { snoozedUntil: handoff.snooze ? new Date(handoff.snooze.untilMs).toISOString() : null }),
  };
  if (Object.keys(triage).length === 0) return null;
  const turn = agentTurn(gateway, stored, state, {
    ...{ turnId, correlationId, status: state.status },
    notices: [triagedNotice({ labels, priority }, handoff ?? handoffOf(stored) ?? {}, caller.owner)],
    side: [sideEntryOf(gateway, caller.owner, { triage })],
  });
  const marks = { labels, priority };
  if (!handoff) return { turn, beside: true, triage: marks };
  const { epoch, lastHandoff } = stored;
  return { turn, state, held: { epoch, handoff, lastHandoff }, triage: marks };
}

const dayMs = 24 * 60 * 60_000;

/** The handoff with its new snooze; null if unchanged. @throws `no_handoff`, `not_owner`, `invalid_body` */
function handoffAfter(
  { nowMs: now }: Pick<Ports, 'nowMs'>,
  stored: Stored,
  { change: { snoozedUntil }, caller }: Pick<Request, 'change' | 'caller'>,
): LiveHandoff | null {
  if (snoozedUntil === undefined) return null;
  const live = handoffOf(stored);
  if (!live || isElsewhere(live)) throw new GatewayError('no_handoff');
  assertMayChange(live, caller);
  const nowMs = now();
  if (snoozedUntil === null) return live.snooze ? awake(live, nowMs) : null;
  const untilMs = Date.parse(snoozedUntil);
  const days = Math.min(limits.snoozeDaysMax, stored.retentionDays);
  const message = `must lie in the future, at most ${days} days away`;
  if (untilMs <= nowMs || untilMs > nowMs + days * dayMs)
    throw invalidBody('the conversation can’t be snoozed until then', [{ path: 'snoozedUntil', message }]);
  return live.snooze?.untilMs === untilMs ? null : snoozed(live, untilMs, nowMs);
}
