import type { Tenant } from '../../contract/directory.ts';
import { limits } from '../../contract/limits.ts';
import type { AssignRecord } from '../../contract/queue-records.ts';
import { assignsAutomatically, type QueueRules, queueRulesOf, queuesOf } from '../../contract/queues.ts';
import {
  type AgentLoad,
  nextAgent,
  reconciled,
  turnHold,
  unsettledHolds,
  withHold,
} from '../../domain/agent-load.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { type HandoffOwner, handoffOf, isElsewhere, type LiveHandoff } from '../../domain/handoff.ts';
import { nowIn } from '../../engine/expression-values.ts';
import { isOpen } from '../../engine/functions.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { Gateway } from '../gateway.ts';
import { type AgentPorts, changeAsAgent, type Done, type Stored } from '../turn/change-as-agent.ts';
import { readIndexed } from '../users/user-administration.ts';
import { handoffSettingsOf } from './handoff-texts.ts';
import { membersOf } from './list-teammates.ts';
import { takeChange } from './take-handoff.ts';
import { answererOf } from './teammate-of.ts';

type AssignPorts = AgentPorts &
  Pick<Gateway, 'inboxIndex' | 'presence' | 'records' | 'loads' | 'backgroundJobs'>;

/** One run of the job. */
interface Job {
  readonly gateway: AssignPorts;
  readonly tenant: Tenant;
  readonly untilMs: number;
  /** Agents whose holds are compared with their conversations even if that was done a moment ago. */
  readonly toCheck: Set<string>;
}

interface Queue extends QueueRules {
  readonly queue: string;
  /** IDs of users. */
  readonly members: readonly string[];
}

const attempts = 20;

/**
 * Assigns the conversations that wait in a tenant's open automatic queues, oldest first, to available members in turn.
 * Several may run at once: an agent's load is written on condition of its revision, then the conversation on
 * condition of its version. A killed run leaves a hold, which the next one carries out or removes.
 * @see docs/decisions/assignment.md
 */
export async function assignWaiting(
  gateway: AssignPorts,
  { tenantId, conversationId, userId }: Omit<AssignRecord, 'kind'>,
): Promise<void> {
  const tenant = await gateway.directory.findTenant(tenantId);
  if (tenant?.status !== 'active' || !assignsAutomatically(tenant)) return;
  const untilMs = gateway.nowMs() + limits.assignJobMs;
  const job = { gateway, tenant, untilMs, toCheck: new Set(userId === undefined ? [] : [userId]) };
  let isOver = true;
  for (const queue of queuesOf(tenant)) {
    const rules = queueRulesOf(tenant, queue);
    if (rules.isAutomatic && opensInMs(tenant, rules, gateway.nowMs()) === 0)
      isOver = (await assignQueue(job, { ...rules, queue }, conversationId)) && isOver;
  }
  if (!isOver) await gateway.backgroundJobs.enqueue([{ kind: 'assign', tenantId }]);
}

/** @returns false if there may be more that can be assigned */
async function assignQueue(
  job: Job,
  rules: QueueRules & { readonly queue: string },
  conversationId: string | undefined,
): Promise<boolean> {
  const { gateway, tenant, untilMs } = job;
  const waiting = await waitingIn(job, rules.queue, conversationId);
  if (waiting.length === 0) return true;
  const members = await membersOf(gateway, tenant, rules.queue);
  let assigned = 0;
  for (const id of waiting) {
    if (gateway.nowMs() >= untilMs) return false;
    const outcome = await assignOne(job, { ...rules, members }, id);
    if (outcome === 'nobody') return true;
    if (outcome === 'assigned') assigned += 1;
  }
  return assigned === 0 || waiting.length < limits.listItemsMax;
}

/** The conversations that wait in a queue, oldest first, including one that its index may not show yet. */
async function waitingIn(
  { gateway, tenant: { id: tenantId } }: Job,
  queue: string,
  conversationId: string | undefined,
): Promise<readonly string[]> {
  const page = { limit: limits.listItemsMax };
  const listed = await gateway.inboxIndex.list(tenantId, { of: 'queue', name: queue }, page);
  const ids = listed.map((one) => one.conversationId);
  if (conversationId === undefined || ids.includes(conversationId)) return ids;
  const stored = await gateway.conversations.find(tenantId, conversationId);
  const live = stored && handoffOf(stored);
  if (!isAssignable(live, queue, gateway.nowMs())) return ids;
  const place = listed.findIndex(({ atMs }) => atMs > live.inboxAtMs);
  return ids.toSpliced(place === -1 ? ids.length : place, 0, conversationId);
}

function isAssignable(live: LiveHandoff | null, queue: string, nowMs: number): live is LiveHandoff {
  if (live?.state !== 'requested' || live.snooze || live.queue !== queue || isElsewhere(live)) return false;
  return live.offer === null || live.offer.untilMs <= nowMs;
}

