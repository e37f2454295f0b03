import type { Actor } from '../../contract/admin/lists.ts';
import type { AdminNames } from '../../contract/admin/users.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { allows, type Capability, type RoleName, roleNames } from '../../contract/roles.ts';
import { identifier } from '../../contract/vocabulary.ts';
import { directoryKeys } from '../../domain/directory-keys.ts';
import { GatewayError, isProblem, TenantNotFoundError } from '../../domain/errors.ts';
import type { IdKeys } from '../../domain/message-ids.ts';
import { notAllowed, preconditionFailed } from '../../domain/problems.ts';

import type { FlowState } from '../../engine/interfaces.ts';
import type { Contacts, ContactTasks } from '../../ports/contacts.ts';
import type { ConversationStore } from '../../ports/conversation-store.ts';
import type {
  ChannelHealthNotes,
  Deliveries,
  DeliveryCursors,
  SendPacing,
  WaitingReplies,
} from '../../ports/deliveries.ts';
import type { Directory, TenantSecrets } from '../../ports/directory.ts';
import type {
  AuditLog,
  DirectoryRecord,
  DirectoryRecords,
  FlowEditors,
  TenantSecretStore,
} from '../../ports/directory-writer.ts';
import type { FileAddresses, FileRecords } from '../../ports/files.ts';
import type { BackgroundJobs, HandoffIndex, InboxFeed } from '../../ports/handoff.ts';
import type { HttpClient } from '../../ports/http-client.ts';
import type { Log } from '../../ports/observability.ts';
import type { Refusals, RunCounts, RunList, WidgetSightings } from '../../ports/runs.ts';
import type { SearchIndex } from '../../ports/search.ts';
import type { TestLinks, TestUse } from '../../ports/test-links.ts';
import type { RequestClaims, TurnLog } from '../../ports/turns.ts';
import type { UserAccess } from '../../ports/users.ts';
import { fingerprintOf } from '../derive-id.ts';
import { type Claims, readSession } from '../session/read-session.ts';
import { readAdmins, readIndexed } from '../users/user-administration.ts';

/** Everything that the admin API's operations are given. */
export interface Admin {
  readonly directory: Pick<Directory, 'findTenant'>;
  readonly access: UserAccess;
  readonly records: DirectoryRecords;
  readonly audit: AuditLog;
  readonly claims: RequestClaims;
  readonly secrets: TenantSecrets;
  readonly http: HttpClient;
  /** Why flows can't call an address; null when they can. */
  readonly refusedAddress?: (address: string) => string | null;
  /** The language models that flows can name. */
  readonly models?: readonly string[];
  /** Cursors of lists are signed with them. */
  readonly idKeys: () => Promise<IdKeys>;
  readonly contacts: Contacts;
  readonly runTasks: ContactTasks;
  readonly conversations: Pick<ConversationStore<FlowState>, 'find' | 'findAll'>;
  readonly files: Pick<FileRecords, 'findAll'>;
  readonly addresses: FileAddresses;
  readonly turnLog: Pick<TurnLog, 'findLast' | 'read'>;
  readonly feed: Pick<InboxFeed, 'side'>;
  readonly search: Pick<SearchIndex, 'search' | 'searchContacts' | 'stretches'>;
  readonly deliveries: Deliveries;
  readonly cursors: DeliveryCursors;
  readonly pacing: SendPacing;
  readonly waiting: WaitingReplies;
  readonly health: ChannelHealthNotes;
  readonly sightings: Pick<WidgetSightings, 'find'>;
  readonly refusals: Pick<Refusals, 'listOrigins' | 'read'>;
  readonly runList: RunList;
  readonly counts: Pick<RunCounts, 'hours' | 'days'>;
  readonly inboxIndex: Pick<HandoffIndex, 'list'>;
  readonly backgroundJobs: BackgroundJobs;
  readonly editors: FlowEditors;
  readonly testLinks: TestLinks;
  readonly testUse: Pick<TestUse, 'read'>;
  readonly secretStore: TenantSecretStore;
  /** The accepted verify tokens of the first chat app's subscription handshake, newest last. */
  readonly verifyTokens: () => Promise<readonly string[]>;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly random: () => number;
}

/** Who changes something, for which tenant, and from where: a user, or a system with an API key. */
export interface Changer extends Actor {
  readonly role: RoleName | 'service';
  /** The tenant that is worked in; a super-admin's own may be another. */
  readonly tenantId: string;
  readonly homeTenantId: string;
  readonly sourceIp: string;
  readonly correlationId: string;
  /** The name that agents and visitors see; null if not set. */
  readonly name: string | null;
}

/** The user who makes the request. */
export interface AdminCaller extends Changer {
  readonly role: RoleName;
}

