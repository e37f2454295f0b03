import { createHash } from 'node:crypto';
import { type FileType, knownFileType } from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import { isPicture, picturePixels } from '../../domain/picture-size.ts';
import { sniffedBytes, sniffType } from '../../domain/sniff-type.ts';
import { cleanKey, readIncomingKey, type StoredFile } from '../../domain/stored-file.ts';
import type { FilesPorts } from './files-ports.ts';

/**
 * Looks at what was uploaded: what is good is copied to where it can be read, under its SHA-256; what is not is
 * rejected with the reason. The upload itself goes in any case. An address that is used a second time changes nothing.
 * @see design 14
 */
export async function takeUpload(ports: FilesPorts, key: string): Promise<void> {
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

/** Keeps bytes as the file that they are of, or says why not. */
export async function keepGood(
  ports: FilesPorts,
  file: StoredFile,
  bytes: Uint8Array,
): Promise<StoredFile | null> {
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
  // Erased, or dealt with by a twin: what nobody's record names must not stay.
  const now = await files.find(file.tenantId, file.fileId);
  if (now?.objectKey !== objectKey) await objects.remove([objectKey]);
  return now;
}

async function judge(
  { scan }: FilesPorts,
  file: StoredFile,
  bytes: Uint8Array,
): Promise<{ readonly type: FileType } | { readonly reason: string }> {
  const said = knownFileType(file.mimeType);
  const sniffed = sniffType(bytes.subarray(0, sniffedBytes));
  if (sniffed === null) return { reason: 'the file is of no type that is taken' };
  const type = settled(sniffed, said);
  if (file.session !== null && type !== said)
    return { reason: `the file says that it is ${file.mimeType}, but is ${type}` };
  const oversize = tooManyPixels(type, bytes);
  if (oversize !== null) return { reason: oversize };
  const found = await scan.scan(file, bytes);
  return found === null ? { type } : { reason: found };
}

/** Why a picture is not shown to anybody; null for one that may be, and for what is none. */
function tooManyPixels(type: FileType, bytes: Uint8Array): string | null {
  if (!isPicture(type)) return null;
  const pixels = picturePixels(type, bytes);
  if (pixels === null) return 'the picture does not say how large it is';
  return pixels > limits.picturePixels
    ? `the picture has more than ${limits.picturePixels / 1_000_000} megapixels`
    : null;
}

/** Some types share their first bytes: there the word of the sender decides between them. */
function settled(sniffed: FileType, said: FileType | null): FileType {
  if (said === null) return sniffed;
  const alike = groups.find((group) => group.includes(sniffed));
  return alike?.includes(said) ? said : sniffed;
}

/** Types that the first bytes can't tell apart; none of them is a page. */
const groups: readonly (readonly FileType[])[] = [
  ['text/plain', 'text/csv'],
  ['audio/webm', 'video/webm'],
  ['audio/mp4', 'video/mp4', 'video/3gpp', 'video/quicktime'],
  ['audio/aac', 'audio/mpeg'],
];
