import { createHash } from 'node:crypto';
import * as z from 'zod/mini';
import type { ChannelMedia, MediaCall } from '../../channels/channel.ts';
import { channels } from '../../channels/registry.ts';
import type { FetchMediaRecord } from '../../contract/file-records.ts';
import { limits } from '../../contract/limits.ts';
import { accountSecrets } from '../../domain/account-secrets.ts';
import { AccountIncompleteError } from '../../domain/channel-errors.ts';
import { HttpClientError } from '../../domain/http-client-error.ts';
import type { StoredFile } from '../../domain/stored-file.ts';
import type { KnownAccount } from '../../ports/channel-accounts.ts';
import type { FilesPorts } from './files-ports.ts';
import { keepGood } from './take-upload.ts';

/** `{"url":"https://lookaside.fbsbx.com/…","mime_type":"image/jpeg","sha256":"…","file_size":303833,"id":"…"}` */
const located = z.object({ url: z.string(), file_size: z.optional(z.coerce.number()) });

/** What can't be had, for good. */
class MediaGoneError extends Error {}

/**
 * Fetches a file of a chat app's message and keeps it. What fails for a while is tried for a day; the message has long
 * been answered.
 * @throws Error when it is to be tried again
 * @see design 14
 */
export async function fetchMedia(ports: FilesPorts, record: FetchMediaRecord): Promise<void> {
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
  // What arrives must be what the person sent.
  if (sha256 !== undefined && !isDigestOf(sha256, bytes))
    throw new Error('the file is not the one that was announced');
  return bytes;
}

const tooLarge = () => new MediaGoneError(`the file is larger than ${limits.mediaBytes} bytes`);

function isDigestOf(said: string, bytes: Uint8Array): boolean {
  const digest = createHash('sha256').update(bytes).digest();
  return [digest.toString('base64'), digest.toString('base64url'), digest.toString('hex')].includes(said);
}

function channelMedia(channel: FetchMediaRecord['channel']): ChannelMedia | undefined {
  return channel === 'webchat' ? undefined : channels[channel].media;
}

/** A token that is missing is mended by somebody: until then it is tried again. */
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
