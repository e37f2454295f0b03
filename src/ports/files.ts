import type { FileJob } from '../contract/queue-records.ts';
import type { StoredFile } from '../domain/stored-file.ts';
import type { ConversationName } from './conversation-store.ts';

/** The records of files. */
export interface FileRecords {
  /** @returns false when there is one of this id already */
  create(file: StoredFile): Promise<boolean>;
  find(tenantId: string, fileId: string): Promise<StoredFile | null>;
  /** Those that there are, by id. */
  findAll(tenantId: string, fileIds: readonly string[]): Promise<ReadonlyMap<string, StoredFile>>;
  /**
   * Writes over a file, on condition that it is as it was.
   * @returns false if it is gone, or after a concurrent write
   */
  replace(file: StoredFile, before: StoredFile): Promise<boolean>;
  /** Those of a conversation. */
  ofConversation(conversation: ConversationName): Promise<readonly StoredFile[]>;
  forget(tenantId: string, fileIds: readonly string[]): Promise<void>;
}

/** An upload's URL and form fields. */
export interface UploadForm {
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
}

/** Signs addresses of the bucket: no call is made. @see design 14 */
export interface FileAddresses {
  signUpload(upload: {
    readonly key: string;
    readonly mimeType: string;
    readonly sizeBytes: number;
    readonly expiresAtMs: number;
  }): Promise<UploadForm>;
  /** An address that a file can be read from for so long; how it is served is part of what is signed. */
  signRead(
    key: string,
    as: { readonly mimeType: string; readonly filename: string; readonly forS: number },
  ): Promise<string>;
}

/** An object as it lies in the bucket. */
export interface FoundObject {
  readonly bytes: Uint8Array;
  /** Identifies the uploaded content, in case the object is overwritten. */
  readonly etag: string;
}

/** The bucket of people's files. */
export interface FileObjects {
  /** @returns null when there is none */
  read(key: string): Promise<FoundObject | null>;
  write(key: string, bytes: Uint8Array, mimeType: string): Promise<void>;
  /** @returns false when there is nothing to copy */
  copy(from: string, to: string): Promise<boolean>;
  remove(keys: readonly string[]): Promise<void>;
  /** The first keys under a prefix, in their order. */
  list(prefix: string, limit: number): Promise<readonly string[]>;
}

/** Scans an upload before it becomes readable. @see docs/decisions/files.md */
export interface FileScan {
  /** @returns why it must not be kept, in words; null for one that may */
  scan(file: StoredFile, bytes: Uint8Array): Promise<string | null>;
}

/** The queue of the function that moves files. */
export interface FileJobs {
  /** @throws TemporarilyUnavailableError when some of them were not taken */
  enqueue(jobs: readonly FileJob[]): Promise<void>;
}
