import type { Actor } from '../../contract/admin/lists.ts';
import type { RoleName } from '../../contract/roles.ts';
import type { IdKeys } from '../../domain/id-keys.ts';
import type { FlowState } from '../../engine/interfaces.ts';
import type { AuditLog } from '../../ports/audit-log.ts';
import type { ChannelHealthNotes } from '../../ports/channel-health.ts';
import type { ConversationStore } from '../../ports/conversation-store.ts';
import type { Deliveries } from '../../ports/deliveries.ts';
import type { DeliveryCursors } from '../../ports/delivery-cursors.ts';
import type { DeskFeed } from '../../ports/desk-feed.ts';
import type { DeskIndex } from '../../ports/desk-index.ts';
import type { Directory } from '../../ports/directory.ts';
import type { DirectoryRecords } from '../../ports/directory-records.ts';
import type { FileAddresses, FileRecords } from '../../ports/files.ts';
import type { HttpClient } from '../../ports/http-client.ts';
import type { Log } from '../../ports/log.ts';
import type { RefusedDays } from '../../ports/refusal-counts.ts';
import type { RefusedOrigins } from '../../ports/refused-origins.ts';
import type { RequestClaims } from '../../ports/request-claims.ts';
import type { RunCounts, RunList } from '../../ports/runs.ts';
import type { SendPacing } from '../../ports/send-pacing.ts';
import type { TenantSecretStore } from '../../ports/tenant-secret-store.ts';
import type { TenantSecrets } from '../../ports/tenant-secrets.ts';
import type { TurnLog } from '../../ports/turn-log.ts';
import type { UserAccess } from '../../ports/user-access.ts';
import type { WaitingReplies } from '../../ports/waiting-replies.ts';

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
  /** Cursors of lists are signed with them. */
  readonly idKeys: () => Promise<IdKeys>;
  readonly conversations: Pick<ConversationStore<FlowState>, 'find'>;
  readonly files: Pick<FileRecords, 'findAll'>;
  readonly addresses: FileAddresses;
  readonly turnLog: Pick<TurnLog, 'read'>;
  readonly feed: Pick<DeskFeed, 'side'>;
  readonly deliveries: Deliveries;
  readonly cursors: DeliveryCursors;
  readonly pacing: SendPacing;
  readonly waiting: WaitingReplies;
  readonly health: ChannelHealthNotes;
  readonly refusedOrigins: Pick<RefusedOrigins, 'list'>;
  readonly refusedDays: RefusedDays;
  readonly runList: RunList;
  readonly counts: Pick<RunCounts, 'hours' | 'days'>;
  readonly deskIndex: Pick<DeskIndex, 'list'>;
  readonly secretStore: TenantSecretStore;
  /** What the first chat app's subscription handshake may show, the newest last. */
  readonly verifyTokens: () => Promise<readonly string[]>;
  readonly log: Log;
  readonly nowMs: () => number;
  readonly random: () => number;
}

/** Who changes something, for which tenant, and from where: a user, or a system with a service key. */
export interface Changer extends Actor {
  readonly role: RoleName | 'service';
  /** The tenant that is worked in; a super-admin's own may be another. */
  readonly tenantId: string;
  readonly homeTenantId: string;
  readonly sourceIp: string;
  readonly correlationId: string;
  /** As colleagues and visitors know them; null where nobody has said. */
  readonly name: string | null;
}

/** A user who asks. */
export interface AdminCaller extends Changer {
  readonly role: RoleName;
}

/** A representation as it is answered, with its ETag where it has one. */
export interface Answer<Body> {
  readonly body: Body;
  readonly etag?: string;
}
