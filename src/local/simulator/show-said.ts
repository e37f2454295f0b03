import type { ChatBook } from './chat-book.ts';
import type { fileTypes } from './file-types.ts';
import type { ChatMessage, ShownContent, UserMessage } from './page/protocol.ts';

/** Shows what a user says on the user's own phone; a reaction, an edit or a deletion shows on the message that it speaks of. */
export function showSaid(
  book: ChatBook,
  about: Pick<ChatMessage, 'id' | 'account' | 'userId' | 'atMs'>,
  message: UserMessage,
): void {
  if (message.type === 'reaction') {
    book.react(message.messageId, message.emoji);
    return;
  }
  if (message.type === 'edit') {
    book.change(message.messageId, { changed: 'edited', text: message.text });
    return;
  }
  if (message.type === 'delete') {
    book.change(message.messageId, { changed: 'deleted' });
    return;
  }
  book.add({ ...about, author: 'user', content: contentOf(message), tick: 'waiting' });
}

function contentOf(message: Exclude<UserMessage, { type: 'reaction' | 'edit' | 'delete' }>): ShownContent {
  switch (message.type) {
    case 'text':
      return { text: message.text };
    case 'button':
    case 'list':
      return { text: message.title };
    case 'location': {
      const { type: _, ...place } = message;
      return { places: [place] };
    }
    case 'contacts':
      return { contacts: message.names };
    case 'unsupported':
      return { note: 'a poll, which the provider can’t hand on' };
    case 'unknown':
      return { note: 'a hologram, which nobody knows yet' };
    default:
      return { files: [fileOf(message)] };
  }
}

function fileOf({
  type,
  url,
  caption,
  filename,
}: Extract<UserMessage, { type: (typeof fileTypes)[number] }>) {
  const words = caption ?? filename;
  return { type, ...(url !== undefined && { url }), ...(words !== undefined && { caption: words }) };
}
