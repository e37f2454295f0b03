import { invalidValue } from './cloud-api/errors.ts';
import type { ReadMark, Refusal, SendCall } from './provider.ts';
import type { SendAnswer, SendDesk } from './send-desk.ts';

/** As chat apps have it: it is gone sooner when an answer comes. */
const typingMs = 25_000;

/** Marks what a user wrote, and all before it, as read, and shows them that somebody writes. */
export function takeMark(
  { book, users, windows, nowMs }: SendDesk,
  call: SendCall,
  { account, messageId, isTyping }: ReadMark,
  trouble: SendAnswer | null,
): SendAnswer {
  const message = book.find(messageId);
  const user = message && users.find(message.userId);
  const isKnown = message?.author === 'user' && message.account === account.key && user;
  const isOpen = isKnown && windows.isOpen(account, user, nowMs());
  const answer: SendAnswer = trouble ?? (isOpen ? { status: 200, body: { success: true } } : unknownMessage);
  if (answer === trouble || !isOpen || !message) return logged();
  const chat = book
    .messages()
    .filter(({ account: key, userId }) => key === message.account && userId === message.userId);
  for (const { id, author } of chat.slice(0, chat.findIndex(({ id }) => id === messageId) + 1))
    if (author === 'user') book.tick(id, 'read');
  if (isTyping) book.typing({ account: account.key, userId: message.userId, untilMs: nowMs() + typingMs });
  return logged();

  function logged(): SendAnswer {
    const shown = isTyping ? 'typing is shown' : 'marked as read';
    book.log({
      atMs: nowMs(),
      direction: 'send',
      account: account.key,
      summary: answer.hangs ? 'not answered' : answer.status === 200 ? shown : 'refused',
      status: answer.hangs ? 'no answer' : answer.status,
      details: {
        call: `POST ${call.path}`,
        request: JSON.stringify(call.body, null, 2) ?? '',
        answer: answer.hangs ? '' : JSON.stringify(answer.body, null, 2),
        messages: [{ title: 'The message that was read', account: account.key, id: messageId }],
      },
    });
    return answer;
  }
}

const unknownMessage: Refusal = invalidValue('The message is none that was received in the last day.');
