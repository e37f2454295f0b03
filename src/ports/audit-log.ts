import type { AuditEntry } from '../contract/admin/audit.ts';

/** Who changed what of a tenant, for 400 days. @see design 9 "Audit" */
export interface AuditLog {
  /** Writes an entry of a change that is about to be made. */
  begin(tenantId: string, entry: AuditEntry): Promise<void>;
  /** Says how it went. */
  end(tenantId: string, id: string, outcome: 'done' | 'failed'): Promise<void>;
  /**
   * The latest first, at most `limit` of those between two ids; fewer than there are when most don't fit the question.
   * @returns where to go on; null when there are no more
   */
  list(
    tenantId: string,
    range: { readonly from: string; readonly to: string },
    limit: number,
  ): Promise<{ readonly entries: readonly AuditEntry[]; readonly next: string | null }>;
}
