import { randomUUID } from 'node:crypto';
import type { FileType, UserMessage } from '../page/protocol.ts';
import type { WebhookItem } from '../provider.ts';

const mediaTypes: Readonly<Record<FileType, string>> = {
  image: 'Image',
  sticker: 'Sticker',
  video: 'Video',
  audio: 'Audio',
  document: 'File',
};

const states = { sent: 'Published', delivered: 'Delivered', read: 'Read', failed: 'Failed' } as const;

/** A webhook body of open messaging: a message of a user, or a receipt. @see design 2.7 */
export function openMessagePayload(item: WebhookItem): object {
  const time = new Date(item.atMs).toISOString();
  if (item.kind === 'status') {
    return {
      id: randomUUID(),
      channel: { messageId: item.id, time },
      type: 'Receipt',
      status: states[item.state],
      ...(item.state === 'failed' && {
        reasons: [{ code: item.reason === 'window-closed' ? 'window_closed' : 'recipient_unreachable' }],
      }),
    };
  }
  const [firstName, ...rest] = item.user.name.split(' ');
  const from = {
    id: item.user.id,
    firstName,
    ...(rest.length > 0 && { lastName: rest.join(' ') }),
    ...(!item.scoped && /^\d+$/.test(item.user.id) && { phone: `+${item.user.id}` }),
  };
  return { id: item.id, channel: { from, time, messageId: item.id }, ...contentOf(item.message) };
}

function contentOf(message: UserMessage): object {
  switch (message.type) {
    case 'text':
      return { type: 'Text', text: message.text };
    case 'button':
    case 'list': {
      const quickReply = { text: message.title, payload: message.id };
      return structured({ contentType: 'QuickReply', quickReply }, message.title);
    }
    case 'location': {
      const { latitude, longitude, name } = message;
      const location = { latitude, longitude, ...(name !== undefined && { text: name }) };
      return structured({ contentType: 'Location', location });
    }
    case 'contacts':
      return structured({ contentType: 'Contact', contact: { names: message.names } });
    case 'reaction':
      return structured({
        contentType: 'Reaction',
        reaction: { messageId: message.messageId, emoji: message.emoji },
      });
    case 'edit':
    case 'delete':
      // Open messaging has no such thing: the page offers neither.
      return { type: 'Event', events: [{ eventType: 'Presence' }] };
    case 'unsupported':
      return structured({ contentType: 'Poll', poll: { question: '?' } });
    case 'unknown':
      return { type: 'Telepathy', thought: 'hm' };
    default: {
      const { type, mimeType, url, caption, filename } = message;
      const attachment = { mediaType: mediaTypes[type], mime: mimeType, url, text: caption, filename };
      return structured({ contentType: 'Attachment', attachment });
    }
  }
}

function structured(content: object, text?: string): object {
  return { type: 'Structured', ...(text !== undefined && { text }), content: [content] };
}
