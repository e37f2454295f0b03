import type { SendAnswer, SendParts } from './center/center-calls.ts';
import { invalidValue } from './cloud-api/payload.ts';
import type { Mood } from './hostility.ts';
import type {
  Provider,
  ReadMark,
  ReadSend,
  Refusal,
  RefusedSend,
  SendCall,
  SimulatedAccount,
  SimulatedUser,
} from './provider.ts';

const longWaitS = 30;

/** Takes sends as the providers do, and refuses what they refuse. */
export function takeSends(parts: SendParts): (provider: Provider, call: SendCall) => SendAnswer {
  const answered = new Map<string, object>();
  return (provider, call) => {
    const read = provider.readSend(call, parts.accounts());
    if ('refusal' in read) {
      showRefused(parts, read.refusal, read.account, read.to);
      return logged(parts, call, read, read.refusal);
    }
    const passing = passingTrouble(parts.mood, provider);
    if ('messageId' in read) return takeMark(parts, call, read, passing);
    if (passing) return logged(parts, call, read, passing);
    const key = read.idempotencyKey && `${read.account.key}|${read.idempotencyKey}`;
    const before = key && answered.get(key);
    if (before) return logged(parts, call, read, { status: 200, body: before });
    const user = read.isTemplate ? parts.users.known(read.to) : parts.users.find(read.to);
    const closed = parts.mood.rolls('closedWindows') || !user || !isOpen(parts, read, user);
    if (closed && !(read.isTemplate && user)) {
      showRefused(parts, provider.refusals.windowClosed, read.account, read.to);
      return logged(parts, call, read, provider.refusals.windowClosed);
    }
    const body = take(parts, provider, call, read, user);
    if (key) answered.set(key, body.answer);
    const lost = parts.mood.rolls('lostAnswers');
    return logged(parts, call, read, { status: 200, body: body.answer, lost }, body.id);
  };
}

/** As in chat apps: it disappears earlier when a reply arrives. */
const typingMs = 25_000;

/** Marks what a user wrote, and all before it, as read, and shows the typing indicator. */
function takeMark(
  { book, users, windows, nowMs }: SendParts,
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

function passingTrouble(mood: Mood, { refusals }: Provider): SendAnswer | null {
  if (mood.rolls('hangingSends')) return { status: 200, body: {}, hangs: true };
  if (mood.rolls('longWaits')) return { ...refusals.tooManyRequests, retryAfterS: longWaitS };
  if (mood.rolls('pairLimits')) return refusals.pairLimit;
  if (mood.rolls('tooManyRequests')) return refusals.tooManyRequests;
  return mood.rolls('serverErrors') ? refusals.serverError : null;
}

function isOpen({ windows, nowMs }: SendParts, { account }: ReadSend, user: SimulatedUser): boolean {
  return windows.isOpen(account, user, nowMs());
}

function take(
  parts: SendParts,
  provider: Provider,
  call: SendCall,
  read: ReadSend,
  user: SimulatedUser,
): { readonly id: string; readonly answer: object } {
  const { account, to, replyId, content } = read;
  const id = provider.newId();
  const atMs = parts.nowMs();
  const shown = { account: account.key, userId: user.id, author: 'business', content, atMs } as const;
  parts.book.add({ ...shown, id, tick: 'waiting' });
  parts.onTaken(
    { id, account: account.key, to, userId: user.id, replyId, path: call.path, body: call.body },
    { id, account, user, scoped: to === user.scopedId, replyId },
  );
  return { id, answer: provider.answer(id, to) };
}

/** A refused message shows on the phone that it would have come to, with the reason. */
function showRefused(
  { book, users, nowMs }: SendParts,
  refusal: Refusal,
  account?: SimulatedAccount,
  to?: string,
): void {
  const user = to === undefined ? null : users.find(to);
  if (!account || !user) return;
  book.add({
    id: `refused-${crypto.randomUUID()}`,
    account: account.key,
    userId: user.id,
    author: 'business',
    content: { note: 'a message that was refused' },
    tick: 'failed',
    reason: reasonOf(refusal),
    atMs: nowMs(),
  });
}

/** @param id the provider's, of a message that was taken */
function logged(
  { book, users, nowMs }: SendParts,
  call: SendCall,
  { account, to }: ReadSend | RefusedSend,
  answer: SendAnswer,
  id?: string,
): SendAnswer {
  const key = account?.key ?? '';
  const user = to === undefined ? null : users.find(to);
  const unanswered = answer.lost || answer.hangs;
  const answered = book.messages().findLast((one) => {
    return one.author === 'user' && one.account === key && one.userId === user?.id;
  });
  book.log({
    atMs: nowMs(),
    direction: 'send',
    account: key,
    summary: answer.hangs ? 'not answered' : answer.status === 200 ? 'message taken' : reasonOf(answer),
    status: unanswered ? 'no answer' : answer.status,
    details: {
      call: `POST ${call.path}`,
      request: JSON.stringify(call.body, null, 2) ?? '',
      answer: unanswered ? '' : JSON.stringify(answer.body, null, 2),
      messages: [
        ...(id === undefined ? [] : [{ title: 'This reply', account: key, id }]),
        ...(answered ? [{ title: 'The message it answers', account: key, id: answered.id }] : []),
      ],
    },
  });
  return answer;
}

function reasonOf({ body }: Refusal): string {
  const inner = Reflect.get(body, 'error') ?? body;
  return String(Reflect.get(inner, 'message') ?? 'refused');
}
