import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ChannelMedia, MediaCall } from '../../channels/channel.ts';
import { channels } from '../../channels/registry.ts';
import { cleanPrefix, type FileType, knownFileType } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { type FetchMediaRecord, fileJob, objectsCreated } from '../../contract/queue-records.ts';
import { HttpClientError } from '../../domain/errors.ts';
import { AccountIncompleteError } from '../../domain/problems.ts';
import { isPicture, picturePixels, sniffedBytes, sniffType } from '../../domain/sniff-type.ts';
import { cleanKey, isDue, readIncomingKey, type StoredFile } from '../../domain/stored-file.ts';
import { accountSecrets } from '../../domain/tenant-folder.ts';
import type { KnownAccount } from '../../ports/directory.ts';
import type { FilesPorts } from './read-address.ts';

/**
 * Processes a record of the file queue: one of ours, or a notification of S3.
 * @throws Error when it must be delivered again
 */
export async function serveFileRecord(ports: FilesPorts, body: string): Promise<void> {
  const read: unknown = JSON.parse(body);
  const job = fileJob.safeParse(read).data;
  if (job?.kind === 'keep-file') return keepFile(ports, job);
  if (job?.kind === 'fetch-media') return fetchMedia(ports, job);
  const created = objectsCreated.safeParse(read).data;
  // S3 tries a queue by an event of no object.
  if (!created) return ports.log.info('a record of the queue of files asks for nothing');
  for (const { s3 } of created.Records) await takeUpload(ports, keyOf(s3.object.key));
}

/** `{"url":"https://lookaside.fbsbx.com/…","mime_type":"image/jpeg","sha256":"…","file_size":303833,"id":"…"}` */
const located = z.object({ url: z.string(), file_size: z.optional(z.coerce.number()) });

/** The file is permanently unavailable. */
class MediaGoneError extends Error {}

/**
 * Fetches a file of a chat app's message and keeps it. What fails for a while is tried for a day; the message has long
 * been answered.
 * @throws Error when it is to be tried again
 * @see design 14
 */
async function fetchMedia(ports: FilesPorts, record: FetchMediaRecord): Promise<void> {
  const file = await openRecord(ports, record);
  if (file?.status !== 'pending') return;
  const { tenantId, channel, correlationId } = record;
  try {
    const bytes = await download(ports, record);
    await keepGood(ports, file, bytes);
  } catch (error) {
    const isOver = ports.nowMs() - record.receivedAtMs > limits.mediaLifeMs;
    if (!(error instanceof MediaGoneError) && !isOver) throw error;
    const reason =
      error instanceof MediaGoneError ? error.message : 'the provider did not hand it over for a day';
    await ports.files.replace({ ...file, status: 'failed', reason }, file);
    ports.metrics.count('FilesFailed', { tenantId, channel });
    ports.log.warn('a file of a chat app could not be had', { tenantId, channel, correlationId, reason });
  }
}

/**
 * Looks at what was uploaded: what is good is copied to where it can be read, under its SHA-256; what is not is
 * rejected with the reason. The upload itself goes in any case. An address that is used a second time changes nothing.
 * @see design 14
 */
async function takeUpload(ports: FilesPorts, key: string): Promise<void> {
  const { files, objects, log } = ports;
  const name = readIncomingKey(key);
  const file = name && (await files.find(name.tenantId, name.fileId));
  if (file?.status === 'pending') {
    const found = await objects.read(key);
    // It came a second time, and the first has been dealt with.
    if (!found) return;
    await keepGood(ports, file, found.bytes);
  } else log.info('an upload that nobody waits for is dropped', { key });
  await objects.remove([key]);
}

/** Stores bytes as a file's content, or returns why not. */
async function keepGood(ports: FilesPorts, file: StoredFile, bytes: Uint8Array): Promise<StoredFile | null> {
  const { files, objects, metrics } = ports;
  const verdict = await judge(ports, file, bytes);
  const dimensions = { tenantId: file.tenantId, channel: file.channel };
  if ('reason' in verdict) {
    metrics.count('FilesRejected', dimensions);
    const rejected = { ...file, status: 'rejected', reason: verdict.reason } as const;
    return (await files.replace(rejected, file)) ? rejected : null;
  }
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const objectKey = cleanKey(file, sha256);
  await objects.write(objectKey, bytes, verdict.type);
  const { reason: _, ...rest } = file;
  const good = {
    ...rest,
    status: 'available',
    mimeType: verdict.type,
    sizeBytes: bytes.length,
    sha256,
    objectKey,
  } as const;
  if (await files.replace(good, file)) {
    metrics.count('FilesStored', dimensions);
    return good;
  }
  // Erased, or processed by a duplicate: objects without a record are deleted.
  const now = await files.find(file.tenantId, file.fileId);
  if (now?.objectKey !== objectKey) await objects.remove([objectKey]);
  return now;
}

