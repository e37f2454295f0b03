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
  /** The hashed session that may use the file before it is part of a conversation; null on other channels. */
  readonly session: string | null;
  readonly conversationId: string | null;
  readonly status: FileStatus;
  /** Why it is not available, in words. */
  readonly reason?: string;
  readonly filename: string;
  /** The declared type; once `available`, the detected one. */
  readonly mimeType: string;
  readonly sizeBytes?: number;
  /** SHA-256 of the checked copy, hex. */
  readonly sha256?: string;
  /** The key of the checked copy. */
  readonly objectKey?: string;
  /** The key that URLs from before the file was kept point to. It is deleted on its own day. */
  readonly earlierKey?: string;
  readonly createdAtMs: number;
  /** Epoch second after which it is forgotten. */
  readonly expiresAtS: number;
}

const dayMs = 24 * 60 * 60 * 1000;

/** The object key of an upload. */
export function incomingKey({ tenantId, fileId }: Pick<StoredFile, 'tenantId' | 'fileId'>): string {
  return `${incomingPrefix}${encodeURIComponent(tenantId)}/${fileId}`;
}

/** Parses the key of an upload; null for any other key. */
export function readIncomingKey(key: string): Pick<StoredFile, 'tenantId' | 'fileId'> | null {
  const [, tenant, fileId] = /^incoming\/([^/]+)\/([^/]+)$/.exec(key) ?? [];
  return tenant === undefined || fileId === undefined
    ? null
    : { tenantId: decodeURIComponent(tenant), fileId };
}

/** The key of the checked copy, named after its content, so that it can't be overwritten by other content. */
export function cleanKey(
  { tenantId, fileId, expiresAtS }: Pick<StoredFile, 'tenantId' | 'fileId' | 'expiresAtS'>,
  sha256: string,
): string {
  return `${cleanPrefix}${dayOf(expiresAtS * 1000)}/${encodeURIComponent(tenantId)}/${fileId}/${sha256}`;
}

/** Whether an object has reached its deletion day. */
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
