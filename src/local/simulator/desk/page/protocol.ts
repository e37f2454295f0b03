/** How the desk's center behaves: each is off unless it is switched on. */
export interface DeskMood {
  /** The desk answers for the tenants that have a contact center, and not their own people. */
  readonly answers: boolean;
  /** Answers each event with 500. */
  readonly fails: boolean;
  /** Makes each call three times. */
  readonly repeats: boolean;
  /** Makes calls in another order than they were said in. */
  readonly shuffles: boolean;
  /** Leaves out a position before each. */
  readonly gaps: boolean;
}

/** One line of a handoff's story, as the agent reads it. */
export interface DeskEntry {
  readonly id: string;
  readonly author: 'user' | 'bot' | 'agent' | 'note';
  readonly text: string;
  /** ISO 8601 UTC. */
  readonly at: string;
  /** Of an agent's, as far as the gateway has told. */
  readonly receipt?: 'sent' | 'delivered' | 'read' | 'failed';
  /** Why it failed. */
  readonly reason?: string;
}

/** A handoff as the center has it. */
export interface DeskHandoff {
  readonly id: string;
  readonly account: string;
  readonly state: 'open' | 'ended';
  readonly reason: string;
  readonly queue: string;
  readonly channel: string;
  readonly visitor: string;
  /** The visitor writes, as far as is known. */
  readonly typing: boolean;
  readonly entries: readonly DeskEntry[];
}

/** Everything that the page shows. */
export interface DeskState {
  readonly mood: DeskMood;
  readonly handoffs: readonly DeskHandoff[];
}

/** What an agent does. */
export type DeskAction =
  | { readonly type: 'says'; readonly text: string }
  | { readonly type: 'accepts' }
  | { readonly type: 'types' }
  /** Tells that the agent has read what the visitor wrote. */
  | { readonly type: 'reads' }
  | { readonly type: 'ends'; readonly how: 'return' | 'close' };

/** What the page may ask for. */
export interface DeskRequests {
  readonly act: { readonly handoffId: string; readonly agent: string; readonly action: DeskAction };
  readonly mood: Partial<DeskMood>;
}