async function assignOne(
  job: Job,
  queue: Queue,
  conversationId: string,
): Promise<'assigned' | 'gone' | 'nobody'> {
  const { gateway, tenant } = job;
  const name = { tenantId: tenant.id, conversationId };
  const gone = new Set<string>();
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const stored = await gateway.conversations.find(tenant.id, conversationId);
    if (!stored || !isAssignable(handoffOf(stored), queue.queue, gateway.nowMs())) return 'gone';
    const members = queue.members.filter((userId) => !gone.has(userId));
    const { available, all } = await readLoads(job, members);
    const epoch = stored.epoch + 1;
    const planned = available.find(({ holds }) => isPlan(holds[conversationId], epoch));
    const agent = planned ?? nextAgent(available, queue);
    if (!agent) return 'nobody';
    const owner = await ownerOf(job, agent.userId);
    if (!owner) {
      gone.add(agent.userId);
      continue;
    }
    const hold = turnHold(agent, all, { queue: queue.queue, epoch, nowMs: gateway.nowMs() });
    const held = planned ?? (await gateway.loads.save(tenant.id, withHold(agent, conversationId, hold)));
    if (!held) continue;
    const done = await assignTo(gateway, name, { stored, owner, queue: queue.queue });
    const settled = reconciled(held, [conversationId], [done.stored], gateway.nowMs());
    if (settled !== held) await gateway.loads.save(tenant.id, settled);
    if (done.turn) return 'assigned';
  }
  throw new TemporarilyUnavailableError();
}

/** A killed run may have chosen the agent and used their turn. */
const isPlan = (hold: AgentLoad['holds'][string] | undefined, epoch: number) =>
  hold?.epoch === epoch && hold.turn !== undefined;

/** The loads of all members, and of those who are available. */
async function readLoads(job: Job, members: readonly string[]) {
  const { gateway, tenant } = job;
  const [there, all] = await Promise.all([
    gateway.presence.whoIsThere(tenant.id, members),
    gateway.loads.findAll(tenant.id, members),
  ]);
  const available = await Promise.all(
    all.filter(({ userId }) => there.has(userId)).map((load) => checkedLoad(job, load)),
  );
  return { all, available };
}

/** A load without ended holds, and with conversations that have none. */
async function checkedLoad({ gateway, tenant: { id }, toCheck }: Job, load: AgentLoad): Promise<AgentLoad> {
  const { userId, holds, checkedAtMs } = load;
  const nowMs = gateway.nowMs();
  const isDue = toCheck.has(userId) || checkedAtMs + limits.loadCheckMs <= nowMs;
  const page = { limit: limits.listItemsMax };
  const listed = isDue ? await gateway.inboxIndex.list(id, { of: 'owner', name: userId }, page) : [];
  const ids = isDue
    ? [...new Set([...Object.keys(holds), ...listed.map(({ conversationId }) => conversationId)])]
    : unsettledHolds(load);
  if (ids.length === 0 && !isDue) return load;
  const next = reconciled(load, ids, await gateway.conversations.findAll(id, ids), nowMs);
  if (next === load && !isDue) return load;
  const saved = await gateway.loads.save(id, isDue ? { ...next, checkedAtMs: nowMs } : next);
  if (saved) toCheck.delete(userId);
  return saved ?? load;
}

/** The agent as visitors see them; null for a user who may not answer. */
async function ownerOf({ gateway, tenant }: Job, userId: string): Promise<HandoffOwner | null> {
  const record = await gateway.records.find(tenant.id, directoryKeys.user(userId));
  if (answererOf(record) === null) return null;
  return { kind: 'user', id: userId, name: readIndexed(record)?.name ?? tenant.name };
}

/** Writes nothing if the conversation has another owner or queue by then. */
async function assignTo(
  gateway: AssignPorts,
  name: ConversationName,
  { stored, owner, queue }: { readonly stored: Stored; readonly owner: HandoffOwner; readonly queue: string },
): Promise<Done> {
  const settings = await handoffSettingsOf(gateway, name.tenantId);
  const turnId = `automatic.${handoffOf(stored)?.id}.${stored.epoch}`;
  const correlationId = `automatic-${name.conversationId}`;
  return changeAsAgent(gateway, { ...name, turnId, isQueued: true }, (fresh) => {
    const live = handoffOf(fresh);
    if (fresh.epoch !== stored.epoch || !isAssignable(live, queue, gateway.nowMs())) return null;
    const request = { caller: { owner, isAdmin: false }, turnId, correlationId };
    const state = fresh.state as FlowState;
    return takeChange(gateway, fresh, { request, live, state, settings, notices: [], isAutomatic: true });
  });
}

/** Milliseconds until a queue opens: 0 while it is open, null if it stays closed until the schedule's next check. */
function opensInMs({ time_zone: zone = 'UTC' }: Tenant, { hours }: QueueRules, nowMs: number): number | null {
  const minuteMs = 60_000;
  for (let atMs = nowMs; atMs <= nowMs + limits.queueCheckMs + minuteMs; atMs += minuteMs) {
    const startMs = Math.max(nowMs, Math.floor(atMs / minuteMs) * minuteMs);
    if (!hours || isOpen(hours, nowIn(zone, startMs))) return startMs - nowMs;
  }
  return null;
}

/**
 * Enqueues the assignment of an automatic queue when the schedule visits its first conversation, for now or for when the
 * queue opens: a job may have been lost, and some agents become available without one.
 */
export async function sweepQueue(
  { inboxIndex, backgroundJobs, nowMs }: Pick<Gateway, 'inboxIndex' | 'backgroundJobs' | 'nowMs'>,
  tenant: Tenant,
  conversationId: string,
  live: LiveHandoff,
): Promise<void> {
  const rules = queueRulesOf(tenant, live.queue);
  if (!rules.isAutomatic || isElsewhere(live)) return;
  const first = await inboxIndex.queue(tenant.id, live.queue);
  const place = first.indexOf(conversationId);
  if (place > 0 || (place === -1 && first.length > 0)) return;
  const inMs = opensInMs(tenant, rules, nowMs());
  if (inMs === null) return;
  await backgroundJobs.enqueue([{ kind: 'assign', tenantId: tenant.id }], Math.ceil(inMs / 1000));
}
