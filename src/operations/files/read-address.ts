import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import { isPublicLink } from '../../contract/public-address.ts';
import type { Attachment } from '../../contract/vocabulary.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { fileNotFound, filePending, fileRejected } from '../../domain/problems.ts';
import { attachmentOf, isReadable, type StoredFile } from '../../domain/stored-file.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { FileObjects, FileScan } from '../../ports/files.ts';
import type { Downloads } from '../../ports/http-client.ts';
import type { Gateway } from '../gateway.ts';

type Ports = Pick<Gateway, 'addresses' | 'nowMs'>;

/** An address that a file can be read from for a while; null while, or once, it can't. */
export async function readAddress(
  { addresses, nowMs }: Ports,
  file: StoredFile,
  forS: number = limits.fileAddressS,
): Promise<string | null> {
  if (!isReadable(file, nowMs())) return null;
  const { objectKey, mimeType, filename } = file;
  return addresses.signRead(objectKey, { mimeType, filename, forS });
}

type Shown = Pick<LogMessage, 'attachments'> & Partial<Pick<LogMessage, 'author'>>;

/**
 * Messages with their files' current state and newly signed URLs. One read for all files, none without files.
 * @see design 14
 */
export async function withFiles<M extends Shown>(
  gateway: Ports & { readonly files: Pick<Gateway['files'], 'findAll'> },
  tenantId: string,
  messages: readonly M[],
  forS: number = limits.fileAddressS,
): Promise<readonly M[]> {
  const named = messages.flatMap(({ attachments = [] }) => attachments.flatMap(({ fileId }) => fileId ?? []));
  const found: ReadonlyMap<string, StoredFile> =
    named.length > 0 ? await gateway.files.findAll(tenantId, named) : new Map();
  return Promise.all(
    messages.map(async (message) => {
      const { attachments, author } = message;
      if (!attachments?.some(({ fileId, url }) => fileId !== undefined || url !== undefined)) return message;
      const shown = await Promise.all(attachments.map((each) => asItStands(gateway, each, found, forS)));
      return { ...message, attachments: author === 'user' ? shown.map(withoutPrivateLink) : shown };
    }),
  );
}

/** Before links were checked where they come in, a visitor could send one to anywhere. */
function withoutPrivateLink(attachment: Attachment): Attachment {
  const { fileId, url, ...rest } = attachment;
  return fileId === undefined && url !== undefined && !isPublicLink(url) ? rest : attachment;
}

async function asItStands(
  gateway: Ports,
  attachment: Attachment,
  found: ReadonlyMap<string, StoredFile>,
  forS: number,
): Promise<Attachment> {
  const { fileId, caption, url: _, ...rest } = attachment;
  if (fileId === undefined) return attachment;
  const file = found.get(fileId);
  // A chat app's file may not be recorded yet; any other unknown file is gone.
  if (!file)
    return { ...rest, fileId, ...(caption !== undefined && { caption }), status: goneOr(rest.status) };
  const url = await readAddress(gateway, file, forS);
  const more = caption === undefined ? {} : { caption };
  return { ...attachmentOf(file, more), type: typeOf(attachment, file), ...(url !== null && { url }) };
}

const goneOr = (status: Attachment['status']) => (status === 'pending' ? 'pending' : 'failed');

/** A sticker stays one: providers show it differently from a picture. */
function typeOf({ type }: Attachment, file: StoredFile): Attachment['type'] {
  const { type: sniffed } = attachmentOf(file);
  return type === 'sticker' && sniffed === 'image' ? type : sniffed;
}

/** What the function that moves files uses. */
export type FilesPorts = Pick<
  Gateway,
  'conversations' | 'directory' | 'files' | 'log' | 'metrics' | 'nowMs' | 'sendingSecrets'
> & {
  readonly http: Downloads;
  readonly objects: FileObjects;
  readonly scan: FileScan;
};

type ClaimFilesPorts = Pick<Gateway, 'files' | 'fileJobs' | 'nowMs'>;

/** The conversation that names files, and its retention. */
interface Claimant extends ConversationName {
  /** The hashed session, by every key of ids. */
  readonly sessions: readonly string[];
  readonly retentionDays: number;
}

const dayS = 24 * 60 * 60;

/**
 * The attachments of a visitor's message, those that name an upload of theirs filled with what is known of it. From now
 * on these files belong to the conversation, and are kept as long as its log. Done again, it changes nothing.
 * @throws `file_not_found`, `file_pending`, `file_rejected`
 * @see design 14
 */
export async function claimFiles(
  gateway: ClaimFilesPorts,
  claimant: Claimant,
  attachments: readonly Attachment[],
): Promise<Attachment[]> {
  const named = attachments.flatMap(({ fileId }) => fileId ?? []);
  if (named.length === 0) return [...attachments];
  const { tenantId, sessions } = claimant;
  const found = await gateway.files.findAll(tenantId, named);
  const files = named.map((fileId) => usable(found.get(fileId), fileId, sessions, gateway.nowMs()));
  const claimed = new Map<string, StoredFile>();
  await Promise.all(
    files.map(async (file) => claimed.set(file.fileId, await claim(gateway, claimant, file))),
  );
  await gateway.fileJobs.enqueue(
    [...claimed.keys()].map((fileId) => ({ kind: 'keep-file', tenantId, fileId })),
  );
  return attachments.map((attachment) => {
    const file = claimed.get(attachment.fileId ?? '');
    const { caption } = attachment;
    return file ? attachmentOf(file, caption === undefined ? {} : { caption }) : attachment;
  });
}

function usable(
  file: StoredFile | undefined,
  fileId: string,
  sessions: readonly string[],
  nowMs: number,
): StoredFile {
  const isTheirs = file?.session !== null && file?.session !== undefined && sessions.includes(file.session);
  if (!file || !isTheirs || file.expiresAtS * 1000 <= nowMs) throw fileNotFound(fileId);
  if (file.status === 'pending') throw filePending(fileId);
  if (file.status !== 'available') throw fileRejected(file.reason ?? 'the file was rejected');
  return file;
}

async function claim(gateway: ClaimFilesPorts, claimant: Claimant, file: StoredFile): Promise<StoredFile> {
  const { conversationId, retentionDays } = claimant;
  const expiresAtS = Math.max(file.expiresAtS, Math.ceil(gateway.nowMs() / 1000) + retentionDays * dayS);
  const next = { ...file, conversationId, expiresAtS };
  if (await gateway.files.replace(next, file)) return next;
  // It has just been copied to stay, or another tab sends it, too.
  const now = await gateway.files.find(file.tenantId, file.fileId);
  if (!now) throw fileNotFound(file.fileId);
  const again = { ...now, conversationId, expiresAtS: Math.max(now.expiresAtS, expiresAtS) };
  if (await gateway.files.replace(again, now)) return again;
  throw new TemporarilyUnavailableError();
}
