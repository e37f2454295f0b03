import * as z from 'zod/mini';
import { fileKinds, fileStatus, fileTypeNames } from './files.ts';

/** The upload form: these fields, then the file as `file`. */
export const uploadAnswer = z.object({
  fileId: z.string(),
  upload: z.object({
    url: z.string(),
    method: z.literal('POST'),
    fields: z.record(z.string(), z.string()),
    expiresAt: z.string(),
  }),
});
export type UploadAnswer = z.infer<typeof uploadAnswer>;

/** The result of an upload. */
export const uploadState = z.object({
  fileId: z.string(),
  status: fileStatus,
  type: z.enum(fileKinds),
  mimeType: z.string(),
  filename: z.string(),
  sizeBytes: z.optional(z.number()),
  /** Why it was rejected or failed, in words. */
  reason: z.optional(z.string()),
  /** A short-lived address to read it from. */
  url: z.optional(z.string()),
});
export type UploadState = z.infer<typeof uploadState>;

/**
 * The files that visitors may send: `uploads` of a tenant's or widget's file. If both have it, both apply.
 * `{"enabled":true,"max_megabytes":5,"types":["image/png","image/jpeg","application/pdf"]}`
 */
export const uploadRules = z.strictObject({
  enabled: z.optional(z.boolean()),
  max_megabytes: z.optional(z.number().check(z.gt(0), z.lte(10))),
  types: z.optional(z.array(z.enum(fileTypeNames)).check(z.minLength(1))),
});
export type UploadRules = z.infer<typeof uploadRules>;
