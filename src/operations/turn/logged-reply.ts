import type { LogMessage } from '../../contract/poll.ts';
import type { Reply } from '../../engine/interfaces.ts';

/** Converts a flow's reply to the message that the log has. @param seq its place in the conversation */
export function loggedReply(reply: Reply, seq: number): LogMessage {
  const { id, text, markdown, choices, attachments, cards, input, timestamp } = reply;
  return {
    id,
    author: 'bot',
    text,
    ...(markdown !== undefined && { markdown }),
    ...(choices && { choices: [...choices] }),
    ...(attachments && { attachments: [...attachments] }),
    ...(cards && { cards: [...cards] }),
    ...(input && { input }),
    timestamp,
    seq,
  };
}
