import { safeHref } from '../../contract/rich/links.ts';
import type { Attachment } from '../../contract/vocabulary.ts';
import type { Language } from '../language.ts';
import { h } from '../view/dom.ts';
import { laterIcon } from '../view/later-icon.ts';
import { link } from '../view/link.ts';

/** Shows an attachment: images inline, anything else as a link. */
export function attachmentElement(attachment: Attachment, { texts }: Language): HTMLElement {
  const href = attachment.type === 'location' ? mapOf(attachment) : safeHref(attachment.url);
  const { filename, name, caption } = attachment;
  if (href && (attachment.type === 'image' || attachment.type === 'sticker')) {
    const picture = h('img', {
      src: href,
      alt: caption ?? filename ?? texts.attachment,
      loading: 'lazy',
      referrerpolicy: 'no-referrer',
    });
    return link(href, 'picture', picture, caption ? h('span', {}, caption) : null);
  }
  const isPlace = attachment.type === 'location';
  const label = name ?? filename ?? caption ?? (isPlace ? texts.location : texts.attachment);
  const content = [laterIcon(isPlace ? 'place' : 'file'), h('span', {}, label)];
  return href ? link(href, 'file', ...content) : h('span', { class: 'file' }, ...content);
}

function mapOf({ latitude, longitude }: Attachment): string | null {
  if (latitude === undefined || longitude === undefined) return null;
  return `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=16/${latitude}/${longitude}`;
}
