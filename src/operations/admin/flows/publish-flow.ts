import { isDeepStrictEqual } from 'node:util';
import type { DraftContent, LiveChange, Publication } from '../../../contract/admin/flows.ts';
import type { FlowDefinition } from '../../../contract/flow.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { TemporarilyUnavailableError } from '../../../domain/errors.ts';
import { canaryRunning, draftNotValid, preconditionFailed } from '../../../domain/problems.ts';
import { type Admin, type AdminCaller, type Answer, assertMatch, type Preconditions } from '../admin.ts';
import { audited, findDocumentChanges } from '../audit.ts';
import { madeBy } from '../records.ts';
import { checkDraft } from './check-draft.ts';
import { draftOf } from './drafts.ts';
import {
  contentOf,
  draftContentOf,
  etagOf,
  findDefinition,
  liveOf,
  loadKnownFlow,
  publishedDraft,
  type StoredFlow,
} from './flow-records.ts';
import { moveLive } from './move-live.ts';

/**
 * Makes a version of the draft that the caller has read, and has visitors meet it: all, or a share of new conversations.
 * @throws `flow_not_found`, `precondition_required`, `precondition_failed`, `canary_running`
 * @throws `not_valid` with the problems and the failing tests
 * @see design 9 "Flows"
 */
export async function publishFlow(
  admin: Admin,
  caller: AdminCaller,
  {
    flowId,
    note,
    canaryPercent,
    promoteAfterHours,
    ...preconditions
  }: Preconditions & Publication & { flowId: string },
): Promise<Answer<LiveChange>> {
  const { tenantId } = caller;
  const stored = await loadKnownFlow(admin, tenantId, flowId);
  const current = await draftOf(admin, tenantId, stored);
  assertMatch(preconditions, etagOf(stored), () => current);
  const live = liveOf(stored);
  if (live.canary) throw canaryRunning(live.canary.version);
  const content = await draftContentOf(admin, tenantId, stored);
  const { validation, flow } = await checkDraft(admin, tenantId, { flowId, content });
  if (!flow || !validation.valid) throw draftNotValid(validation);

  // A first version is live for everyone: there is none to share with.
  const percent = live.version === null ? undefined : canaryPercent;
  const { layout, conversations } = content;
  const planned = await planVersion(admin, tenantId, stored, { flow, content: { layout, conversations } });
  const { version } = planned;
  const canary =
    percent === undefined
      ? null
      : { version, percent, ...(promoteAfterHours !== undefined && { promoteAfterHours }) };
  const next = { version: canary ? live.version : version, canary };
  const changes = findDocumentChanges(live, next).map((each) => ({ ...each, path: `live.${each.path}` }));
  const change = {
    action: 'flow.publish',
    resource: { kind: 'flow', id: flowId },
    changes,
    ...(note !== undefined && { note }),
  };
  return audited(admin, caller, change, async () => {
    const isOurs = planned.isStored || (await storeVersion(admin, tenantId, planned.flow));
    if (!isOurs) throw preconditionFailed(etagOf(stored), current);
    await describeVersion(admin, caller, { flowId, version, content: { layout, conversations }, note });
    const { draft } = stored;
    const made = draft && { publishedDraft: publishedDraft(version, draft) };
    return moveLive(admin, caller, stored, { ...next, ...made }, version);
  });
}

const triesMost = 20;

/** A version that is to be made. */
interface PlannedVersion {
  readonly version: number;
  readonly flow: FlowDefinition;
  /** Stored by an interrupted publication or before a rollback: it is reused. */
  readonly isStored: boolean;
}

/** The next number that is free, or that of a version later than what is live which is stored with just this content. */
async function planVersion(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
  stored: StoredFlow,
  draft: { readonly flow: FlowDefinition; readonly content: Omit<DraftContent, 'definition'> },
): Promise<PlannedVersion> {
  const { flowId } = stored;
  const [last] = await admin.records.list(tenantId, directoryKeys.versions(flowId), {
    limit: 1,
    backwards: true,
  });
  const lastKnown = Number(last?.sk.split('#').at(-1) ?? 0);
  const live = liveOf(stored).version ?? 0;
  for (let version = Math.max(live + 1, lastKnown), tries = 0; tries < triesMost; version += 1, tries += 1) {
    const flow: FlowDefinition = JSON.parse(JSON.stringify({ ...draft.flow, version }));
    const [other, about] = await Promise.all([
      findDefinition(admin, tenantId, flowId, version),
      admin.records.find(tenantId, directoryKeys.version(flowId, version)),
    ]);
    if (!other) return { version, flow, isStored: false };
    const isSame =
      isDeepStrictEqual(other, flow) && (!about || isDeepStrictEqual(contentOf(about), draft.content));
    if (isSame && version > live) return { version, flow, isStored: true };
  }
  throw new TemporarilyUnavailableError();
}

/** @returns false if this number was stored concurrently */
async function storeVersion(
  { records }: Pick<Admin, 'records'>,
  tenantId: string,
  flow: FlowDefinition,
): Promise<boolean> {
  const sk = directoryKeys.flow(flow.id, flow.version);
  return (await records.write(tenantId, { sk, attributes: { document: flow } }, 'nothing')) !== null;
}

/** Writes what is known of a version, once: its note is of who made it. */
async function describeVersion(
  admin: Pick<Admin, 'records' | 'nowMs'>,
  caller: AdminCaller,
  about: { flowId: string; version: number; note: string | undefined; content: object },
): Promise<void> {
  const { flowId, version, note, content } = about;
  const own = { content, ...(note !== undefined && { note }), source: 'draft' };
  const record = {
    sk: directoryKeys.version(flowId, version),
    attributes: { ...own, ...madeBy(admin, caller) },
  };
  await admin.records.write(caller.tenantId, record, 'nothing');
}
