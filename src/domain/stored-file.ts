import {
  cleanFileName,
  cleanPrefix,
  type FileStatus,
  fileTypes,
  incomingPrefix,
  knownFileType,
} from '../contract/files.ts';
import type { Attachment, ChannelName } from '../contract/vocabulary.ts';

/** The metadata of a file; its bytes are in the bucket. @see design 14 */
export interface StoredFile {
  readonly tenantId: string;
  readonly fileId: string;
  readonly channel: ChannelName;
  /** Whose it is before it is part of a conversation: the hashed session that may name it; null on other channels. */
  readonly session: string | null;
  readonly conversationId: string | null;
  readonly status: FileStatus;
  /** Why it is not available, in words. */
  readonly reason?: string;
  readonly filename: string;
  /** As it was said, and from `available` on as its bytes prove it. */
  readonly mimeType: string;
  readonly sizeBytes?: number;
  /** Of the clean copy, hex. */
  readonly sha256?: string;
  /** Where the clean copy lies. */
  readonly objectKey?: string;
  readonly createdAtMs: number;
  /** Epoch second after which it is forgotten. */
  readonly expiresAtS: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** Where an upload arrives. */
export function incomingKey({ tenantId, fileId }: Pick<StoredFile, 'tenantId' | 'fileId'>): string {
  return `${incomingPrefix}${encodeURIComponent(tenantId)}/${fileId}`;
}

/** Whose an incoming object is; null for a key that no upload has. */
export function readIncomingKey(key: string): Pick<StoredFile, 'tenantId' | 'fileId'> | null {
  const [, tenant, fileId] = /^incoming\/([^/]+)\/([^/]+)$/.exec(key) ?? [];
  return tenant === undefined || fileId === undefined
    ? null
    : { tenantId: decodeURIComponent(tenant), fileId };
}

/** Where the clean copy lies: named by what it holds, so that nothing else can come to lie there. */
export function cleanKey(
  { tenantId, fileId, expiresAtS }: Pick<StoredFile, 'tenantId' | 'fileId' | 'expiresAtS'>,
  sha256: string,
): string {
  return `${cleanPrefix}${dayOf(expiresAtS * 1000)}/${encodeURIComponent(tenantId)}/${fileId}/${sha256}`;
}

/** Whether what lies under a key is due to go: its day has passed. */
export function isDue(key: string, nowMs: number): boolean {
  return key.startsWith(cleanPrefix) && key.slice(cleanPrefix.length) < dayOf(nowMs);
}

/** `2026-11-22`, the day on which what expires now is kept for the last time. */
const dayOf = (timeMs: number) => new Date(timeMs).toISOString().slice(0, 10);

/** When a file is forgotten that belongs to no message. */
export const unclaimedUntilS = (createdAtMs: number) => Math.ceil((createdAtMs + dayMs) / 1000);

/** A file as a message carries it: never an address, which would be dead tomorrow. */
export function attachmentOf(file: StoredFile, more: Pick<Attachment, 'caption'> = {}): Attachment {
  const { fileId, mimeType, sizeBytes, sha256, status } = file;
  const filename = cleanFileName(file.filename);
  const type = knownFileType(mimeType);
  return {
    type: type === null ? 'document' : fileTypes[type],
    fileId,
    status,
    mimeType,
    ...(filename !== '' && { filename }),
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...(sha256 !== undefined && { sha256 }),
    ...more,
  };
}

/** Whether a file may still be read. */
export function isReadable(file: StoredFile, nowMs: number): file is StoredFile & { objectKey: string } {
  return file.status === 'available' && file.objectKey !== undefined && file.expiresAtS * 1000 > nowMs;
}
