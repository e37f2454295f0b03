import type { UserMessage } from '../page/protocol.ts';
import { fileFacts } from './media.ts';

/** The part of a user's message that its type names. @see the Cloud API's reference "Webhooks", "messages" */
export function messagePayload(id: string, message: UserMessage): object {
  switch (message.type) {
    case 'text':
      return { type: 'text', text: { body: message.text } };
    case 'button': {
      const reply = { id: message.id, title: message.title };
      const interactive = { type: 'button_reply', button_reply: reply };
      return { ...contextOf(message), type: 'interactive', interactive };
    }
    case 'list': {
      const { type: _, replyTo: __, ...reply } = message;
      const interactive = { type: 'list_reply', list_reply: reply };
      return { ...contextOf(message), type: 'interactive', interactive };
    }
    case 'location': {
      const { type, ...place } = message;
      return { type, location: place };
    }
    case 'contacts':
      return { type: 'contacts', contacts: message.names.map(card) };
    case 'reaction': {
      const { messageId: message_id, emoji } = message;
      return { type: 'reaction', reaction: { message_id, ...(emoji !== '' && { emoji }) } };
    }
    case 'edit': {
      const edited = { type: 'text', text: { body: message.text } };
      return { type: 'edit', edit: { original_message_id: message.messageId, message: edited } };
    }
    case 'delete':
      return { type: 'revoke', revoke: { original_message_id: message.messageId } };
    case 'unsupported':
      return {
        type: 'unsupported',
        errors: [{ code: 131051, title: 'Message type unknown', message: 'Message type unknown' }],
        unsupported: { type: 'poll' },
      };
    case 'unknown':
      return { type: 'hologram', hologram: { depth: 3, mesh: 'AAAA' } };
    default:
      return { type: message.type, [message.type]: file(id, message) };
  }
}

/** The message that offers what was pressed. */
const contextOf = ({ replyTo }: { readonly replyTo?: string }) =>
  replyTo === undefined ? {} : { context: { from: '15550783881', id: replyTo } };

function file(id: string, message: Extract<UserMessage, { mimeType?: string }>): object {
  const { type, mimeType, caption, filename, url } = message;
  return {
    ...fileFacts(type, id),
    ...(mimeType !== undefined && { mime_type: mimeType }),
    ...(caption !== undefined && { caption }),
    ...(filename !== undefined && { filename }),
    ...(url !== undefined && { url }),
    ...(type === 'audio' && { voice: true }),
    ...(type === 'sticker' && { animated: false }),
  };
}

function card(name: string): object {
  const [first_name = name, ...rest] = name.split(' ');
  return {
    name: { formatted_name: name, first_name, ...(rest.length > 0 && { last_name: rest.join(' ') }) },
  };
}
