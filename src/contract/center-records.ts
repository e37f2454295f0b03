import * as z from 'zod/mini';
import { attachment, choice } from './vocabulary.ts';

/** An agent of a contact center, as it names them. */
const agent = z.object({ id: z.string(), name: z.string(), picture: z.optional(z.string()) });
export type CenterAgent = z.infer<typeof agent>;

/** Which handoff, of which conversation, and by which account its center is reached. */
const linked = {
  tenantId: z.string(),
  conversationId: z.string(),
  handoffId: z.string(),
  accountId: z.string(),
};

/** What a center, or the way to it, does in a conversation. */
export const centerDoing = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('says'),
    agent: z.optional(agent),
    text: z.string(),
    choices: z.optional(z.array(choice)),
    attachments: z.optional(z.array(attachment)),
  }),
  z.object({ type: z.literal('takes'), agent: z.optional(agent) }),
  z.object({
    type: z.literal('ends'),
    agent: z.optional(agent),
    how: z.enum(['return', 'close']),
    stepId: z.optional(z.string()),
  }),
  /** It can't be reached, or can again. */
  z.object({ type: z.literal('away') }),
  z.object({ type: z.literal('back') }),
  /** Something of the conversation could not be told it, or did not come: people of the tenant are told. */
  z.object({ type: z.literal('note'), text: z.string() }),
  /** What did not come up to this position is waited for no more. */
  z.object({ type: z.literal('goes-on'), position: z.int() }),
]);
export type CenterDoing = z.infer<typeof centerDoing>;

/** What a center does, on the queue of the conversation: `{"kind":"agent",…}`. @see handoff.md 4.2 */
export const agentRecord = z.object({
  kind: z.literal('agent'),
  ...linked,
  /** The same for each delivery. */
  turnId: z.string(),
  /** The center's own id of it; null for what the gateway does itself. */
  refId: z.nullable(z.string()),
  correlationId: z.string(),
  /** Epoch milliseconds. */
  receivedAtMs: z.number(),
  /** Since when, epoch milliseconds, earlier deliveries were tried: one may have queued it, so that it may have been done. */
  triedSinceMs: z.optional(z.int()),
  /** Its place among what the center sends of this handoff. */
  position: z.optional(z.int()),
  doings: z.array(centerDoing),
});
export type AgentRecord = z.infer<typeof agentRecord>;

/** There is something to tell a center: `{"kind":"center",…}`. What it is, log and item say. @see handoff.md 4.1 */
export const centerRecord = z.object({
  kind: z.literal('center'),
  ...linked,
  /** When that was said, epoch milliseconds. */
  atMs: z.number(),
  tells: z.optional(
    z.discriminatedUnion('type', [
      z.object({ type: z.literal('rejected'), refId: z.string(), code: z.string() }),
      z.object({ type: z.literal('typing'), untilMs: z.number() }),
      /** What became of a message of its agents' on the way to the visitor; `refId` is the center's own id of it. */
      z.object({ type: z.literal('receipt'), messageId: z.string(), refId: z.string() }),
      /** Not the center: the visitor's chat app, that its agent has read what they wrote, or writes. */
      z.object({ type: z.literal('attention'), isTyping: z.boolean() }),
      /** Not the center: its conversation's queue, once a gap has been waited for. */
      z.object({ type: z.literal('gap'), position: z.int(), untilMs: z.number() }),
    ]),
  ),
});
export type CenterRecord = z.infer<typeof centerRecord>;
