import { isDeepStrictEqual } from 'node:util';
import type { HandoffSettingsBody, HandoffSettingsView } from '../../../contract/admin/tenants.ts';
import { readStoredTenant, type Tenant } from '../../../contract/directory.ts';
import { limits } from '../../../contract/limits.ts';
import type { ReleaseRecord } from '../../../contract/queue-records.ts';
import { assignsAutomatically, findQueueProblems, queueRulesOf, queuesOf } from '../../../contract/queues.ts';
import { directoryKeys } from '../../../domain/directory-keys.ts';
import { invalidBody, TenantNotFoundError } from '../../../domain/errors.ts';
import { inUse, preconditionFailed } from '../../../domain/problems.ts';
import { queuesNamed } from '../../../domain/tenant-folder.ts';
import type { DirectoryRecord, Expected } from '../../../ports/directory-writer.ts';
import { membersOf } from '../../handoff/list-teammates.ts';
import { runConcurrently, valuesOf } from '../../run-concurrently.ts';
import {
  type Admin,
  type AdminCaller,
  type Answer,
  assertMatch,
  etagOfRecord,
  type Preconditions,
} from '../admin.ts';
import { audited, findDocumentChanges } from '../audit.ts';
import { changeOf, findDefinition, liveOf } from '../flows/flow-records.ts';
import { madeBy } from '../records.ts';

/** What writing a tenant uses. */
export type TenantPorts = Pick<Admin, 'records' | 'audit' | 'nowMs' | 'random' | 'log'>;

/** A change of a tenant's settings. */
export interface TenantWrite {
  readonly action: string;
  readonly before: Tenant | null;
  readonly after: Tenant;
  readonly expected: Expected;
  /** Asked for when it matters, unless it is known. */
  readonly queueUsers?: QueueUsers;
}

/**
 * Writes a tenant's settings, and into its audit log who did.
 * @param viewOf the representation for a response to a conflict
 * @throws `invalid_body` for a widget or a contact center that is not there, `in_use` for a queue that a live flow names, `precondition_failed`
 */
export async function writeTenant(
  admin: TenantPorts,
  caller: AdminCaller,
  made: TenantWrite,
  viewOf: (record: DirectoryRecord) => unknown,
): Promise<DirectoryRecord> {
  const { action, before, after, expected } = made;
  await assertWidget(admin, after);
  await assertCenter(admin, made);
  await assertQueuesUnused(admin, made);
  await assertQueueSettings(admin, made);
  const changes = findDocumentChanges(before ?? {}, after);
  const change = { action, resource: { kind: 'tenant', id: after.id }, changes };
  // In the tenant's own audit log, where its admins find it.
  return audited(admin, { ...caller, tenantId: after.id }, change, async () => {
    const attributes = {
      document: after,
      credential: directoryKeys.tenantCredential,
      ...madeBy(admin, caller),
    };
    const record = { sk: directoryKeys.tenant, attributes };
    const revision = await admin.records.write(after.id, record, expected);
    if (revision === null) {
      const now = await loadTenant(admin, after.id);
      throw preconditionFailed(etagOfRecord(now), viewOf(now));
    }
    await admin.records.renewCacheVersion(after.id);
    return { ...record, revision };
  });
}

/** @throws TenantNotFoundError */
export async function loadTenant(
  { records }: Pick<Admin, 'records'>,
  tenantId: string,
): Promise<DirectoryRecord> {
  const record = await records.find(tenantId, directoryKeys.tenant);
  if (!record) throw new TenantNotFoundError();
  return record;
}

async function assertWidget({ records }: TenantPorts, { id, default_widget: widget }: Tenant): Promise<void> {
  if (widget === undefined || (await records.find(id, directoryKeys.widget(widget)))) return;
  const errors = [{ path: 'default_widget', message: `there is no widget ${widget}` }];
  throw invalidBody('the tenant names what is not there', errors);
}

/** Only what is changed is looked at: a tenant whose center has gone can still be suspended. */
async function assertCenter({ records }: TenantPorts, { before, after }: TenantWrite): Promise<void> {
  const { account } = after.escalation ?? {};
  if (account === undefined || account === before?.escalation?.account) return;
  if (await records.find(after.id, directoryKeys.account('contactcenter', account))) return;
  const errors = [{ path: 'escalation.account', message: `there is no contact center ${account}` }];
  throw invalidBody('the tenant names what is not there', errors);
}

/**
 * Conversations in a deleted queue move to the default queue; later ones of flows that still use it would,
 * unnoticed.
 */
async function assertQueuesUnused(
  admin: TenantPorts,
  { before, after, queueUsers }: TenantWrite,
): Promise<void> {
  const kept = queuesOf(after);
  const gone = queuesOf(before).filter((queue) => !kept.includes(queue));
  if (gone.length === 0) return;
  const users = queueUsers ?? (await findQueueUsers(admin, after.id));
  for (const queue of gone) {
    const usedBy = users.filter((user) => user.queue === queue);
    if (usedBy.length === 0) continue;
    throw inUse(
      'queue',
      queue,
      usedBy.map(({ flow }) => ({ kind: 'flow', id: flow })),
    );
  }
}

/** @throws `invalid_body` for settings of an unknown queue, reversed hours, and new members who don't exist */
async function assertQueueSettings(
  { records }: Pick<Admin, 'records'>,
  { before, after }: TenantWrite,
): Promise<void> {
  const errors = findQueueProblems(after);
  for (const [queue, { members = [] }] of Object.entries(after.handoff?.queues ?? {})) {
    const known = queueRulesOf(before, queue).members ?? [];
    for (const [n, id] of members.entries()) {
      if (known.includes(id) || (await records.find(after.id, directoryKeys.user(id)))) continue;
      errors.push({ path: `handoff.queues.${queue}.members.${n}`, message: `there is no user ${id}` });
    }
  }
  if (errors.length > 0) throw invalidBody('the handoff settings are not right', errors);
}

