import { limits } from '../../contract/limits.ts';
import type { LogMessage } from '../../contract/poll.ts';
import { isPublicLink } from '../../contract/public-address.ts';
import type { Attachment } from '../../contract/vocabulary.ts';
import { attachmentOf, isReadable, type StoredFile } from '../../domain/stored-file.ts';
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
 * Messages as they are shown: their files as they stand now, with addresses signed anew. One read for all of them, none
 * where there is no file.
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
  // Of a chat app's file nothing may be known yet; of any other, nothing any more.
  if (!file)
    return { ...rest, fileId, ...(caption !== undefined && { caption }), status: goneOr(rest.status) };
  const url = await readAddress(gateway, file, forS);
  const more = caption === undefined ? {} : { caption };
  return { ...attachmentOf(file, more), type: typeOf(attachment, file), ...(url !== null && { url }) };
}

const goneOr = (status: Attachment['status']) => (status === 'pending' ? 'pending' : 'failed');

/** A sticker stays one: it is a picture that the provider shows in its own way. */
function typeOf({ type }: Attachment, file: StoredFile): Attachment['type'] {
  const { type: sniffed } = attachmentOf(file);
  return type === 'sticker' && sniffed === 'image' ? type : sniffed;
}
