import type { CanaryVerdict, FlowLive, LiveChange } from '../../../contract/admin/flows.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { GatewayError, isProblem } from '../../../domain/errors.ts';
import { flowsCalled } from '../../../domain/flows-called.ts';
import { noCanary, preconditionFailed, versionNotFound } from '../../../domain/problems.ts';
import type { Admin, AdminCaller, Answer, Changer, Preconditions } from '../admin.ts';
import { audited } from '../audit.ts';
import { madeBy } from '../records.ts';
import { draftOf } from './drafts.ts';
import {
  etagOf,
  expectedOf,
  findDefinition,
  knowsLive,
  liveOf,
  loadKnownFlow,
  type StoredFlow,
} from './flow-records.ts';

/**
 * Makes another version live, if nobody has changed it in the meantime, and then invalidates the caches.
 * @param version the one that the caller has seen
 * @throws `precondition_failed`
 */
export async function moveLive(
  admin: Pick<Admin, 'records' | 'nowMs'>,
  caller: Pick<Changer, 'tenantId' | 'id' | 'email'>,
  stored: StoredFlow,
  live: FlowLive & {
    readonly rolledBackFrom?: number;
    readonly canaryEnded?: CanaryVerdict;
    readonly publishedDraft?: string;
  },
  version: number,
): Promise<Answer<LiveChange>> {
  const { flowId } = stored;
  const { tenantId } = caller;
  const definition =
    live.version === null ? null : await findDefinition(admin, tenantId, flowId, live.version);
  // A rollout and a rollback leave the draft alone.
  const publishedDraft = live.publishedDraft ?? stored.pointer?.attributes.publishedDraft;
  const record = {
    sk: directoryKeys.published(flowId),
    attributes: {
      document: live.version,
      calls: definition ? flowsCalled(definition) : [],
      ...(live.canary && { canary: live.canary }),
      ...(live.rolledBackFrom !== undefined && { rolledBackFrom: live.rolledBackFrom }),
      ...(live.canaryEnded && { canaryEnded: live.canaryEnded }),
      ...(publishedDraft !== undefined && { publishedDraft }),
      ...madeBy(admin, caller),
    },
  };
  const revision = await admin.records.write(tenantId, record, expectedOf(stored.pointer));
  if (revision === null) {
    const now = await loadKnownFlow(admin, tenantId, flowId);
    throw preconditionFailed(etagOf(now), await draftOf(admin, tenantId, now));
  }
  await admin.records.renewCacheVersion(tenantId);
  const moved = { ...stored, pointer: { ...record, revision } };
  return { body: { flowId, version, live: liveOf(moved) }, etag: etagOf(moved) };
}

/**
 * Has visitors meet an earlier version again, all of them: a canary ends with it. The draft is left alone.
 * @throws `flow_not_found`, `version_not_found`, `precondition_required`, `precondition_failed`
 */
export async function rollBackFlow(
  admin: Admin,
  caller: AdminCaller,
  { flowId, version, ifMatch }: Preconditions & { flowId: string; version: number },
): Promise<Answer<LiveChange>> {
  const { tenantId } = caller;
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  await assertKnowsLive(admin, tenantId, stored, ifMatch);
  if (!(await findDefinition(admin, tenantId, flowId, version))) throw versionNotFound(flowId, version);
  const { version: before } = liveOf(stored);
  const changes = [{ path: 'live.version', before, after: version }];
  const change = { action: 'flow.roll-back', resource: { kind: 'flow', id: flowId }, changes };
  // Or the command line's next application of a folder would undo it.
  const rolledBackFrom = Math.max(before ?? 0, Number(stored.pointer?.attributes.rolledBackFrom ?? 0));
  const live = { version, canary: null, ...(rolledBackFrom > version && { rolledBackFrom }) };
  return audited(admin, caller, change, () => moveLive(admin, caller, stored, live, version));
}

/**
 * A rollback depends only on the live version, so that edits of the draft can't block it.
 * @throws `precondition_required`, `precondition_failed` when another version is live than the caller has seen
 */
export async function assertKnowsLive(
  admin: Admin,
  tenantId: string,
  stored: StoredFlow,
  ifMatch: string | undefined,
): Promise<void> {
  if (ifMatch === undefined) throw new GatewayError('precondition_required');
  if (!knowsLive(ifMatch, stored))
    throw preconditionFailed(etagOf(stored), await draftOf(admin, tenantId, stored));
}

/**
 * Ends a canary: all new conversations get its version, or none.
 * @throws `flow_not_found`, `no_canary`, `precondition_required`, `precondition_failed`
 */
export async function endCanary(
  admin: Admin,
  caller: AdminCaller,
  { flowId, action, ifMatch }: Preconditions & { flowId: string; action: 'promote' | 'cancel' },
): Promise<Answer<LiveChange>> {
  const { tenantId } = caller;
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  await assertKnowsLive(admin, tenantId, stored, ifMatch);
  return end(admin, caller, stored, { action });
}

/**
 * Ends a gradual rollout because of the results of its runs, unless it was ended in the meantime.
 * @returns whether it was ended by this
 */
export async function endCanaryByItself(
  admin: EndPorts,
  caller: Changer,
  stored: StoredFlow,
  verdict: CanaryVerdict,
): Promise<boolean> {
  const { action, raised, against } = verdict;
  const note = `the flow raised in ${raised.part} of ${raised.of} runs, beside ${against.part} of ${against.of}`;
  try {
    await end(admin, caller, stored, { action, note, verdict });
    return true;
  } catch (error) {
    if (isProblem(error, 'precondition_failed')) return false;
    throw error;
  }
}

type EndPorts = Pick<Admin, 'records' | 'audit' | 'nowMs' | 'random' | 'log'>;

async function end(
  admin: EndPorts,
  caller: Changer,
  stored: StoredFlow,
  how: {
    readonly action: 'promote' | 'cancel';
    readonly note?: string;
    readonly verdict?: CanaryVerdict;
  },
): Promise<Answer<LiveChange>> {
  const { flowId } = stored;
  const { action, note, verdict } = how;
  const { version: before, canary } = liveOf(stored);
  if (!canary || before === null) throw noCanary(flowId);
  const version = action === 'promote' ? canary.version : before;
  const changes = [
    { path: 'live.version', before, after: version },
    { path: 'live.canary', before: canary, after: null },
  ];
  const change = {
    ...{ action: `flow.${action}-canary`, resource: { kind: 'flow', id: flowId }, changes },
    ...(note !== undefined && { note }),
  };
  const live = { version, canary: null, ...(verdict && { canaryEnded: verdict }) };
  return audited(admin, caller, change, () => moveLive(admin, caller, stored, live, version));
}
