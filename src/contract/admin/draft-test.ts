import * as z from 'zod/mini';
import { limits } from '../limits.ts';
import { name } from '../steps/parts.ts';
import { attachment, conversationStatus, flowPosition, handoff } from '../vocabulary.ts';

const variables = z.record(z.string(), z.json());

/** The engine's state of a conversation, as an earlier answer told it. @see src/engine/interfaces.ts */
const flowState = z.looseObject({
  status: conversationStatus,
  flow: z.extend(flowPosition, { id: name, stepId: name }),
  variables,
  attempts: z.int(),
  handoff: z.nullable(handoff),
  history: z.array(z.object({ role: z.enum(['user', 'assistant']), text: z.string() })),
});

/** Who the visitor is played to be, and what they say. */
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

/** What a flow that is tried finds outside. */
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
  /** When it is said; now without it. */
  clock: z.optional(z.iso.datetime({ offset: true })),
  ...playedAnswers,
  /** Has `http` steps call their services, with secrets; for those who may publish. */
  real: z.optional(z.boolean()),
});
export type DraftTest = z.infer<typeof draftTest>;

/** What the turn did. No secret is in it. */
export const draftTestResult = z.object({
  /** To go on with; null when the flow raised. */
  state: z.nullable(flowState),
  replies: z.array(z.unknown()),
  /** What it asked for besides. */
  effects: z.array(z.unknown()),
  /** The ways of this flow that it took. */
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
