import type { Actor } from '../contract/admin/lists.ts';
import type { TestUsage } from '../contract/admin/test-links.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import type { LogMessage } from '../contract/poll.ts';
import type { Standing } from '../engine/rehearse.ts';
import type { SampleAnswers } from '../engine/sample-answers.ts';

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

/** Where a link belongs. */
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

/** What a link has been used for since midnight UTC. */
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

/** A turn that was answered: a repeat of its request gets the same. */
export interface TestTurn {
  readonly key: string | null;
  readonly fingerprint: string;
  /** Index of its messages in the log: from and up to. */
  readonly from: number;
  readonly to: number;
}

/** A chat with a draft: all that is kept of it. */
export interface TestSession {
  readonly linkId: string;
  /** Of the widget's session: only its holder reads and writes here. */
  readonly sessionHash: string;
  /** What is tried, as the draft was when the chat began; null while the draft has problems. */
  readonly tried: TriedFlow | null;
  readonly standing: Standing | null;
  readonly log: readonly LogMessage[];
  readonly turns: readonly TestTurn[];
}

/** A draft, the flows that it calls, and who answers from outside. */
export interface TriedFlow {
  readonly flow: FlowDefinition;
  readonly others: readonly FlowDefinition[];
  readonly samples: SampleAnswers;
  readonly isReal: boolean;
}

/** Chats with drafts; each forgets itself. */
export interface TestSessions {
  find(
    tenantId: string,
    conversationId: string,
  ): Promise<{ readonly session: TestSession; readonly revision: number } | null>;
  /**
   * @param revision of what was read; 0: there was none
   * @returns `moved` when others have written since; `full` when it is too large
   */
  save(
    of: { readonly tenantId: string; readonly conversationId: string },
    session: TestSession,
    revision: number,
  ): Promise<'saved' | 'moved' | 'full'>;
}