/**
 * Enqueues assignments of automatic queues, and the release of conversations whose agents have left a queue. The
 * schedule repeats lost ones.
 */
async function announceQueues(
  { backgroundJobs, records, log }: Pick<Admin, 'backgroundJobs' | 'records' | 'log'>,
  { before, after }: Pick<TenantWrite, 'before' | 'after'>,
): Promise<void> {
  const tenantId = after.id;
  try {
    const assigns = assignsAutomatically(after) ? [{ kind: 'assign' as const, tenantId }] : [];
    const jobs = [...(await releasesOf(records, { before, after })), ...assigns];
    if (jobs.length === 0) return;
    // Settings are cached for up to a minute.
    await Promise.all([backgroundJobs.enqueue(jobs), backgroundJobs.enqueue(jobs, limits.giveBackAgainS)]);
  } catch (error) {
    log.error('changed queues are left to the schedule', error, { tenantId });
  }
}

/** Where a list is set for the first time, everyone who answers was a member before. */
async function releasesOf(
  records: Admin['records'],
  { before, after }: Pick<TenantWrite, 'before' | 'after'>,
): Promise<readonly ReleaseRecord[]> {
  const releases: ReleaseRecord[] = [];
  for (const queue of before ? queuesOf(after) : []) {
    const { members } = queueRulesOf(after, queue);
    if (!before || !members || isDeepStrictEqual(members, queueRulesOf(before, queue).members)) continue;
    for (const userId of await membersOf({ records }, before, queue))
      if (!members.includes(userId)) releases.push({ kind: 'give-back', tenantId: after.id, userId, queue });
  }
  return releases;
}

/** The flows that use each queue. */
export type QueueUsers = HandoffSettingsView['usedBy'];

const prefix = directoryKeys.published('');
/** Definitions are large: no more are held at once. */
const page = 1_000;

/** Returns the live flows that use each queue, including versions in gradual rollout. */
export async function findQueueUsers(admin: Pick<Admin, 'records'>, tenantId: string): Promise<QueueUsers> {
  const users: QueueUsers[number][] = [];
  for (let after: string | undefined; ; ) {
    const pointers: readonly DirectoryRecord[] = await admin.records.list(tenantId, prefix, {
      limit: page,
      ...(after !== undefined && { after }),
    });
    const found = await runConcurrently(pointers, (pointer) => usersOf(admin, tenantId, pointer));
    users.push(...valuesOf(found).flat());
    if (pointers.length < page) return users;
    after = pointers.at(-1)?.sk;
  }
}

async function usersOf(
  admin: Pick<Admin, 'records'>,
  tenantId: string,
  pointer: DirectoryRecord,
): Promise<QueueUsers> {
  const flow = pointer.sk.slice(prefix.length);
  const { version, canary } = liveOf({ pointer });
  const live = [version, canary?.version ?? null].filter((one) => one !== null);
  const found = await Promise.all(live.map((one) => findDefinition(admin, tenantId, flow, one)));
  const named = new Set(found.flatMap((one) => (one ? queuesNamed(one) : [])));
  return [...named].sort().map((queue) => ({ queue, flow }));
}

type Own = Pick<AdminCaller, 'tenantId'>;

/**
 * Returns the handoff settings of the caller's tenant, with the flows that use each queue.
 * @throws TenantNotFoundError
 */
export async function readHandoffSettings(
  admin: Pick<Admin, 'records'>,
  { tenantId }: Own,
): Promise<Answer<HandoffSettingsView>> {
  const [record, users] = await Promise.all([loadTenant(admin, tenantId), findQueueUsers(admin, tenantId)]);
  return answerOf(record, users);
}

/**
 * Replaces the ones that were read.
 * @throws TenantNotFoundError, `precondition_required`, `precondition_failed`, `in_use`
 */
export async function changeHandoffSettings(
  admin: TenantPorts & Pick<Admin, 'backgroundJobs'>,
  caller: AdminCaller,
  { body, ...preconditions }: Preconditions & { readonly body: HandoffSettingsBody },
): Promise<Answer<HandoffSettingsView>> {
  const { tenantId } = caller;
  const record = await loadTenant(admin, tenantId);
  assertMatch(preconditions, etagOfRecord(record), () => settingsOf(record));
  const before = readStoredTenant(record.attributes.document);
  const { queues: _, handoff: __, ...others } = before;
  const { queues = [], handoff } = body;
  const after: Tenant = { ...others, ...(queues.length > 0 && { queues }), ...(handoff && { handoff }) };
  const expected = { revision: record.revision };
  const queueUsers = await findQueueUsers(admin, tenantId);
  const made = { action: 'tenant.change', before, after, expected, queueUsers };
  const written = await writeTenant(admin, caller, made, settingsOf);
  await announceQueues(admin, made);
  return answerOf(written, queueUsers);
}

function settingsOf(record: DirectoryRecord): Omit<HandoffSettingsView, 'usedBy'> {
  const { queues = [], handoff = {} } = readStoredTenant(record.attributes.document);
  return { queues, handoff, ...changeOf(record) };
}

function answerOf(record: DirectoryRecord, usedBy: QueueUsers): Answer<HandoffSettingsView> {
  return { body: { ...settingsOf(record), usedBy: [...usedBy] }, etag: etagOfRecord(record) };
}
