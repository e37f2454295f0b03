import type { Attachment } from '../../contract/vocabulary.ts';
import { splitText } from '../replies/split-text.ts';
import type { CloudApiMessage } from './cloud-api-message.ts';
import { cloudApiLimits } from './limits.ts';

/** Types that are sent as a file; which of them may have a caption. */
const media: Readonly<Partial<Record<Attachment['type'], { readonly caption: boolean }>>> = {
  image: { caption: true },
  video: { caption: true },
  document: { caption: true },
  audio: { caption: false },
  sticker: { caption: false },
};

const megabyte = 1024 * 1024;
/** The types that the provider accepts per kind. All others are sent as documents, which may have any type. */
const taken: Readonly<
  Partial<Record<Attachment['type'], { readonly types: readonly string[]; readonly maxBytes: number }>>
> = {
  image: { types: ['image/jpeg', 'image/png'], maxBytes: 5 * megabyte },
  sticker: { types: ['image/webp'], maxBytes: megabyte / 2 },
  audio: {
    types: ['audio/aac', 'audio/amr', 'audio/mpeg', 'audio/mp4', 'audio/ogg'],
    maxBytes: 16 * megabyte,
  },
  video: { types: ['video/mp4', 'video/3gpp'], maxBytes: 16 * megabyte },
};

/**
 * If type or size is unknown, the sender's attachment kind is used.
 * @see https://developers.facebook.com/docs/whatsapp/cloud-api/reference/media#supported-media-types
 */
function sentAs({ type, mimeType, sizeBytes }: Attachment): Attachment['type'] {
  const kind = taken[type];
  if (!kind) return type;
  const isTaken = mimeType === undefined || kind.types.includes(mimeType.split(';')[0] ?? '');
  return isTaken && (sizeBytes ?? 0) <= kind.maxBytes ? type : 'document';
}

/**
 * One attachment as a message; what can't be sent as what it is becomes text, and what does not fit its caption follows
 * as text, so that nothing is lost.
 */
export function attachmentMessages(given: Attachment): CloudApiMessage[] {
  const attachment = { ...given, type: sentAs(given) };
  const { type, url, mediaId, latitude, longitude, name, caption = '' } = attachment;
  const kind = media[type];
  if (kind && (url !== undefined || mediaId !== undefined)) {
    const [first, ...rest] = splitText(caption, cloudApiLimits.captionChars);
    const words = kind.caption ? rest : splitText(caption, cloudApiLimits.textChars);
    return [{ type, [type]: fileOf(attachment, kind.caption ? first : undefined) }, ...words.map(asText)];
  }
  const words = splitText(caption, cloudApiLimits.textChars).map(asText);
  if (type === 'location' && latitude !== undefined && longitude !== undefined) {
    return [{ type, location: { latitude, longitude, ...(name && { name }) } }, ...words];
  }
  if (type === 'contact' && name) {
    return [{ type: 'contacts', contacts: [{ name: { formatted_name: name, first_name: name } }] }, ...words];
  }
  return splitText(describe(attachment), cloudApiLimits.textChars).map(asText);
}

const asText = (body: string): CloudApiMessage => ({ type: 'text', text: { body } });

function fileOf({ type, url, mediaId, fileId, filename }: Attachment, caption: string | undefined): object {
  return {
    // An address of ours is good for any account; an id only for the one that it came through.
    ...(mediaId !== undefined && fileId === undefined ? { id: mediaId } : { link: url }),
    ...(caption && { caption }),
    ...(type === 'document' && filename && { filename }),
  };
}

function describe({ type, caption, name, filename, url }: Attachment): string {
  return [caption ?? name ?? filename, url].filter(Boolean).join(' ') || `[${type}]`;
}
