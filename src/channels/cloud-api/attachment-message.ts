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

/** One attachment as a message; what can't be sent as what it is becomes text, so that it isn't lost. */
export function attachmentMessage(attachment: Attachment): CloudApiMessage {
  const { type, url, mediaId, latitude, longitude, name } = attachment;
  const kind = media[type];
  if (kind && (url !== undefined || mediaId !== undefined)) {
    return { type, [type]: fileOf(attachment, kind.caption) };
  }
  if (type === 'location' && latitude !== undefined && longitude !== undefined) {
    return { type, location: { latitude, longitude, ...(name && { name }) } };
  }
  if (type === 'contact' && name) {
    return { type: 'contacts', contacts: [{ name: { formatted_name: name, first_name: name } }] };
  }
  return { type: 'text', text: { body: describe(attachment) } };
}

function fileOf({ type, url, mediaId, caption, filename }: Attachment, mayHaveCaption: boolean): object {
  return {
    ...(mediaId !== undefined ? { id: mediaId } : { link: url }),
    ...(mayHaveCaption && caption && { caption: splitText(caption, cloudApiLimits.captionChars)[0] }),
    ...(type === 'document' && filename && { filename }),
  };
}

function describe({ type, caption, name, filename, url }: Attachment): string {
  return [caption ?? name ?? filename, url].filter(Boolean).join(' ') || `[${type}]`;
}
