import * as z from 'zod/mini';
import { canonicalMessage } from './canonical-message.ts';
import { providerUpdate } from './message-updates.ts';

/** Where the answer of a web chat turn is remembered for repeats. @see design 2.3 */
export const answerClaim = z.object({
  /** Key of the dedup record. */
  key: z.string(),
  /** SHA-256 of the validated body. */
  fingerprint: z.string(),
  form: z.enum(['a', 'b']),
});
export type AnswerClaim = z.infer<typeof answerClaim>;

/**
 * One inbound message whose turn is to be run, as it lies on the queue; or a `wake`: the time at which a flow goes on
 * without one has come. @see design 5.3, 5.4
 */
export const turnRecord = z.object({
  kind: z.enum(['turn', 'wake']),
  /** The same for every delivery of this message: what makes its turn run once. */
  turnId: z.string(),
  message: canonicalMessage,
  flowId: z.string(),
  /** Session of a web chat, user of another channel: whose conversation it is. */
  sessionId: z.string(),
  /** Channel account that the message came through; none for web chat. */
  accountId: z.optional(z.string()),
  idleMinutes: z.int(),
  retentionDays: z.int(),
  claim: z.optional(answerClaim),
  /** The visitor has opened the chat and said nothing: the log holds no message of theirs. @see design 2.5 */
  starts: z.optional(z.literal(true)),
  /** Of a `wake`: which one of the flow's state, epoch milliseconds. */
  wakeAtMs: z.optional(z.int()),
  /** Since when, epoch milliseconds, earlier deliveries were tried: one may have queued it, so that its turn may have run. */
  triedSinceMs: z.optional(z.int()),
  /** When an operator sent it once more, epoch milliseconds. */
  redrivenAtMs: z.optional(z.int()),
});
export type TurnRecord = z.infer<typeof turnRecord>;

/**
 * What a provider says of an earlier message, on the queue of the conversation, so that it keeps its order with that:
 * `{"kind":"update",…}`
 */
export const updateRecord = z.object({
  kind: z.literal('update'),
  /** The same for each delivery. */
  turnId: z.string(),
  /** Who says it, and when: without a text. */
  message: canonicalMessage,
  accountId: z.string(),
  update: providerUpdate,
  /** The turn of the message that it is about, if that is one of the visitor's: one for each key of ids. */
  turnIds: z.array(z.string()),
});
export type UpdateRecord = z.infer<typeof updateRecord>;
