import type { TestUsage } from '../contract/admin/drafts.ts';
import type { Actor } from '../contract/admin/lists.ts';

/** A stored test link: its secret is only stored as a hash. */
export interface StoredTestLink {
  readonly id: string;
  readonly hash: string;
  readonly createdAtMs: number;
  readonly expiresAtMs: number;
  readonly by: Actor;
  /** Fingerprint of the draft that may call services for real; null: none may. */
  readonly realFor: string | null;
}

/** The flow of a link. */
export interface TestedFlow {
  readonly tenantId: string;
  readonly flowId: string;
}

/** The test links of a flow: one item, so that two requests can't both create the last one. */
export interface TestLinks {
  /** Those that have not expired, the newest last; `revision` names what was read. */
  read(flow: TestedFlow): Promise<{ readonly links: readonly StoredTestLink[]; readonly revision: number }>;
  /** @returns false when others have written since `revision` */
  write(flow: TestedFlow, links: readonly StoredTestLink[], revision: number): Promise<boolean>;
}

/** The use of a link since midnight UTC. */
export interface TestUse {
  read(tenantId: string, linkId: string): Promise<TestUsage>;
  /** Counts one more, unless it would exceed the limit. @returns whether it was counted */
  take(
    link: { readonly tenantId: string; readonly linkId: string },
    what: 'sessions' | 'messages',
    limit: number,
  ): Promise<boolean>;
  addTokens(tenantId: string, linkId: string, tokens: number): Promise<void>;
}

/** Chats with drafts; each forgets itself. */
export interface TestSessions<Session> {
  find(
    tenantId: string,
    conversationId: string,
  ): Promise<{ readonly session: Session; readonly revision: number } | null>;
  /**
   * @param revision of what was read; 0: there was none
   * @returns `moved` when others have written since; `full` when it is too large
   */
  save(
    of: { readonly tenantId: string; readonly conversationId: string },
    session: Session,
    revision: number,
  ): Promise<'saved' | 'moved' | 'full'>;
}
