import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { name } from '../steps/parts.ts';
import { attachment, conversationStatus, flowPosition, handoff } from '../vocabulary.ts';
import { actor } from './lists.ts';

const variables = z.record(z.string(), z.json());

/** The engine's state of a conversation from an earlier response. @see src/engine/interfaces.ts */
const flowState = z.looseObject({
  status: conversationStatus,
  flow: z.extend(flowPosition, { id: name, stepId: name }),
  variables,
  attempts: z.int(),
  handoff: z.nullable(handoff),
  history: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
});

/** The simulated visitor, and their message. */
const message = z.strictObject({
  text: z.optional(z.string().check(z.maxLength(limits.textChars))),
  attachments: z.optional(z.array(attachment).check(z.maxLength(limits.attachments))),
  user: z.optional(
    z.strictObject({
      firstName: z.optional(z.string()),
      email: z.optional(z.string()),
      phone: z.optional(z.string()),
      language: z.optional(z.string()),
      verified: z.optional(z.literal(true)),
    }),
  ),
  metadata: z.optional(variables),
});

/** The external responses of a test conversation. */
export const playedAnswers = {
  /** Answers that `http` steps get, in order; a call without one fails. */
  http: z.optional(
    z.array(
      z.strictObject({
        status: z._default(z.int(), 200),
        body: z._default(z.json(), null),
        fails: z.optional(z.boolean()),
      }),
    ),
  ),
  /** Answers of language models, likewise. */
  llm: z.optional(z.array(z.string())),
};

/**
 * `POST /flows/{flowId}/draft/test`: one turn of the saved draft. It begins at `state` (an earlier answer's), at
 * `start` (a step with these variables), or at the beginning. @see console.md D3
 */
export const draftTest = z.strictObject({
  state: z.optional(z.nullable(flowState)),
  start: z.optional(z.strictObject({ stepId: name, variables: z.optional(variables) })),
  message,
  /** The time of the message; default: now. */
  clock: z.optional(z.iso.datetime({ offset: true })),
  ...playedAnswers,
  /** Has `http` steps call their services, with secrets; for those who may publish. */
  real: z.optional(z.boolean()),
});
export type DraftTest = z.infer<typeof draftTest>;

/** The outcome of the turn, without secrets. */
export const draftTestResult = z.object({
  /** The state to continue with; null if the flow failed. */
  state: z.nullable(flowState),
  replies: z.array(z.unknown()),
  /** Its other effects. */
  effects: z.array(z.unknown()),
  /** The connections of this flow that it took. */
  ways: z.array(z.string()),
  /** Calls of `http` steps as they were (or would have been) sent, and what came back. */
  calls: z.array(
    z.object({
      method: z.string(),
      url: z.string(),
      headers: z.record(z.string(), z.string()),
      body: z.nullable(z.string()),
      status: z.nullable(z.int()),
      answer: z.nullable(z.string()),
    }),
  ),
  /** Why the flow raised, and where. */
  raised: z.nullable(z.object({ code: z.string(), stepId: z.nullable(z.string()), message: z.string() })),
});
export type DraftTestResult = z.infer<typeof draftTestResult>;

/**
 * `POST /flows/{flowId}/draft/replay`: conversations against the saved draft, turn by turn. Without any named, those
 * that are scripted in the draft. @see design 9, console.md 4 "Publish dialog"
 */
export const draftReplay = z.strictObject({
  /** Scripted ones, as in `*.conversations.json`. */
  conversations: z.optional(
    z.array(z.record(z.string(), z.json())).check(z.maxLength(limits.replayedConversations)),
  ),
  /** Past conversations, whose visitor messages are replayed. */
  conversationIds: z.optional(
    z
      .array(z.string().check(z.minLength(1), z.maxLength(limits.identifierChars)))
      .check(z.maxLength(limits.replayedConversations)),
  ),
  /** External responses for past conversations where no recording exists. */
  ...playedAnswers,
});
export type DraftReplay = z.infer<typeof draftReplay>;

const reply = z.object({
  text: z.string(),
  /** Labels; absent where a script does not say them, and then not compared. */
  choices: z.optional(z.array(z.string())),
});

const turn = z.object({
  /** The action as in a script: `{"user": …}`, `{"minutes": …}`, `{"human": …}`. */
  action: z.record(z.string(), z.json()),
  /** The original or expected replies. */
  before: z.array(reply),
  /** The draft's replies. */
  now: z.array(reply),
  same: z.boolean(),
  /** Steps that were given what they found then. */
  recorded: z.array(z.string()),
});

const replayed = z.object({
  title: z.string(),
  /** Null for a scripted one. */
  conversationId: z.nullable(z.string()),
  turns: z.array(turn),
  /** Whether all turns are equal and none was left out. */
  same: z.boolean(),
  /** False when it was broken off: as too long, for want of time, or at a step of which nothing is recorded. */
  complete: z.boolean(),
  /** The step where the replay stopped. */
  stopped: z.nullable(z.object({ flowId: z.string(), stepId: z.string() })),
  /** Why it stopped; `code` and `stepId` are null if the flow did not cause it. */
  raised: z.nullable(
    z.object({ code: z.nullable(z.string()), stepId: z.nullable(z.string()), message: z.string() }),
  ),
});
export type ReplayedConversation = z.infer<typeof replayed>;

/** The draft's replies. */
export const draftReplayResult = z.object({
  conversations: z.array(replayed),
  /** False when there were more than are played at a time, or one was not played to its end. */
  complete: z.boolean(),
});
export type DraftReplayResult = z.infer<typeof draftReplayResult>;

/** `POST /flows/{flowId}/editors`: that the caller has the flow open, and which step. */
export const editorPresence = z.strictObject({
  stepId: z.nullable(z.string().check(z.minLength(1), z.maxLength(limits.identifierChars))),
});

/** The others who have the flow open. */
export const flowEditors = z.object({
  items: z.array(z.object({ id: z.string(), name: z.string(), stepId: z.nullable(z.string()) })),
});
export type FlowEditor = z.infer<typeof flowEditors>['items'][number];

/** `POST /flows/{flowId}/test-links` */
export const newTestLink = z.strictObject({
  /** Lets the current draft call real services and models; requires `flows:publish`. */
  realCalls: z.optional(z.boolean()),
});
export type NewTestLink = z.infer<typeof newTestLink>;

const used = z.object({
  sessions: z.int(),
  messages: z.int(),
  /** Tokens of language models. */
  tokens: z.int(),
});
export type TestUsage = z.infer<typeof used>;

/** A link to try a draft with, without its secret, which is not stored. */
export const testLink = z.object({
  id: z.string(),
  createdAt: z.string(),
  by: actor,
  expiresAt: z.string(),
  realCalls: z.boolean(),
  /** Whether the draft has changed since the link with real calls was created; its calls are then simulated. */
  changedSince: z.boolean(),
  /** Since midnight UTC. */
  today: used,
});
export type TestLink = z.infer<typeof testLink>;

/** The only answer with the token of the address `/test/#TOKEN`; null for a repeated request. */
export const createdTestLink = z.object({ ...testLink.shape, token: z.nullable(z.string()) });
export type CreatedTestLink = z.infer<typeof createdTestLink>;

/** A flow has so few that they need no pages. */
export const testLinks = z.object({
  items: z.array(testLink),
  /** Per link and UTC day. */
  limits: z.object({ links: z.int(), sessions: z.int(), messages: z.int() }),
});
export type TestLinks = z.infer<typeof testLinks>;
