import type { AuditEntry } from '../../contract/admin/audit.ts';
import type { RoleName } from '../../contract/roles.ts';
import type { DirectoryRecords } from '../../ports/directory-records.ts';
import type { UserPool } from '../../ports/user-pool.ts';

/** A change of a user, as the audit log tells of it. */
export type UserChange = Pick<AuditEntry, 'action' | 'resource' | 'changes'>;

/** What managing a tenant's users takes. */
export interface UserAdministration {
  /** The authority. */
  readonly pool: UserPool;
  /** Keeps the index of users by tenant, which the pool can't list by. */
  readonly records: Pick<DirectoryRecords, 'find' | 'list' | 'write' | 'remove'>;
  readonly nowMs: () => number;
  /** Who may answer visitors no more gives back what they have; a word of it that is lost is no failure. */
  readonly giveBack: (tenantId: string, userId: string) => Promise<void>;
  /** Makes a change with its audit entry. */
  readonly audited: <T>(change: UserChange, make: () => Promise<T>) => Promise<T>;
}

/** Who manages, in which tenant; `id` is null for an operator's command line. */
export interface UserManager {
  readonly id: string | null;
  readonly role: RoleName;
  readonly tenantId: string;
}

/** Which user, and as which revision the caller has read them, where that matters. */
export interface NamedUser {
  readonly userId: string;
  readonly revision?: string | undefined;
}
