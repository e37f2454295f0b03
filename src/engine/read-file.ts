import { type FileKind, fileTypes, knownFileType } from '../contract/files.ts';
import type { StepOf } from '../contract/flow.ts';
import type { Attachment } from '../contract/vocabulary.ts';
import type { Json } from './interfaces.ts';

type Rules = NonNullable<StepOf<'question'>['validate']>;

const megabyte = 1024 * 1024;
const isFile = ({ type }: Attachment) => type !== 'location' && type !== 'contact';

/**
 * The file that a message brings: the first that its question takes; null when there is none. Of a chat app's, type and
 * size are what the provider says: it is fetched while the flow goes on.
 */
export function readFile(
  { accept, maxMegabytes }: Pick<Rules, 'accept' | 'maxMegabytes'>,
  attachments: readonly Attachment[],
): Json | null {
  const file = attachments.find(
    (attachment) =>
      isFile(attachment) &&
      attachment.status !== 'rejected' &&
      attachment.status !== 'failed' &&
      (accept === undefined || isOneOf(attachment, accept)) &&
      (attachment.sizeBytes ?? 0) <= (maxMegabytes ?? Number.POSITIVE_INFINITY) * megabyte,
  );
  return file ? savedOf(file) : null;
}

/** A sticker is a picture. */
function isOneOf({ type, mimeType = '' }: Attachment, accept: NonNullable<Rules['accept']>): boolean {
  const known = knownFileType(mimeType);
  const kind: FileKind | 'sticker' | null =
    known === null ? (type as FileKind | 'sticker') : fileTypes[known];
  return accept.some((each) => each === known || each === (kind === 'sticker' ? 'image' : kind));
}

/** What a variable keeps: what the file is, and by which id it is known; never an address, which would be dead tomorrow. */
function savedOf({ type, fileId, mimeType, filename, sizeBytes, caption, url }: Attachment): Json {
  const saved = {
    type,
    fileId,
    mimeType,
    filename,
    sizeBytes,
    caption,
    ...(fileId === undefined && { url }),
  };
  return Object.fromEntries(
    Object.entries(saved).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );
}