async function judge(
  { scan }: FilesPorts,
  file: StoredFile,
  bytes: Uint8Array,
): Promise<{ readonly type: FileType } | { readonly reason: string }> {
  const declared = knownFileType(file.mimeType);
  const sniffed = sniffType(bytes.subarray(0, sniffedBytes));
  if (sniffed === null) return { reason: 'the file is of no type that is taken' };
  const type = settled(sniffed, declared);
  if (file.session !== null && type !== declared)
    return { reason: `the file says that it is ${file.mimeType}, but is ${type}` };
  const oversize = tooManyPixels(type, bytes);
  if (oversize !== null) return { reason: oversize };
  const found = await scan.scan(file, bytes);
  return found === null ? { type } : { reason: found };
}

/** Why an image is rejected; null for a valid one and for other files. */
function tooManyPixels(type: FileType, bytes: Uint8Array): string | null {
  if (!isPicture(type)) return null;
  const pixels = picturePixels(type, bytes);
  if (pixels === null) return 'the picture does not say how large it is';
  return pixels > limits.picturePixels
    ? `the picture has more than ${limits.picturePixels / 1_000_000} megapixels`
    : null;
}

/** Some types share their first bytes: there the word of the sender decides between them. */
function settled(sniffed: FileType, declared: FileType | null): FileType {
  if (declared === null) return sniffed;
  const alike = groups.find((group) => group.includes(sniffed));
  return alike?.includes(declared) ? declared : sniffed;
}

/** Types that the first bytes can't tell apart; none of them is a page. */
const groups: readonly (readonly FileType[])[] = [
  ['text/plain', 'text/csv'],
  ['audio/webm', 'video/webm'],
  ['audio/mp4', 'video/mp4', 'video/3gpp', 'video/quicktime'],
  ['audio/aac', 'audio/mpeg'],
];

/** The file's record, made now if this is the first try; null when its conversation has been erased since. */
async function openRecord(ports: FilesPorts, record: FetchMediaRecord): Promise<StoredFile | null> {
  const { tenantId, fileId, channel, conversationId, mimeType, filename, receivedAtMs, retentionDays } =
    record;
  const known = await ports.files.find(tenantId, fileId);
  if (known) return known;
  const file: StoredFile = {
    ...{ tenantId, fileId, channel, conversationId, mimeType, filename },
    session: null,
    status: 'pending',
    createdAtMs: receivedAtMs,
    expiresAtS: Math.ceil(receivedAtMs / 1000) + retentionDays * 24 * 60 * 60,
  };
  await ports.files.create(file);
  // The record first: an erasure that comes behind it finds it.
  const conversation = await ports.conversations.find(tenantId, conversationId);
  if (receivedAtMs <= (conversation?.erasedAtMs ?? -1)) {
    await ports.files.forget(tenantId, [fileId]);
    return null;
  }
  return ports.files.find(tenantId, fileId);
}

/** @throws MediaGoneError for what can't be had for good, any other Error for what may be later */
async function download(ports: FilesPorts, record: FetchMediaRecord): Promise<Uint8Array> {
  const known = await findAccount(ports, record);
  const media = known && channelMedia(record.channel);
  if (!known || !media) throw new MediaGoneError('the account is there no more');
  const where = await get(
    ports,
    withToken(() => media.locate(known, record.mediaId)),
    limits.httpResponseBytes,
  );
  const { url, file_size = 0 } = located.parse(JSON.parse(Buffer.from(where).toString()));
  if (file_size > limits.mediaBytes) throw tooLarge();
  const bytes = await get(
    ports,
    withToken(() => media.fetch(known, url)),
    limits.mediaBytes,
  );
  const { sha256 } = record;
  // The content must be what the sender sent.
  if (sha256 !== undefined && !isDigestOf(sha256, bytes))
    throw new Error('the file is not the one that was announced');
  return bytes;
}

