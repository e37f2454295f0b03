import * as z from 'zod/mini';

/** How a file is shown and sent. */
export const fileKinds = ['image', 'audio', 'video', 'document'] as const;
export type FileKind = (typeof fileKinds)[number];

/** THE table of the types that are taken, each as its first bytes prove it. @see design 14 */
export const fileTypes = {
  'image/png': 'image',
  'image/jpeg': 'image',
  'image/gif': 'image',
  'image/webp': 'image',
  'image/heic': 'image',
  'audio/mpeg': 'audio',
  'audio/mp4': 'audio',
  'audio/aac': 'audio',
  'audio/amr': 'audio',
  'audio/ogg': 'audio',
  'audio/wav': 'audio',
  'audio/webm': 'audio',
  'video/mp4': 'video',
  'video/3gpp': 'video',
  'video/quicktime': 'video',
  'video/webm': 'video',
  'application/pdf': 'document',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'document',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'document',
  'application/vnd.openxmlformats-officedocument.presentationml.presentation': 'document',
  'text/plain': 'document',
  'text/csv': 'document',
} as const satisfies Readonly<Record<string, FileKind>>;
export type FileType = keyof typeof fileTypes;
export const fileTypeNames = Object.keys(fileTypes) as FileType[];

/** A type that is taken, or null. Parameters (`; charset=utf-8`) and case do not matter. */
export function knownFileType(mimeType: string): FileType | null {
  const bare = mimeType.split(';')[0]?.trim().toLowerCase() ?? '';
  const name = bare === 'image/jpg' ? 'image/jpeg' : bare;
  return Object.hasOwn(fileTypes, name) ? (name as FileType) : null;
}

/** The attachment type of a file in a message. */
export const kindOf = (mimeType: string): FileKind => {
  const type = knownFileType(mimeType);
  return type === null ? 'document' : fileTypes[type];
};

/** The types that browsers may display inline; all others are downloaded. @see design 14 */
export const shownInPlace: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
]);

/** The state of an uploaded file: whether it can be read now, later, or never. */
export const fileStatus = z.enum(['pending', 'available', 'failed', 'rejected']);
export type FileStatus = z.infer<typeof fileStatus>;

/** Names a file by what an upload was given. `[0-9A-HJKMNP-TV-Z]{26}` or a derived id. */
export const fileId = z.string().check(z.regex(/^[0-9A-Za-z_-]{16,64}$/, 'must be the id of an upload'));

/**
 * A file's name without what would change how it is read, or the header that it stands in: line ends, other control
 * characters, marks of direction (U+202E shows `exe.pdf` for `fdp.exe`) and invisible ones. Those that join the letters
 * of a word, or the parts of an emoji, stay.
 */
export const cleanFileName = (name: string): string =>
  name.replace(/(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '').trim();

/** The name that the sender gave the file. */
export const fileName = z.string().check(z.overwrite(cleanFileName), z.maxLength(255));

/**
 * Requests an upload URL for a file. `{"filename":"receipt.pdf","mimeType":"application/pdf","sizeBytes":48213}`
 * @see design 14
 */
export const uploadRequest = z.object({
  filename: fileName.check(z.minLength(1)),
  mimeType: z.string().check(z.minLength(1), z.maxLength(255)),
  sizeBytes: z.int().check(z.gte(1)),
});

/** The bucket of a deployment's files: names of buckets are the whole world's. */
export const filesBucketName = (prefix: string, account: string, region: string): string =>
  `${prefix}files-${account}-${region}`;

/** Formats the origin under which browsers reach a bucket. */
export const bucketOrigin = (bucketName: string, region: string): string =>
  `https://${bucketName}.s3.${region}.amazonaws.com`;

/** The prefix of unchecked uploads, which are deleted after a day. */
export const incomingPrefix = 'incoming/';
/** The prefix of available files. It begins with the day of deletion, so that expired files come first. */
export const cleanPrefix = 'clean/';

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
