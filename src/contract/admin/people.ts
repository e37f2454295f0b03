import * as z from 'zod/mini';
import { fileStatus } from '../files.ts';
import { listQuery } from './lists.ts';

/** `GET /people/{channel}/{userId}/export`: one page after the other; each holds as much as fits. */
export const exportQuery = z.strictObject({ cursor: listQuery.cursor });

/** What is told of a conversation; of one that goes on with the next page, the rest comes there. */
const exportedConversation = z.looseObject({
  conversationId: z.string(),
  /** Null until its last part. */
  lastActivityAt: z.nullable(z.string()),
  turns: z.array(z.looseObject({ turnId: z.string() })),
  largeMessages: z.array(z.unknown()),
  /** Each with an address that it can be read from for an hour. */
  files: z.array(z.looseObject({ fileId: z.string(), status: fileStatus, url: z.nullable(z.string()) })),
  /** What the reports count: of each run its messages, steps, times, answers and humans. */
  runs: z.array(z.looseObject({ channel: z.string(), run: z.looseObject({ id: z.string() }) })),
  deadLetters: z.array(z.unknown()),
});

/** A page of everything that is kept of a person. @see docs/data.md */
export const personExport = z.object({
  tenantId: z.string(),
  channel: z.string(),
  userId: z.string(),
  exportedAt: z.string(),
  /** What they are known by. */
  names: z.array(z.string()),
  conversations: z.array(exportedConversation),
  cursor: z.nullable(z.string()),
});
export type PersonExport = z.infer<typeof personExport>;

/**
 * What `DELETE /people/{channel}/{userId}` answers: 200 when everything is gone; 202, with nulls, when there was more
 * than time for it: asked again, it goes on.
 */
export const erasure = z.object({
  done: z.boolean(),
  conversations: z.nullable(z.int()),
  turns: z.nullable(z.int()),
  deadLetters: z.nullable(z.int()),
  names: z.nullable(z.int()),
});
export type Erasure = z.infer<typeof erasure>;