const tooLarge = () => new MediaGoneError(`the file is larger than ${limits.mediaBytes} bytes`);

function isDigestOf(declared: string, bytes: Uint8Array): boolean {
  const digest = createHash('sha256').update(bytes).digest();
  return [digest.toString('base64'), digest.toString('base64url'), digest.toString('hex')].includes(declared);
}

function channelMedia(channel: FetchMediaRecord['channel']): ChannelMedia | undefined {
  return channel === 'webchat' ? undefined : channels[channel].media;
}

/** A missing token must be set by an admin: until then it is retried. */
function withToken(make: () => MediaCall): MediaCall {
  try {
    return make();
  } catch (error) {
    if (error instanceof AccountIncompleteError) throw new Error(`the account lacks ${error.message}`);
    throw error;
  }
}

async function get(
  { http }: Pick<FilesPorts, 'http'>,
  call: MediaCall,
  maxBytes: number,
): Promise<Uint8Array> {
  try {
    const { status, bytes } = await http.download({
      ...call,
      method: 'GET',
      timeoutMs: limits.mediaTimeoutMs,
      maxBytes,
    });
    if (status === 404 || status === 410 || status === 400)
      throw new MediaGoneError('the provider has the file no more');
    if (status < 200 || status > 299) throw new Error(`the provider answered ${status}`);
    return bytes;
  } catch (error) {
    if (!(error instanceof HttpClientError)) throw error;
    if (error.code === 'response_too_large') throw tooLarge();
    if (error.code === 'url_refused' || error.code === 'address_refused')
      throw new MediaGoneError('the provider named an address that may not be called');
    throw error;
  }
}

async function findAccount(
  { directory, sendingSecrets }: FilesPorts,
  { tenantId, channel, accountId }: FetchMediaRecord,
): Promise<KnownAccount | null> {
  if (channel === 'webchat') return null;
  const [tenant, account, secrets] = await Promise.all([
    directory.findTenant(tenantId),
    directory.findAccount(tenantId, channel, accountId),
    sendingSecrets.read(tenantId),
  ]);
  return tenant && account ? { tenant, account, secrets: accountSecrets(account, secrets) } : null;
}

/**
 * Copies a file that has become part of a message to where it stays as long as the message's log. The earlier copy stays
 * until its day has passed: readers may have its URL.
 * @throws Error after a concurrent write: the record is retried
 * @see docs/decisions/files.md
 */
async function keepFile(
  { files, objects, log }: Pick<FilesPorts, 'files' | 'objects' | 'log'>,
  { tenantId, fileId }: { readonly tenantId: string; readonly fileId: string },
): Promise<void> {
  const file = await files.find(tenantId, fileId);
  if (file?.status !== 'available' || file.objectKey === undefined || file.sha256 === undefined) return;
  const objectKey = cleanKey(file, file.sha256);
  if (objectKey === file.objectKey) return;
  if (!(await objects.copy(file.objectKey, objectKey))) {
    log.error('the clean copy of a file has gone', undefined, { tenantId, fileId });
    return;
  }
  if (await files.replace({ ...file, objectKey, earlierKey: file.objectKey }, file)) return;
  const now = await files.find(tenantId, fileId);
  // Erased meanwhile: nothing may stay that no record names.
  if (!now) return objects.remove([objectKey]);
  if (now.objectKey !== objectKey) throw new Error('the file was changed while it was copied');
}

/** Encoded as a form is: a space is a plus. */
const keyOf = (key: string) => decodeURIComponent(key.replaceAll('+', ' '));

const perRead = 1000;

/**
 * Deletes the clean copies whose day has passed. Their keys begin with that day, so that they are listed first: a run
 * that finds nothing costs one call.
 * @returns how many were deleted
 * @see docs/decisions/files.md
 */
export async function sweepFiles({
  objects,
  log,
  nowMs,
}: Pick<FilesPorts, 'objects' | 'log' | 'nowMs'>): Promise<number> {
  let swept = 0;
  while (swept < limits.sweptFiles) {
    const keys = await objects.list(cleanPrefix, perRead);
    const due = keys.filter((key) => isDue(key, nowMs()));
    if (due.length === 0) break;
    await objects.remove(due);
    swept += due.length;
  }
  if (swept > 0) log.info('files were deleted at the end of their time', { files: swept });
  return swept;
}
