import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import type {
  Attachment,
  Choice,
  ConversationStatus,
  FlowPosition,
  Handoff,
} from '../contract/vocabulary.ts';
import type { HttpClient } from '../ports/http-client.ts';
import type { LlmClient, LlmMessage } from '../ports/llm-client.ts';

/** A value of a flow variable: JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** One outbound message of a turn. */
export interface Reply {
  readonly id: string;
  readonly text: string;
  readonly choices?: readonly Choice[];
  readonly attachments?: readonly Attachment[];
  /** ISO 8601 UTC. */
  readonly timestamp: string;
}

/** What the caller must carry out once the turn is committed, in this order. @see design 3 */
export type Effect =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'handoff'; readonly handoff: Handoff }
  | { readonly kind: 'flow-completed'; readonly flow: FlowPosition; readonly outcome: 'completed' | 'failed' }
  /** The flow is silent during a handoff; the message is passed on to the humans. */
  | { readonly kind: 'passed-on'; readonly handoff: Handoff };

/** A turn that has not ended: where it goes on, and what it has produced so far. */
export interface TurnProgress {
  readonly messageId: string;
  readonly stepId: string;
  readonly effects: readonly Effect[];
  readonly stepsRun: number;
}

/** Everything that a conversation remembers between two turns; plain JSON. */
export interface FlowState {
  readonly status: ConversationStatus;
  readonly flow: FlowPosition;
  readonly variables: { readonly [name: string]: Json };
  /** Failed answers to the question that waits. */
  readonly attempts: number;
  readonly handoff: Handoff | null;
  /** The last messages, for `llm` steps; bounded. */
  readonly history: readonly LlmMessage[];
  /** Present only while a turn runs or is suspended. */
  readonly progress?: TurnProgress;
}

/** The outside world, as much of it as the engine may see. */
export interface TurnDeps {
  /** The published version, or the very one that a conversation is pinned to. */
  readonly flows: { find(flowId: string, version?: number): Promise<FlowDefinition | null> };
  readonly state: {
    /** The state before the turn (or the suspended turn's own); null for a new conversation. */
    load(): FlowState | null;
    /**
     * Told at the start of every step. `durable` is set before a step with an outside effect and when a step raises:
     * the promise must then not resolve before the state is stored. @see spec "States and transitions"
     */
    save(state: FlowState, options: { readonly durable: boolean }): Promise<void>;
  };
  /** The flow that a new run starts. */
  readonly flowId: string;
  readonly http: HttpClient;
  readonly llm: LlmClient;
  readonly clock: { nowMs(): number };
  /** Ids of replies: each call gives a greater one. */
  readonly ids: { next(): string };
  /** The turn's own deadline, epoch milliseconds: no step runs past it. */
  readonly deadlineMs: number;
  /** Aborted when the caller stops waiting: the turn is then suspended at its persisted step. */
  readonly signal?: AbortSignal;
  /** Whether a step marked `background` is handed over (true) or run here (false, the worker). */
  readonly handOverBackground: boolean;
  /** A key that is the same whenever this message's turn is run again; `http` steps derive their Idempotency-Key from it. */
  readonly idempotencySeed: string;
}

/** How a turn ended. A suspended turn goes on when `processInbound` is called again with its state and message. */
export type TurnResult =
  | { readonly outcome: 'ended'; readonly state: FlowState; readonly effects: readonly Effect[] }
  | { readonly outcome: 'suspended'; readonly state: FlowState };

/** The stable interface of the engine. @see spec "Versioning" 3 */
export type ProcessInbound = (message: CanonicalMessage, deps: TurnDeps) => Promise<TurnResult>;
