import { fileTypes } from '../file-types.ts';
import type { ShownContent } from '../page/protocol.ts';
import {
  buttonsContent,
  cardsContent,
  fileContent,
  linkContent,
  listContent,
  placeContent,
  textContent,
} from './payload.ts';

/** What a phone shows of a message that `checkMessage` has taken. */
export function showMessage(type: string, content: unknown): ShownContent {
  if (type === 'text') return { text: textContent.parse(content).body };
  if (type === 'interactive') return showInteractive(content);
  if (type === 'location') return { places: [placeContent.parse(content)].map(placeOf) };
  if (type === 'contacts') {
    return { contacts: cardsContent.parse(content).map(({ name }) => name.formatted_name) };
  }
  if (!fileTypes.some((fileType) => fileType === type)) return { note: `[${type}]` };
  const { link, caption, filename } = fileContent.parse(content);
  const words = caption ?? filename;
  return { files: [{ type, ...(link && { url: link }), ...(words && { caption: words }) }] };
}

function placeOf({ name, ...place }: { latitude: number; longitude: number; name?: string | undefined }) {
  return { ...place, ...(name !== undefined && { name }) };
}

function pictureOf(header: { readonly image: { readonly link: string } } | undefined): ShownContent {
  return header ? { files: [{ type: 'image', url: header.image.link }] } : {};
}

function showInteractive(content: unknown): ShownContent {
  const { data: buttons } = buttonsContent.safeParse(content);
  if (buttons) {
    const { header, body, action } = buttons;
    return { ...pictureOf(header), text: body.text, buttons: action.buttons.map(({ reply }) => reply) };
  }
  const { data: linked } = linkContent.safeParse(content);
  if (linked) {
    const { display_text: title, url } = linked.action.parameters;
    return { ...pictureOf(linked.header), text: linked.body.text, links: [{ title, url }] };
  }
  const { body, action } = listContent.parse(content);
  const rows = action.sections.flatMap((section) => section.rows);
  return {
    text: body.text,
    list: {
      button: action.button,
      rows: rows.map(({ id, title, description }) => ({ id, title, ...(description && { description }) })),
    },
  };
}
