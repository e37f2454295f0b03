import type * as z from 'zod/mini';
import { isWhatsApp } from '../../contract/channels.ts';
import type { UploadAnswer, UploadState } from '../../contract/files.ts';
import {
  type FileType,
  fileTypeNames,
  fileTypes,
  kindOf,
  knownFileType,
  type uploadRequest,
} from '../../contract/files.ts';
import { limits } from '../../contract/limits.ts';
import type { Attachment, ChannelName } from '../../contract/vocabulary.ts';
import { isErased } from '../../domain/conversation-after.ts';
import { GatewayError, isProblem } from '../../domain/errors.ts';
import { fileNotFound, fileRejected, fileTooLarge, fileTypeNotAllowed } from '../../domain/problems.ts';
import { incomingKey, unclaimedUntilS } from '../../domain/stored-file.ts';
import type { ConversationName } from '../../ports/conversation-store.ts';
import { hashOf, randomId } from '../derive-id.ts';
import { claimFiles, readAddress } from '../files/read-address.ts';
import { countUpload } from '../files/take-upload.ts';
import type { Gateway } from '../gateway.ts';

/** The ports of agents' files. */
export type AgentFilesPorts = Pick<
  Gateway,
  'files' | 'addresses' | 'directory' | 'fileJobs' | 'conversations' | 'nowMs' | 'uploadAllowance'
>;

/** The owner of a file and its conversation. */
type Named = ConversationName & { readonly userId: string };

const megabyte = 1024 * 1024;

/**
 * The files that chat apps accept: kind, types and size. Anything other than images, audio and video is sent as a
 * document.
 */
const chatApps: Readonly<
  Record<'image' | 'audio' | 'video', { types: readonly FileType[]; maxBytes: number }>
> = {
  image: { types: ['image/png', 'image/jpeg'], maxBytes: 5 * megabyte },
  audio: {
    types: ['audio/aac', 'audio/amr', 'audio/mp4', 'audio/mpeg', 'audio/ogg'],
    maxBytes: limits.uploadBytes,
  },
  video: { types: ['video/mp4', 'video/3gpp'], maxBytes: limits.uploadBytes },
};

/** Until a message contains it, a file belongs to its agent and conversation. */
const sessionOf = ({ tenantId, conversationId, userId }: Named) =>
  hashOf('desk-file', tenantId, conversationId, userId);

/**
 * Returns the form by which an agent's browser uploads a file to the bucket.
 * @throws `conversation_not_found`, `too_many_uploads`, `file_type_not_allowed`, `file_too_large` for what the channel
 * does not take
 * @see design 14, handoff.md 3.7
 */
export async function requestAgentUpload(
  gateway: AgentFilesPorts,
  named: Named,
  { filename, mimeType, sizeBytes }: z.infer<typeof uploadRequest>,
): Promise<UploadAnswer> {
  const { tenantId, conversationId } = named;
  const stored = await gateway.conversations.find(tenantId, conversationId);
  if (!stored || isErased(stored)) throw new GatewayError('conversation_not_found');
  const type = fitting(stored.channel, mimeType, sizeBytes);
  const createdAtMs = gateway.nowMs();
  const tenant = (await gateway.directory.findTenant(tenantId)) ?? { id: tenantId };
  await countUpload(gateway, tenant, [['person', named.userId, limits.uploadsPerAddress]]);
  const file = {
    ...{ tenantId, fileId: randomId(), channel: stored.channel, session: sessionOf(named) },
    ...{ conversationId: null, filename, mimeType: type, createdAtMs },
    status: 'pending',
    expiresAtS: unclaimedUntilS(createdAtMs),
  } as const;
  await gateway.files.create(file);
  const expiresAtMs = createdAtMs + limits.uploadMs;
  const form = await gateway.addresses.signUpload({
    key: incomingKey(file),
    ...{ mimeType: type, sizeBytes, expiresAtMs },
  });
  return {
    fileId: file.fileId,
    upload: { ...form, method: 'POST', expiresAt: new Date(expiresAtMs).toISOString() },
  };
}

/** Returns the state of an agent's upload. @throws `file_not_found` for another agent's, or an expired one */
export async function readAgentUpload(
  gateway: AgentFilesPorts,
  named: Named,
  fileId: string,
): Promise<UploadState> {
  const file = await gateway.files.find(named.tenantId, fileId);
  if (!file || file.session !== sessionOf(named) || file.expiresAtS * 1000 <= gateway.nowMs())
    throw fileNotFound(fileId);
  const { status, mimeType, filename, sizeBytes, reason } = file;
  const url = await readAddress(gateway, file);
  return {
    ...{ fileId, status, type: kindOf(mimeType), mimeType, filename },
    ...(sizeBytes !== undefined && { sizeBytes }),
    ...(reason !== undefined && { reason }),
    ...(url !== null && { url }),
  };
}

/**
 * Makes an agent's files attachments of a message, after which they belong to the conversation. Idempotent.
 * @throws `conversation_not_found`, `file_not_found`, `file_pending`, `file_rejected`, `file_type_not_allowed`, `file_too_large`
 */
export async function attachFiles(
  gateway: AgentFilesPorts,
  named: Named,
  fileIds: readonly string[],
): Promise<readonly Attachment[]> {
  const { tenantId, conversationId } = named;
  const stored = await gateway.conversations.find(tenantId, conversationId);
  if (!stored) throw new GatewayError('conversation_not_found');
  const { retentionDays, channel } = stored;
  const claimant = { tenantId, conversationId, sessions: [sessionOf(named)], retentionDays };
  const wanted = fileIds.map((fileId) => ({ type: 'document' as const, fileId }));
  const claimed = await claimFiles(gateway, claimant, wanted).catch((error: unknown) => {
    // Agents get a conflict, as for any other change in the meantime.
    if (isProblem(error, 'file_rejected')) throw fileRejected(error.message, 409);
    throw error;
  });
  for (const { mimeType = '', sizeBytes = 0 } of claimed) fitting(channel, mimeType, sizeBytes);
  return claimed;
}

/** The type of a file that the channel takes. @throws `file_type_not_allowed`, `file_too_large` */
function fitting(channel: ChannelName, mimeType: string, sizeBytes: number): FileType {
  const type = knownFileType(mimeType);
  if (type === null) throw fileTypeNotAllowed(mimeType, fileTypeNames);
  const kind = fileTypes[type];
  const taken = isWhatsApp(channel) && kind !== 'document' ? chatApps[kind] : null;
  if (taken && !taken.types.includes(type)) throw fileTypeNotAllowed(mimeType, taken.types);
  const maxBytes = taken?.maxBytes ?? limits.uploadBytes;
  if (sizeBytes > maxBytes) throw fileTooLarge(maxBytes);
  return type;
}