/** A response body with its ETag, if any. */
export interface Answer<Body> {
  readonly body: Body;
  readonly etag?: string;
}

/** The sender of a request, before the rest is parsed. */
interface AdminRequest {
  readonly claims: Claims;
  /** Header `x-tenant-id`. */
  readonly tenantId: string | undefined;
  readonly sourceIp: string;
  readonly correlationId: string;
}

/**
 * The one place that decides who may do what in which tenant.
 * @throws `invalid_token`, `missing_tenant_claim`, `invalid_role`, `tenant_not_found` for what the token lacks
 * @throws `access_ended` for a user whose access has ended since
 * @throws `other_tenant`, `not_allowed`, TenantNotFoundError
 * @see design 9 "Who"
 */
export async function decide(
  admin: Pick<Admin, 'directory' | 'access'>,
  request: AdminRequest,
  capability: Capability,
): Promise<AdminCaller> {
  const session = await readSession(admin, request.claims);
  const [role] = session.roles;
  if (role === undefined) throw new GatewayError('invalid_role');
  const tenantId = request.tenantId ?? session.tenantId;
  const isOwn = tenantId === session.tenantId;
  if (!isOwn && role !== 'super-admin') throw new GatewayError('other_tenant');
  if (!allows([role], capability)) throw notAllowed(role, leastRoleOf(capability));
  if (!isOwn) await assertTenant(admin, tenantId);
  const { sourceIp, correlationId } = request;
  const { id, email = null, name = null } = session.user;
  return { id, email, name, role, tenantId, homeTenantId: session.tenantId, sourceIp, correlationId };
}

/** A super admin can still manage a suspended tenant. */
async function assertTenant({ directory }: Pick<Admin, 'directory'>, tenantId: string): Promise<void> {
  const tenant = identifier.safeParse(tenantId).success ? await directory.findTenant(tenantId) : null;
  if (!tenant) throw new TenantNotFoundError();
}

function leastRoleOf(capability: Capability): RoleName {
  return roleNames.find((role) => allows([role], capability)) ?? 'super-admin';
}

/** The preconditions of a write. @see RFC 9110 13.1 */
export interface Preconditions {
  readonly ifMatch: string | undefined;
  readonly ifNoneMatch: string | undefined;
}

/**
 * Holds a write's `If-Match` against what is stored.
 * @param etag of what is stored; null when there is nothing
 * @param current its current representation for the response
 * @throws `precondition_required`, `precondition_failed`
 */
export function assertMatch({ ifMatch }: Preconditions, etag: string | null, current?: () => unknown): void {
  if (ifMatch === undefined) throw new GatewayError('precondition_required');
  if (etag === null || !matches(ifMatch, etag))
    throw preconditionFailed(etag, etag ? current?.() : undefined);
}

/**
 * Holds a write that may also create against what is stored.
 * @param now the answer for what is stored; null when there is nothing
 * @throws `precondition_required`, `precondition_failed` that shows what is stored
 */
export function assertWritable(preconditions: Preconditions, now: Answer<unknown> | null): void {
  const etag = now?.etag ?? null;
  if (preconditions.ifNoneMatch !== '*') assertMatch(preconditions, etag, () => now?.body);
  else if (now) throw preconditionFailed(etag, now.body);
}

/** The refusal of a write that came too late, with what is stored now. @param absent the problem of reading what is gone */
export async function conflictWith(
  now: Promise<Answer<unknown>>,
  absent: ProblemCode,
): Promise<GatewayError> {
  const answer = await now.catch((error: unknown) => {
    if (isProblem(error, absent)) return null;
    throw error;
  });
  return preconditionFailed(answer?.etag ?? null, answer?.body);
}

/** Weak ETags never match, since the content may differ, and neither does `*`, since the caller has not read it. */
function matches(header: string, etag: string): boolean {
  return header.split(',').some((one) => one.trim() === etag);
}

/** The ETag of a record: its revision, or for one from before there were any, what it holds. */
export function etagOfRecord({ revision, attributes }: DirectoryRecord): string {
  return `"${revision ?? fingerprintOf(attributes)}"`;
}

/** A caller needs one of them, not all. */
const namesMost = 5;

/** Lists the names of a tenant's admins who can sign in, as contacts for other users. */
export async function listAdmins(
  { records }: Pick<Admin, 'records'>,
  { tenantId }: Pick<AdminCaller, 'tenantId'>,
): Promise<AdminNames> {
  const items: { name: string }[] = [];
  for (const id of (await readAdmins({ records }, tenantId)).ids) {
    const user = readIndexed(await records.find(tenantId, directoryKeys.user(id)));
    if (user?.role === 'admin' && user.status === 'active') items.push({ name: user.name ?? user.email });
    if (items.length === namesMost) break;
  }
  return { items };
}
