import type { CanonicalMessage } from '../contract/canonical-message.ts';
import type { FlowDefinition } from '../contract/flow.ts';
import type { QueueHours } from '../contract/queues.ts';
import type {
  AnswerInput,
  Attachment,
  Card,
  Choice,
  ConversationStatus,
  FlowPosition,
  Handoff,
} from '../contract/vocabulary.ts';
import type { Found, RecordedStep } from '../domain/conversation.ts';
import type { HttpClient, LlmClient, LlmMessage } from '../ports/http-client.ts';
import type { FlowEngineError } from './errors.ts';

/** A value of a flow variable: JSON. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

/** One outbound message of a turn. */
export interface Reply {
  readonly id: string;
  readonly text: string;
  /** The text in Markdown, where a value in it would else be read as marks. */
  readonly markdown?: string;
  readonly choices?: readonly Choice[];
  readonly attachments?: readonly Attachment[];
  readonly cards?: readonly Card[];
  /** The answer that a question expects. */
  readonly input?: AnswerInput;
  /** ISO 8601 UTC. */
  readonly timestamp: string;
}

/** How a handoff continues, as its step defines. The steps belong to the run's pinned version. */
export interface HandoffPlan {
  readonly stepId: string;
  /** The next step when an agent returns the conversation. */
  readonly next?: string;
  readonly timeoutMinutes?: number;
  /** The next step when no agent has joined in time. */
  readonly onTimeout?: string;
  /** The next step when an agent closes the conversation. */
  readonly afterClose?: string;
  /** The variables that agents see. */
  readonly share: { readonly [name: string]: Json };
}

/** What the answer to a question with `measures` adds to the run's figures. @see design 12 */
export interface Measured {
  readonly metric: 'csat' | 'nps' | 'resolved';
  readonly value: Json;
  readonly stepId: string;
  /** ISO 8601 UTC. */
  readonly answeredAt: string;
}

/** Where a run returns to, innermost last. */
export type Frame =
  /** The flow that called the one that runs; its `stepId` is the `call` step. */
  | { readonly kind: 'call'; readonly flow: FlowPosition; readonly variables: FlowState['variables'] }
  /** The question that was open when a trigger with `return` was used. */
  | { readonly kind: 'return'; readonly flow: FlowPosition; readonly asked?: Asked };

/**
 * The messages that ask the open question: the ID of the message in response to which it was first asked, and of the
 * last reply that asks it. A button of any other message doesn't answer it.
 */
export interface Asked {
  readonly from: string;
  readonly to: string;
}

/** A choice as it was offered, with its connection. */
export interface OfferedChoice extends Choice {
  readonly next?: string;
}

/** The effects that the caller performs after the commit, in this order. @see design 3 */
export type Effect =
  | { readonly kind: 'reply'; readonly reply: Reply }
  | { readonly kind: 'handoff'; readonly handoff: Handoff; readonly plan?: HandoffPlan }
  | { readonly kind: 'flow-completed'; readonly flow: FlowPosition; readonly outcome: 'completed' | 'failed' }
  /** The flow is silent during a handoff; the message goes to the agents. */
  | { readonly kind: 'passed-on'; readonly handoff: Handoff };

/** When a flow continues by itself. @see design 4 */
export interface Wake {
  /** Epoch milliseconds. */
  readonly atMs: number;
  /** The time of a `wait` step is up; the visitor is to be reminded of a question; or was silent for too long. */
  readonly kind: 'wait' | 'remind' | 'silence';
}

/** A suspended turn: where it continues, and what it has produced so far. */
export interface TurnProgress {
  readonly messageId: string;
  readonly stepId: string;
  readonly effects: readonly Effect[];
  readonly stepsRun: number;
  /** The turn has failed once and continues at the flow's `onError`. */
  readonly recovering?: true;
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
  /** The messages of the open question; absent in state of the previous release. */
  readonly asked?: Asked;
  /** The choices of the question that waits, when they are not written in the flow. */
  readonly offered?: readonly OfferedChoice[];
  /** Where the run returns to. */
  readonly frames?: readonly Frame[];
  /** Answers of the run to questions with `measures`; asked again, the last counts. */
  readonly measured?: readonly Measured[];
  /** How often a handoff of this run was outside its business hours. */
  readonly handoffsRefused?: number;
  /** Tokens of language models that the run has used, as far as models tell. */
  readonly llmTokens?: number;
  /** When the flow continues without a message; an earlier message removes it. */
  readonly wake?: Wake;
  /** How often the run has continued by itself since the visitor's last message. */
  readonly woken?: number;
  /** Responses of external calls that the log doesn't have yet; only in conversations of the flow's sample. */
  readonly recorded?: readonly RecordedStep[];
  /** Present only while a turn runs or is suspended. */
  readonly progress?: TurnProgress;
}

