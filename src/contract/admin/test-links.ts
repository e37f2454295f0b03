import * as z from 'zod/mini';
import { actor } from './lists.ts';

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
