/** A queue, or what one person has. */
export interface DeskList {
  readonly of: 'queue' | 'owner';
  readonly name: string;
}

/** A conversation in a list, and since when. */
export interface DeskPlace {
  readonly conversationId: string;
  readonly atMs: number;
}

/** The conversations that humans have, or are to have, the oldest first; what was just written may be missing. @see handoff.md 1.1 */
export interface DeskIndex {
  /** @param from those at this time, or later */
  list(
    tenantId: string,
    list: DeskList,
    page: { readonly fromMs?: number | undefined; readonly limit: number },
  ): Promise<readonly DeskPlace[]>;
  /** The first hundred conversations of a queue as they were up to ten seconds ago. */
  queue(tenantId: string, name: string): Promise<readonly string[]>;
}