/** The outside world, as much of it as the engine may see. */
export interface TurnDeps {
  /** The published version, or the very one that a conversation is pinned to. */
  readonly flows: { find(flowId: string, version?: number): Promise<FlowDefinition | null> };
  readonly state: {
    /** The state before the turn (or the suspended turn's own); null for a new conversation. */
    readonly before: FlowState | null;
    /** Takes the state at the start of each other step: it is stored by the next save, or with the turn. */
    readonly passed: { push(state: FlowState): unknown };
    /** Stores the state at the start of a step with an external effect, and when a step fails. @see spec "States and transitions" */
    save(state: FlowState): Promise<void>;
  };
  /** The flow that a new run starts. */
  readonly flowId: string;
  readonly http: HttpClient;
  readonly llm: LlmClient;
  readonly clock: { nowMs(): number };
  /** The tenant's time zone, for `now` and opening hours: `Europe/Berlin`. Default: UTC. */
  readonly timeZone?: string;
  /** Business hours by queue; one without any is always open. */
  readonly hours?: QueueHours;
  /** The tenant's country, ISO 3166-1 alpha-2, to read numbers and dates of visitors whose own country is unknown. */
  readonly country?: string;
  /** The secrets that a flow's `http` steps may send in headers, and the hosts that each may be sent to. */
  readonly secrets?: { read(name: string): Promise<FlowSecret | null> };
  /** Ids of replies: each call gives a greater one. */
  readonly ids: { next(): string };
  /** The turn's own deadline, epoch milliseconds: no step runs past it. */
  readonly deadlineMs: number;
  /** Aborted when the caller stops waiting: the turn is then suspended at its persisted step. */
  readonly signal?: AbortSignal;
  /**
   * Set when the state's `wake` time has come instead of a message. The message is then empty and only describes
   * visitor and page.
   */
  readonly woken?: true;
  /** A visitor opened the chat without a message: a new run greets them unless one is active. */
  readonly starts?: true;
  /** Whether a step that may be slow is suspended (true) or runs here (false, the worker). */
  readonly handOverBackground: boolean;
  /**
   * With `handOverBackground`: no call is begun here that may end later, epoch milliseconds. The client has stopped waiting by then,
   * and a call that is cut off would be made twice.
   */
  readonly callsEndByMs?: number;
  /** Called with each connection that is taken, named as in `connectionsFrom`, to measure coverage. */
  readonly tookWay?: (flowId: string, path: string) => void;
  /** Whether the conversation is in a sample of this percentage. Without it, none is. */
  readonly isSampled?: (percent: number) => boolean;
  /** In a replay: what a step found then, and null where nothing is known; undefined has it call. */
  readonly recall?: (flowId: string, stepId: string, kind: 'http' | 'llm') => Found | null | undefined;
  /** A key that is the same whenever this message's turn is run again; `http` steps derive their Idempotency-Key from it. */
  readonly idempotencySeed: string;
}

/** A secret of the tenant's for calls of its flows. @see design 4 */
export interface FlowSecret {
  readonly value: string;
  readonly hosts: readonly string[];
}

/**
 * The outcome of a turn. A suspended turn continues when `processInbound` is called again with its state and
 * message.
 */
export type TurnResult =
  | {
      readonly outcome: 'ended';
      readonly state: FlowState;
      readonly effects: readonly Effect[];
      /** The error that led to the flow's `onError`, for the log. */
      readonly recovered?: FlowEngineError;
    }
  | {
      readonly outcome: 'suspended';
      readonly state: FlowState;
      /** The author has set `background: true`: the request does not wait for the step. */
      readonly isChosen?: true;
    };

/** The stable interface of the engine. @see spec "Versioning" 3 */
export type ProcessInbound = (message: CanonicalMessage, deps: TurnDeps) => Promise<TurnResult>;
