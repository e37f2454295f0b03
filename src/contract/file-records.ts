import * as z from 'zod/mini';
import { channelName } from './vocabulary.ts';

/** A file is part of a message from now on: it is kept as long as that. */
export const keepFileRecord = z.object({
  kind: z.literal('keep-file'),
  tenantId: z.string(),
  fileId: z.string(),
});

/** A provider holds a file of a message: it is to be fetched. @see design 14 */
export const fetchMediaRecord = z.object({
  kind: z.literal('fetch-media'),
  tenantId: z.string(),
  fileId: z.string(),
  channel: channelName,
  accountId: z.string(),
  conversationId: z.string(),
  mediaId: z.string(),
  mimeType: z.string(),
  filename: z.string(),
  sha256: z.optional(z.string()),
  /** When the message was received, epoch milliseconds. */
  receivedAtMs: z.int(),
  retentionDays: z.int(),
  correlationId: z.string(),
});
export type FetchMediaRecord = z.infer<typeof fetchMediaRecord>;

/** What we put on the queue of files ourselves. */
export const fileChore = z.discriminatedUnion('kind', [keepFileRecord, fetchMediaRecord]);
export type FileChore = z.infer<typeof fileChore>;

/** What S3 tells the queue of an object that was made, as far as it is read; it also sends a test event, which has none. */
export const objectsCreated = z.object({
  Records: z.array(
    z.object({ eventName: z.string(), s3: z.object({ object: z.object({ key: z.string() }) }) }),
  ),
});
