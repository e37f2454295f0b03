import type { Attachment } from '../../contract/vocabulary.ts';
import { TemporarilyUnavailableError } from '../../domain/errors.ts';
import { FileNotFoundError, FilePendingError, FileRejectedError } from '../../domain/file-errors.ts';
import { attachmentOf, type StoredFile } from '../../domain/stored-file.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import type { Gateway } from '../gateway.ts';

type Ports = Pick<Gateway, 'files' | 'fileChores' | 'nowMs'>;

/** Whose message names files, and for how long it is kept. */
interface Claimant extends ConversationName {
  /** The hashed session, by every key of ids. */
  readonly sessions: readonly string[];
  readonly retentionDays: number;
}

const dayS = 24 * 60 * 60;

/**
 * The attachments of a visitor's message, those that name an upload of theirs filled with what is known of it. From now
 * on these files belong to the conversation, and are kept as long as its log. Done again, it changes nothing.
 * @throws FileNotFoundError, FilePendingError, FileRejectedError
 * @see design 14
 */
export async function claimFiles(
  gateway: Ports,
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
  await gateway.fileChores.handOut(
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
  if (!file || !isTheirs || file.expiresAtS * 1000 <= nowMs) throw new FileNotFoundError(fileId);
  if (file.status === 'pending') throw new FilePendingError(fileId);
  if (file.status !== 'available') throw new FileRejectedError(file.reason ?? 'the file was rejected');
  return file;
}

async function claim(gateway: Ports, claimant: Claimant, file: StoredFile): Promise<StoredFile> {
  const { conversationId, retentionDays } = claimant;
  const expiresAtS = Math.max(file.expiresAtS, Math.ceil(gateway.nowMs() / 1000) + retentionDays * dayS);
  const next = { ...file, conversationId, expiresAtS };
  if (await gateway.files.replace(next, file)) return next;
  // Its clean copy has just been moved, or another tab sends it too.
  const now = await gateway.files.find(file.tenantId, file.fileId);
  if (!now) throw new FileNotFoundError(file.fileId);
  const again = { ...now, conversationId, expiresAtS: Math.max(now.expiresAtS, expiresAtS) };
  if (await gateway.files.replace(again, now)) return again;
  throw new TemporarilyUnavailableError();
}
