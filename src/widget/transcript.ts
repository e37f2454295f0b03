import type { LogMessage } from '../contract/poll.ts';
import type { AnswerInput, Choice } from '../contract/vocabulary.ts';
import type { OutboxItem } from './outbox.ts';

/** A displayed line of the conversation. */
export interface Entry {
  /** Stays the same when the log takes the place of an early reply or of a text being sent. */
  readonly key: string;
  /** The ID in the log; absent until it is logged. */
  readonly id?: string;
  readonly author: LogMessage['author'];
  /** The name of the agent who wrote it, if known. */
  readonly agent?: string;
  readonly text: string;
  readonly markdown?: string;
  readonly choices: readonly Choice[];
  readonly attachments: NonNullable<LogMessage['attachments']>;
  readonly cards: NonNullable<LogMessage['cards']>;
  /** The expected answer. */
  readonly input?: AnswerInput | undefined;
  readonly timestamp: string;
  readonly state: 'logged' | 'sending' | 'sent' | 'failed';
  /** The outbox item, for `sending` and `failed`. */
  readonly itemId?: string;
  /** Why it has failed. */
  readonly code?: string;
}

/** Adds messages to a log: each once, in the order of `seq`. The same array when nothing is new. */
export function mergeLog(log: readonly LogMessage[], messages: readonly LogMessage[]): readonly LogMessage[] {
  const known = new Set(log.map(({ seq }) => seq));
  const fresh = new Map(
    messages.filter(({ seq }) => !known.has(seq)).map((message) => [message.seq, message]),
  );
  if (fresh.size === 0) return log;
  return [...log, ...fresh.values()].sort((a, b) => a.seq - b.seq);
}

/** The messages from the first one on without a gap: only these may be shown, and be read on after. */
export function gapless(log: readonly LogMessage[]): readonly LogMessage[] {
  const gap = log.findIndex(({ seq }, n) => seq !== n + 1);
  return gap === -1 ? log : log.slice(0, gap);
}

/**
 * Matches outbox items with messages of the log. The log doesn't contain our keys, but items are sent one after
 * the other, so they are its user messages in this order.
 */
export function matchItems(
  log: readonly LogMessage[],
  items: readonly OutboxItem[],
  settledSeq: number,
): ReadonlyMap<string, LogMessage> {
  const matches = new Map<string, LogMessage>();
  let reached = settledSeq;
  for (const { id, posted, text, start } of items) {
    if (!posted || start) continue;
    const since = Math.max(reached, posted.sinceSeq);
    const match = log.find(
      ({ seq, author, text: logged }) => seq > since && author === 'user' && logged === text,
    );
    if (!match) continue;
    matches.set(id, match);
    reached = match.seq;
  }
  return matches;
}

/** The keys under which messages of the log were shown before they were logged, by message id. */
export function earlierKeys(
  log: readonly LogMessage[],
  item: OutboxItem,
  match: LogMessage,
): readonly (readonly [string, string])[] {
  const replies = item.delivery.state === 'answered' ? item.delivery.replies : [];
  const logged = replies.map((_, n) => log.find(({ seq }) => seq === match.seq + 1 + n));
  return [
    [match.id, item.id] as const,
    ...logged.flatMap((message, n) =>
      message && message.author !== 'user' ? [[message.id, replyKey(item.id, n)] as const] : [],
    ),
  ];
}

/** Returns the displayed entries: the log, then what the log doesn't have yet, in writing order. */
export function showTranscript(
  log: readonly LogMessage[],
  items: readonly OutboxItem[],
  settledSeq: number,
  keys: ReadonlyMap<string, string>,
): readonly Entry[] {
  const shown = gapless(log);
  const matches = matchItems(shown, items, settledSeq);
  return [
    ...shown.map((message) => loggedEntry(message, keys.get(message.id) ?? message.id)),
    ...items.filter(({ id }) => !matches.has(id)).flatMap(pendingEntries),
  ];
}

const replyKey = (itemId: string, n: number) => `${itemId}/${n}`;

function loggedEntry(message: LogMessage, key: string): Entry {
  const { id, author, text, markdown, choices = [], attachments = [], cards = [], input } = message;
  const { timestamp, agent } = message;
  const own = { ...(agent && { agent: agent.name }), ...(markdown !== undefined && { markdown }) };
  return { key, id, author, ...own, text, choices, attachments, cards, input, timestamp, state: 'logged' };
}

const deliveryState = { queued: 'sending', accepted: 'sent', answered: 'sent', failed: 'failed' } as const;

function pendingEntries({ id, text, files = [], start, writtenAt, delivery }: OutboxItem): Entry[] {
  const rest = { attachments: [], cards: [], timestamp: writtenAt };
  const own: Entry = {
    ...rest,
    key: id,
    author: 'user',
    text,
    attachments: files.map(({ type, filename }) => ({ type, filename })),
    choices: [],
    state: deliveryState[delivery.state],
    itemId: id,
    ...(delivery.state === 'failed' && { code: delivery.code }),
  };
  const shown = start ? [] : [own];
  if (delivery.state !== 'answered') return shown;
  const replies = delivery.replies.map(
    (reply, n): Entry => ({
      ...rest,
      key: replyKey(id, n),
      author: 'bot',
      text: reply.text,
      choices: reply.choices ?? [],
      input: reply.input,
      state: 'sent',
    }),
  );
  return [...shown, ...replies];
}
