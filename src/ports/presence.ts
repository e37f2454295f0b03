/** Which people of a tenant are at their desks: each of their long-polls says so. @see handoff.md 2.1 */
export interface Presence {
  /** They are there now, or say that they are not. */
  note(tenantId: string, userId: string, isThere: boolean): Promise<void>;
  /** Whether they were heard of in the last minute and a half. */
  isThere(tenantId: string, userId: string): Promise<boolean>;
}
